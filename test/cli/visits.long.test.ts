import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { serveHttp } from '#fetch/test-server.ts'
import { readinessEndpoints } from '#shared/api/readiness.ts'
import { fastFlags, runCommand } from '../support/command.ts'

/** `sitesounder logs` and `sitesounder readiness` as a user runs them, beside a crawl that `audit` kept in a data folder. */

const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const line = (target: string, { agent = 'Firefox/130.0', status = 200, address = '192.0.2.77' } = {}) =>
  `${address} - - [10/Oct/2026:13:55:36 +0000] "GET ${target} HTTP/1.1" ${status} 5 "-" "${agent}"\n`
const LOG = [
  line('/'),
  line('/a', { agent: GOOGLEBOT, address: '66.249.66.1' }),
  line('/a', { agent: GOOGLEBOT, status: 404 }),
  line('/a', { agent: GOOGLEBOT, status: 404 }),
  line('/nowhere?token=secret-of-ann'),
  'no line of a log\n',
].join('')

let folder = ''
let log = ''
let packed = ''
let site: Awaited<ReturnType<typeof serveHttp>>
/** The only one. */
const CRAWL = '1'

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'sitesounder-visits-'))
  log = path.join(folder, 'access.log')
  packed = `${log}.1.gz`
  writeFileSync(log, LOG)
  writeFileSync(packed, gzipSync(LOG))
  site = await serveHttp(({ url }, response) => {
    const isPage = url === '/' || url === '/a'
    const html = '<!doctype html><title>Anchors of all sizes</title><h1>Anchors</h1><a href="/a">All of them</a>'
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' }).end(isPage ? html : '')
  })
  const { code, stderr } = await run('audit', site.origin, '--data', folder, '--fail-on', 'never', ...fastFlags)
  assert.equal(code, 0, stderr)
})
after(async () => {
  await site[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const run = (...args: string[]) => runCommand(args)

describe('sitesounder logs', () => {
  test('says who requested what, of several files, packed ones among them', async () => {
    const { code, stdout, stderr } = await run('logs', log, packed, '--website', site.origin)
    assert.equal(code, 0, stderr)
    assert.match(stdout, /10 of 12 lines counted, 3 URLs\./)
    assert.match(stdout, /From 2026-10-10 to 2026-10-10\./)
    assert.match(stdout, /^Googlebot +6 +2 +4 +2026-10-10$/m)
    assert.equal(stderr, '2 of 12 lines could not be read.\n')
  })

  test('joins them to a crawl, and lists what it names, without addresses and secrets', async () => {
    const { code, stdout, stderr } = await run('logs', log, '--crawl', CRAWL, '--list', 'unlinked', '--data', folder)
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^1 URLs are visited, and no link of the crawl reaches them\.$/m)
    assert.match(stdout, new RegExp(`${site.origin}/nowhere`))
    assert.doesNotMatch(stdout, /192\.0\.2\.77|secret-of-ann/)
  })

  test('writes the same as JSON', async () => {
    const { stdout } = await run('logs', log, '--crawl', CRAWL, '--list', 'status', '--data', folder, '--json')
    const { summary, totals, urls } = JSON.parse(stdout)
    assert.deepEqual([summary.lines, summary.counted, totals.lists.status], [6, 5, 1])
    assert.deepEqual(
      urls.map(({ url }: { url: string }) => url),
      [`${site.origin}/a`],
    )
  })

  for (const [name, args, said] of [
    ['no file', [], /^Name at least one file/],
    ['no website', ['LOG'], /^Name the website of the files/],
    ['a list that there is not', ['LOG', '--website', 'example.com', '--list', 'all-of-them'], /--list/],
    ['a file that is not there', ['missing.log', '--website', 'example.com'], /missing\.log cannot be read\./],
    ['a crawl without an id', ['LOG', '--crawl', 'newest'], /^Name the crawl by its id/],
  ] as const)
    test(`refuses ${name}`, async () => {
      const given = args.map(argument => (argument === 'LOG' ? log : argument))
      const { code, stdout, stderr } = await run('logs', ...given, '--data', folder)
      assert.deepEqual([code, stdout], [2, ''])
      assert.match(stderr, said)
    })

  test('ends with 1 for a file that is no log', async () => {
    const file = path.join(folder, 'picture.log')
    writeFileSync(file, Buffer.alloc(5_000, 7))
    const { code, stdout, stderr } = await run('logs', file, '--website', site.origin)
    assert.deepEqual([code, stdout], [1, ''])
    assert.notEqual(stderr, '')
  })
})

describe('sitesounder readiness', () => {
  test('shows what agents find, and how each criterion was tested', async () => {
    const { code, stdout, stderr } = await run('readiness', CRAWL, '--data', folder)
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /^llms\.txt: /m)
    assert.match(stdout, /^2 pages: about \d+ tokens of main text/m)
    assert.match(stdout, /^3\.1\.1 +A +tested +2 +Language of Page$/m)
    assert.equal(stdout.match(/^\d\.\d\.\d+ +AA? +/gm)?.length, 55)
    assert.doesNotMatch(stdout, /compliant/i)
  })

  test('writes what the API sends as JSON', async () => {
    const { stdout } = await run('readiness', CRAWL, '--data', folder, '--json')
    const readiness = readinessEndpoints.readiness.response.parse(JSON.parse(stdout))
    assert.equal(readiness.accessibility.length, 55)
  })

  for (const [name, args, expected] of [
    ['no crawl', [], 2],
    ['a text', ['newest'], 2],
    ['two crawls', ['1', '2'], 2],
    ['a crawl that is not there', ['4711'], 1],
  ] as const)
    test(`refuses ${name}`, async () => {
      const { code, stdout, stderr } = await run('readiness', ...args, '--data', folder)
      assert.deepEqual([code, stdout], [expected, ''])
      assert.notEqual(stderr, '')
    })
})
