import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type LoopbackServer, serveHttp } from '#fetch/test-server.ts'
import { AuditError, type AuditProgress, audit, type Config } from '#library/index.ts'
import { fastSettings } from '../support/settings.ts'
import { temporaryFolder } from '../support/storage.ts'

/** `audit` of the library on a site of three pages, and on one that needs a token. */

let site: LoopbackServer

before(async () => {
  site = await serveHttp(({ url }, response) => {
    const links = url === '/' ? '<a href="/a">First</a> <a href="/b">Second</a>' : ''
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><html lang="en"><title>Page ${url}</title><h1>Page</h1>${links}</html>`)
  })
})
after(() => site[Symbol.asyncDispose]())

/** As a configuration file has them: numbers are numbers. */
const settings = Object.fromEntries(
  Object.entries(fastSettings).map(([name, text]) => [name, /^\d+$/.test(text) ? Number(text) : text]),
)

const config = (): Config => ({ url: site.origin, audit: { limit: 3 }, settings: { ...settings, 'page-workers': 1 } })

describe('audit', () => {
  test('gives its progress and the report', async () => {
    const run = audit(config())
    const seen: AuditProgress[] = []
    for await (const progress of run) seen.push(progress)
    const { format, crawl, counts } = await run.report
    assert.deepEqual([format, crawl.endReason, counts.pagesCrawled], ['sitesounder-report', 'finished', 3])
    assert.deepEqual([seen[0]?.limit, seen.at(-1)?.phase, seen.at(-1)?.pagesCrawled], [3, 'done', 3])
    assert.equal(seen.at(-1)?.errors, counts.errors)
  })

  test('of several at once, each has its own report', async () => {
    const limits = [1, 2, 3]
    const runs = limits.map(limit => audit({ ...config(), audit: { limit } }))
    const reports = await Promise.all(runs.map(run => run.report))
    assert.deepEqual(
      reports.map(({ counts }) => counts.pagesCrawled),
      limits,
    )
  })

  test('ends at the signal, with its reason', async () => {
    const controller = new AbortController()
    const reason = new Error('no longer needed')
    const run = audit(config(), { signal: controller.signal })
    await assert.rejects(async () => {
      for await (const _ of run) controller.abort(reason)
    }, reason)
    await assert.rejects(run.report, reason)
  })

  test('that is stopped has a report', async () => {
    const run = audit(config())
    run.stop()
    assert.equal((await run.report).format, 'sitesounder-report')
  })

  test('sends the credentials of a file and of the environment, and reports none', async () => {
    const secret = 'seven-grey-herons'
    await using closed = await serveHttp(({ headers }, response) => {
      response.statusCode = headers.authorization === `Bearer ${secret}` ? 200 : 401
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end('<!doctype html><html lang="en"><title>Staging</title><h1>Staging</h1></html>')
    })
    const folder = temporaryFolder()
    const file = path.join(folder, 'auth.json')
    writeFileSync(file, JSON.stringify({ token: { env: 'STAGING_TOKEN' } }))
    Object.assign(process.env, { STAGING_TOKEN: secret, STAGING_AUTH: JSON.stringify({ token: secret }) })
    try {
      const seen = []
      for (const auth of [{}, { 'auth-file': file }, { 'auth-env': 'STAGING_AUTH' }]) {
        const report = await audit({ ...config(), url: closed.origin, audit: { limit: 1, ...auth } }).report
        seen.push([report.pages[0]?.title ?? null, JSON.stringify(report).includes(secret)])
      }
      assert.deepEqual(seen, [
        [null, false],
        ['Staging', false],
        ['Staging', false],
      ])
    } finally {
      for (const name of ['STAGING_TOKEN', 'STAGING_AUTH']) delete process.env[name]
      rmSync(folder, { recursive: true, force: true })
    }
  })

  const refused: [about: string, change: Config, message: string][] = [
    [
      'an unknown option',
      { audit: { limits: 3 } },
      'The configuration: there is no "audit.limits"; did you mean "limit".',
    ],
    ['a value of the wrong kind', { audit: { limit: 0 } }, 'The configuration: audit.limit: Invalid value.'],
    ['no URL', { url: undefined }, 'Name one URL to audit, such as example.com.'],
    [
      'credentials that are not there',
      { audit: { 'auth-env': 'MISSING' } },
      'The environment variable MISSING of --auth-env is not set.',
    ],
    ['a private target', { settings: { targets: 'public' } }, 'This address is not on the public internet.'],
  ]
  for (const [about, change, message] of refused)
    test(`refuses ${about}`, async () => {
      await assert.rejects(audit({ ...config(), ...change }).report, new AuditError(message))
    })
})
