import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, describe, test } from 'node:test'
import { serveHttp } from '#fetch/test-server.ts'
import { fastFlags, runCommand } from '../support/command.ts'
import { temporaryFolder } from '../support/storage.ts'

test('explain shows all that the catalogue says of a check', async () => {
  const { code, stdout, stderr } = await runCommand(['explain', 'title-too-long'])
  assert.deepEqual([code, stderr], [0, ''])
  const headings = stdout.split('\n').filter(line => /^[A-Z]/.test(line))
  assert.deepEqual(headings, [
    'Severity: info, as a rule. The check reads one page at a time.',
    'Why it matters',
    'How to fix it',
    'Thresholds, which a website may change',
    'Sources',
  ])
  assert.match(stdout, /^title-too-long: /)
  assert.match(stdout, /\(maxWidth\): \d+ characters, from \d+ to \d+$/m)
  assert.match(stdout, /^ {4}https:\/\//m)
})

test('explain lists every check, as text and as JSON', async () => {
  const [text, json] = await Promise.all([runCommand(['explain']), runCommand(['explain', '--json'])])
  assert.deepEqual([text.code, text.stderr, json.code, json.stderr], [0, '', 0, ''])
  const ids: string[] = JSON.parse(json.stdout).map(({ id }: { id: string }) => id)
  const listed = text.stdout.trimEnd().split('\n')
  assert.deepEqual(
    listed.map(line => line.split(' ')[0]),
    ['id', ...ids],
  )
})

test('explain gives one check as JSON', async () => {
  const { code, stdout } = await runCommand(['explain', 'title-missing', '--json'])
  const { id, severity, reads, thresholds } = JSON.parse(stdout)
  assert.deepEqual([code, id, severity, reads, thresholds], [0, 'title-missing', 'error', 'page', []])
})

const misuses: [string[], string][] = [
  [
    ['explain', 'title-mising'],
    'There is no check title-mising; did you mean title-missing? "sitesounder explain" lists them all.\n',
  ],
  [['explain', 'title-missing', 'h1-missing'], 'Name one check at most.\n'],
]
for (const [args, said] of misuses)
  test(`${args.join(' ')} is refused`, async () => {
    assert.deepEqual(await runCommand(args), { code: 2, stdout: '', stderr: said })
  })

describe('explain of own checks and rules', () => {
  const folder = temporaryFolder()
  mkdirSync(folder, { recursive: true })
  after(() => rmSync(folder, { recursive: true, force: true }))
  const check = `{ id: 'dull', type: 'own_issue', severity: 'info', applies: 'html-ok', title: 'Dull page', passedTitle: 'Lively page',
    why: 'Readers leave.', fix: 'Tell more.', sources: [], check: () => [{}] }`
  writeFileSync(path.join(folder, 'checks.mjs'), `export const dull = ${check}`)
  const rule = { id: 'short', severity: 'error', title: 'Short \u001b[31mpage', conditions: 'title:contains:Short' }
  const config = { url: 'https://example.com/', settings: { 'check-files': ['checks.mjs'] }, rules: [rule] }
  writeFileSync(path.join(folder, 'sitesounder.config.json'), JSON.stringify(config))
  const run = (...args: string[]) => runCommand(['explain', ...args], { cwd: folder })

  test('shows those of the configuration file', async () => {
    const { code, stdout } = await run('own:dull')
    assert.deepEqual([code, stdout.split('\n')[0]], [0, 'own:dull: Dull page'])
    assert.match(stdout, /^ {2}Readers leave\.$/m)
    const { stdout: ofRule } = await run('rule:short')
    assert.equal(
      ofRule,
      'rule:short: Short [U+001B][31mpage\n\nSeverity: error, as a rule. The check reads all pages of the website together.\n',
    )
    const { stdout: list } = await run()
    assert.match(list, /^own:dull .*\nrule:short .*\n$/m)
    assert.match((await run('own:dul')).stderr, /did you mean own:dull\?/)
  })

  test('shows those of a crawl, when the files are gone', async t => {
    await using site = await serveHttp((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>A page</title>')
    })
    const data = path.join(folder, 'data')
    await runCommand(['audit', site.origin, '--data', data, '--fail-on', 'never', ...fastFlags], { cwd: folder })
    const elsewhere = temporaryFolder()
    mkdirSync(elsewhere, { recursive: true })
    t.after(() => rmSync(elsewhere, { recursive: true, force: true }))
    for (const [id, title] of [
      ['own:dull', 'Dull page'],
      ['rule:short', rule.title],
    ]) {
      const args = ['explain', id ?? '', '--crawl', '1', '--data', data, '--json']
      const { code, stdout } = await runCommand(args, { cwd: elsewhere })
      assert.deepEqual([code, JSON.parse(stdout).title], [0, title])
    }
    const unknown = await runCommand(['explain', '--crawl', 'one'], { cwd: elsewhere })
    assert.match(unknown.stderr, /^Name the crawl by its id/)
  })
})
