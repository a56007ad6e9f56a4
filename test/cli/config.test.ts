import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { serveHttp } from '#fetch/test-server.ts'
import { fastFlags, runCommand } from '../support/command.ts'
import { temporaryFolder } from '../support/storage.ts'

/** The configuration file: `init` writes it, `config` shows what is in force, `audit` goes by it. */

let folder: string
let below: string
before(() => {
  folder = temporaryFolder()
})
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true })
  below = path.join(folder, 'a/b')
  mkdirSync(below, { recursive: true })
})
after(() => rmSync(folder, { recursive: true, force: true }))

const file = (name = 'sitesounder.config.json') => path.join(folder, name)

test('init writes a file that config finds from a folder below', async () => {
  const made = await runCommand(['init', 'example.com', '--yes'], { cwd: folder })
  assert.deepEqual([made.code, made.stderr], [0, ''])
  const values = { url: 'example.com', audit: { limit: 100, 'fail-on': 'error' } }
  assert.deepEqual(JSON.parse(readFileSync(file(), 'utf8')), values)
  const shown = await runCommand(['config'], { cwd: below })
  assert.equal(shown.code, 0, shown.stderr)
  assert.deepEqual(
    shown.stdout.split('\n').flatMap(line => (line.includes(file()) ? [line.split(/ {2,}/)] : [])),
    [
      [`Configuration file: ${file()}`],
      ['url', 'example.com', file()],
      ['audit --limit', '100', file()],
      ['audit --fail-on', 'error', file()],
    ],
  )
  const again = await runCommand(['init', '--yes'], { cwd: folder })
  assert.deepEqual([again.code, again.stderr], [2, 'There is a sitesounder.config.json in this folder already.\n'])
})

test('init names the schema of a program that is installed in the project', async () => {
  const schema = path.join(folder, 'node_modules/sitesounder/docs/config.schema.json')
  mkdirSync(path.dirname(schema), { recursive: true })
  writeFileSync(schema, '{}')
  await runCommand(['init', '--yes'], { cwd: folder })
  const { $schema } = JSON.parse(readFileSync(file(), 'utf8'))
  assert.equal($schema, './node_modules/sitesounder/docs/config.schema.json')
})

test('init reads lines, and an empty one keeps the default', async () => {
  const { code, stderr } = await runCommand(['init'], { cwd: folder, input: 'http://127.0.0.1:8080/\n\nwarning\n' })
  assert.deepEqual([code, stderr], [0, ''])
  const { url, audit } = JSON.parse(readFileSync(file(), 'utf8'))
  assert.deepEqual([url, audit], ['http://127.0.0.1:8080/', { limit: 100, 'fail-on': 'warning' }])
})

test('init takes one page as a limit, and refuses none', async () => {
  const initialised = (limit: string) =>
    runCommand(['init'], {
      cwd: mkdtempSync(path.join(folder, 'limit-')),
      input: `http://127.0.0.1:8080/\n${limit}\n\n`,
    })
  const results = [await initialised('1'), await initialised('0')]
  assert.deepEqual(
    results.map(({ code, stderr }) => [code, stderr]),
    [
      [0, ''],
      [2, 'The number of pages must be a whole number, 1 or more.\n'],
    ],
  )
})

test('a flag wins over the file, and the file over the environment', async () => {
  writeFileSync(file(), JSON.stringify({ settings: { 'requests-per-host': 3, 'queue-factor': 7 } }))
  const env = { SITESOUNDER_REQUESTS_PER_HOST: '2', SITESOUNDER_PAGE_WORKERS: '1', SITESOUNDER_API_KEY: 'otter' }
  const { stdout } = await runCommand(['config', '--queue-factor', '9'], { cwd: below, env })
  const rows = stdout.split('\n').flatMap(line => (line.startsWith('--') ? [line.split(/ {2,}/)] : []))
  // CI decides about the sandbox of Chromium.
  const ofTest = rows.filter(([name]) => name !== '--chromium-sandbox')
  assert.deepEqual(ofTest, [
    ['--page-workers', '1', 'SITESOUNDER_PAGE_WORKERS'],
    ['--queue-factor', '9', 'flag'],
    ['--requests-per-host', '3', file()],
    ['--api-key', '(not shown)', 'SITESOUNDER_API_KEY'],
  ])
})

test('audit goes by a file in TypeScript: the URL, options and checks', async () => {
  await using site = await serveHttp((_, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>A</title><a href="/b">b</a>')
  })
  const config = { url: site.origin, audit: { limit: 1, format: 'json', output: 'report.json', 'fail-on': 'never' } }
  const checks = [{ checkId: 'meta-description-missing', isOff: true, severity: null }]
  writeFileSync(
    file('sitesounder.config.ts'),
    `const config: object = ${JSON.stringify({ ...config, checks })}\nexport default config\n`,
  )
  const { code, stderr } = await runCommand(['audit', ...fastFlags], { cwd: below })
  assert.deepEqual([code, stderr], [0, ''])
  const report = JSON.parse(readFileSync(file('report.json'), 'utf8'))
  assert.equal(report.crawl.crawlLimit, 1)
  assert.equal(
    report.issues.some((issue: { checkId: string }) => issue.checkId === 'meta-description-missing'),
    false,
  )
})

const wrong: [string, (name: string) => void, RegExp][] = [
  ['what is no JSON', name => writeFileSync(name, '{'), /is not valid JSON\.$/m],
  [
    'an unknown option',
    name => writeFileSync(name, '{"audit":{"limt":1}}'),
    /no "audit\.limt"; did you mean "limit"\.$/m,
  ],
]
for (const [name, write, said] of wrong)
  test(`a file with ${name} is refused, and not read with --config none`, async () => {
    write(file())
    const refused = await runCommand(['config'], { cwd: below })
    assert.equal(refused.code, 2)
    assert.match(refused.stderr, said)
    assert.equal((await runCommand(['config', '--config', 'none'], { cwd: below })).code, 0)
  })
