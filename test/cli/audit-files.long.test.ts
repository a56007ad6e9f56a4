import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type DemoSite, startDemoSite } from '#demo-site/site.ts'
import { type Finished, fastFlags, runCommand } from '../support/command.ts'

/** Files that `sitesounder audit` reads and writes, and by what its exit code says that there is something to fix. */

let site: DemoSite
let folder: string

before(async () => {
  site = await startDemoSite()
  folder = mkdtempSync(path.join(tmpdir(), 'sitesounder-cli-'))
})
after(async () => {
  await site[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const audit = (...args: string[]) => runCommand(['audit', ...args, ...fastFlags])

test('an internal error is reported with its stack, and its exit code is not that of findings', async () => {
  const fault = path.join(folder, 'fault.mjs')
  writeFileSync(
    fault,
    `process.on('newListener', event => {
      if (event === 'uncaughtException') setImmediate(() => { throw new Error('a fault') })
    })`,
  )
  const args = ['audit', site.url, '--limit', '5', ...fastFlags]
  const temporary = mkdtempSync(path.join(folder, 'temporary-'))
  const env = { NODE_OPTIONS: `--import ${fault}`, TMPDIR: temporary }
  const { code, stdout, stderr } = await runCommand(args, { env })
  assert.deepEqual([code, stdout], [2, ''])
  assert.deepEqual(readdirSync(temporary), [], 'nothing of the crawl is left behind')
  assert.match(stderr, /Error: a fault\n +at /)
})

test('--settings decides about checks, mutes and thresholds', async () => {
  const file = path.join(folder, 'settings.json')
  const settings = {
    checks: [{ checkId: 'title-missing', isOff: false, severity: 'info' }],
    mutes: [{ checkId: 'h1-missing', pattern: '/*', reason: 'Agreed with the client' }],
    thresholds: [{ checkId: 'title-too-long', name: 'maxWidth', value: 20 }],
  }
  writeFileSync(file, JSON.stringify(settings))
  const { stdout, stderr } = await audit(site.url, '--limit', '200', '--format', 'json', '--settings', file)
  assert.equal(stderr, '')
  const { issues }: { issues: { check: string; severity: string; message: string }[] } = JSON.parse(stdout)
  const of = (id: string) => issues.filter(({ check }) => check === id)
  assert.deepEqual([of('title-missing').length > 0, of('h1-missing').length], [true, 0])
  assert.ok(of('title-missing').every(({ severity }) => severity === 'info'))
  assert.ok(of('title-too-long').length > 10)
  assert.ok(of('title-too-long').every(({ message }) => /20 (?:Latin )?characters/.test(message)))
  const wrong = await audit(site.url, '--settings', path.join(folder, 'none.json'))
  assert.deepEqual(
    [wrong.code, /^The settings file .+none\.json cannot be read \(ENOENT\)\.\n$/.test(wrong.stderr)],
    [2, true],
  )
})

test('--report writes the client report, --sitemap the sitemap, beside one list of the crawl by --part', async () => {
  const fileOf = (name: string) => path.join(folder, name)
  const files = ['--report', fileOf('report.html'), '--sitemap', fileOf('sitemap.xml')]
  const links = await audit(site.url, '--limit', '20', ...files, '--format', 'csv', '--part', 'links', '--bom')
  assert.match(links.stdout, /^\uFEFF[A-Za-z" ,]*Target/, '--bom begins it for spreadsheet programs')
  writeFileSync(fileOf('logo.gif'), Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64'))
  const brand = ['--report-name', 'Northlight Studio', '--report-logo', fileOf('logo.gif')]
  const document = ['--report', fileOf('report.pdf'), ...brand]
  const pages = await audit(site.url, '--limit', '5', ...document, '--format', 'json', '--part', 'pages')
  const list: { pages: { url: string }[] } = JSON.parse(pages.stdout)
  assert.ok(list.pages.some(page => page.url === site.url))
  const html = readFileSync(fileOf('report.html'), 'utf8')
  assert.ok(html.startsWith('<!doctype html>') && html.trimEnd().endsWith('</html>'))
  assert.ok(html.includes('The limit of 20 pages was reached'))
  assert.ok(html.includes('Full URL lists: <bdi>report-urls.csv</bdi>'))
  assert.match(readFileSync(fileOf('report-urls.csv'), 'utf8'), /^\uFEFF/)
  assert.equal(readFileSync(fileOf('report.pdf')).subarray(0, 5).toString('latin1'), '%PDF-')
  const sitemap = readFileSync(fileOf('sitemap.xml'), 'utf8')
  assert.ok(
    sitemap.startsWith('<?xml ') && sitemap.includes(`<loc>${site.url}`) && sitemap.trimEnd().endsWith('</urlset>'),
  )
})

describe('five pages', () => {
  let fewPages: string[]
  let table: Finished
  let csv: Finished
  let json: Finished
  let score: number
  const fileOf = (name: string) => path.join(folder, name)

  before(async () => {
    fewPages = [site.url, '--limit', '5', '--fail-on', 'never']
    table = await audit(...fewPages)
    score = Number(/Health +(\d+) of 100/.exec(table.stdout)?.[1])
    const kept = ['--output', fileOf('report.csv'), '--data', fileOf('kept')]
    csv = await audit(...fewPages, '--format', 'csv', '--min-score', String(score), ...kept)
    json = await audit(...fewPages, '--format', 'json', '--min-score', String(score + 1))
  })

  test('--fail-on never makes the exit code 0', () => assert.equal(table.code, 0))

  test('--format json is one JSON document with the counts of the crawl', () => {
    const report: { counts: { pagesCrawled: number }; issues: unknown[] } = JSON.parse(json.stdout)
    assert.equal(report.counts.pagesCrawled, 5)
    assert.ok(report.issues.length > 0)
  })

  test('--min-score fails below a health score, which the summary and the report say alike', () => {
    const report: { health: { score: number } } = JSON.parse(json.stdout)
    assert.deepEqual([csv.code, json.code, report.health.score], [0, 1, score])
    assert.equal(json.stderr, `The health score is ${score}, below ${score + 1}.\n`)
  })

  test('--output writes the report there and nothing to the terminal', () => {
    assert.equal(csv.stdout, '')
    assert.match(readFileSync(fileOf('report.csv'), 'utf8'), /^severity,.*\r\n/i)
  })

  test('--data keeps the crawl in that folder', () =>
    assert.ok(existsSync(path.join(fileOf('kept'), 'sitesounder.sqlite'))))

  test('a URL without a command is audited, with the options of audit', async () => {
    const bare = await runCommand([...fewPages, '--format', 'csv', ...fastFlags])
    assert.deepEqual([bare.code, bare.stderr], [0, ''])
    const withoutTime = (text: string) => text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')
    assert.equal(withoutTime(bare.stdout), withoutTime(readFileSync(fileOf('report.csv'), 'utf8')))
  })

  test('a host behind flags is audited, with the exit codes of audit', async () => {
    const { host } = new URL(site.url)
    const { code } = await runCommand(['--limit', '5', '--fail-on', 'warning', ...fastFlags, host])
    assert.equal(code, 1)
  })
})
