import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { serveHttp } from '#fetch/test-server.ts'
import type { RobotsChangesResponse } from '#shared/api/robots.ts'
import { command } from './robots.ts'
import { command as scope } from './scope.ts'
import { serveApi } from './test-api-server.ts'
import { printedBy } from './test-printed.ts'
import { assertRefused } from './test-refusal.ts'

let folder: string
let draft: string

const misused: [name: string, operands: string[], file: string | null, sentence: RegExp][] = [
  ['no URL', [], null, /^Name a URL whose robots\.txt is tested/],
  ['no website', ['changes'], 'robots.txt', /^Name the website by its number: robots changes ID\./],
  ['a website that is none', ['changes', 'x'], 'robots.txt', /^Name the website by its number/],
  ['two websites', ['changes', '1', '2'], 'robots.txt', /^Name the website by its number/],
  ['no draft', ['changes', '1'], null, /^Name the draft: robots changes ID --file robots\.txt$/],
  ['a draft that is not there', ['changes', '1'], '/none/robots.txt', /^\/none\/robots\.txt cannot be read/],
]

describe('sitesounder robots', () => {
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'robots-'))
    draft = path.join(folder, 'robots.txt')
    writeFileSync(draft, 'User-agent: *\nDisallow: /a\n')
  })
  after(() => rmSync(folder, { recursive: true }))

  for (const [name, operands, file, sentence] of misused)
    it(`refuses ${name} with one sentence`, () =>
      assertRefused(command, { operands, flags: file === null ? {} : { file }, sentence }))

  it('refuses a draft of more than 200,000 characters, and takes one of so many', async () => {
    const long = path.join(folder, 'long.txt')
    writeFileSync(long, '#'.repeat(200_001))
    await assertRefused(command, {
      operands: ['a.test', '/'],
      flags: { file: long },
      sentence: /long\.txt is longer than 200000 characters\.$/,
    })
    writeFileSync(long, '#'.repeat(200_000))
    assert.equal((await printedBy(command, { operands: ['a.test', '/'], flags: { file: long } })).code, 0)
  })

  it('tests URLs by a draft, for any user agent', async () => {
    const call = { operands: ['a.test', '/a/b', 'https://a.test/c'] }
    assert.deepEqual(await printedBy(command, { ...call, flags: { file: draft } }), {
      code: 1,
      stdout: `result   line  url                 rule
blocked  2     https://a.test/a/b  Disallow: /a
allowed  -     https://a.test/c
`,
      stderr: '',
    })
    const { code, stdout } = await printedBy(command, {
      operands: ['a.test'],
      flags: { file: draft, json: 'true', agent: ' Bot ' },
    })
    assert.deepEqual(
      [code, JSON.parse(stdout)],
      [0, [{ url: 'https://a.test/', isAllowed: true, line: null, rule: '' }]],
    )
  })

  it('says, and so does scope, that a website publishes no robots.txt, unless it is to be quiet', async () => {
    await using site = await serveHttp((_request, response) => void response.writeHead(404).end())
    for (const each of [command, scope]) {
      const said = await printedBy(each, { operands: [site.origin, '/a'] })
      assert.equal(said.code, 0)
      assert.match(said.stderr, /^.*404.*\n$/)
      assert.equal((await printedBy(each, { operands: [site.origin, '/a'], flags: { quiet: 'true' } })).stderr, '')
    }
  })

  const tested = (url: string, line: number | null) => ({
    url,
    isAllowed: line === null,
    line,
    rule: line === null ? '' : 'Disallow: /a',
  })
  const changes = (given: Partial<RobotsChangesResponse>): RobotsChangesResponse => ({
    file: { url: 'https://a.test/robots.txt', statusCode: 200, text: '', isTruncated: false, note: '' },
    agent: '*',
    urlCount: 9,
    blockedNow: 1,
    blockedByDraft: 3,
    changedCount: 0,
    changed: [],
    ...given,
  })
  const rows = [
    { url: 'https://a.test/a', now: tested('https://a.test/a', null), draft: tested('https://a.test/a', 2) },
    { url: 'https://a.test/b', now: tested('https://a.test/b', 2), draft: tested('https://a.test/b', null) },
  ]
  const table = `by the draft  line  url               rule
blocked       2     https://a.test/a  Disallow: /a
allowed       -     https://a.test/b
`
  const said: [name: string, found: Partial<RobotsChangesResponse>, code: number, text: string][] = [
    ['nothing', {}, 0, 'Nothing changes.\n'],
    ['some URLs', { changedCount: 2, changed: rows }, 1, table],
    ['more URLs than are listed', { changedCount: 5, changed: rows }, 1, `${table}… and 3 more.\n`],
  ]
  for (const [name, found, code, text] of said)
    it(`says that a draft changes ${name}`, async () => {
      await using server = await serveApi({ 'POST /api/robots-changes/7': changes(found) })
      const call = { operands: ['changes', '7'], settings: server.settings, flags: { file: draft, agent: 'Bot' } }
      const stdout = `1 of 9 URLs are blocked now, 3 by the draft.\n${text}`
      assert.deepEqual(await printedBy(command, call), { code, stdout, stderr: '' })
      const body = { robotsTxt: 'User-agent: *\nDisallow: /a\n', agent: 'Bot' }
      assert.deepEqual(server.requests, [['POST /api/robots-changes/7', body]])
    })
})
