import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type DemoSite, startDemoSite } from '#demo-site/site.ts'
import { type Finished, fastFlags, runCommand } from '../support/command.ts'

/** `sitesounder audit` in a process of its own: what it prints, and what its exit code says. */

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

async function serveOnly(html: string): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const isRobots = request.url === '/robots.txt'
    response.writeHead(isRobots ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(isRobots ? '' : html)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, server }
}

test('a summary a person can read, no progress line in a pipe, exit code 1 for errors', async () => {
  const { code, stdout, stderr } = await audit(site.url, '--limit', '200')
  assert.equal(code, 1)
  assert.equal(stderr, '')
  assert.match(stdout, /Missing title/)
  assert.match(stdout, /The whole site was crawled: \d+ pages\./)
  assert.ok(!stdout.includes('\u001b'), 'no colour in a pipe')
})

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

test('exit code 2 and a sentence when the site cannot be crawled', async () => {
  const { server, url } = await serveOnly('')
  server.close()
  server.closeAllConnections()
  const { code, stdout } = await runCommand([new URL(url).host, ...fastFlags])
  assert.equal(code, 2)
  assert.match(stdout, /gave no page/)
})

test('a single page without links is crawled and reported', async () => {
  const { server, url } = await serveOnly('<!doctype html><title>One page alone</title><p>Hello</p>')
  const { stdout } = await audit(url, '--fail-on', 'never')
  server.close()
  assert.match(stdout, /The whole site was crawled: 1 page\./)
})

test('Ctrl-C stops the crawl and reports what was seen', async () => {
  let count = 0
  const endless = createServer((request, response) => {
    count++
    const page = Number(request.url?.slice(2) ?? 0)
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(`<title>Page ${page} of many</title><a href="/p${page + 1}">next</a>`)
    if (count === 30) interrupt()
  })
  await new Promise<void>(resolve => endless.listen(0, '127.0.0.1', resolve))
  const { port } = endless.address() as AddressInfo
  let interrupt = () => {}
  const running = runCommand(['audit', `http://127.0.0.1:${port}/`, '--limit', '100000', ...fastFlags], {
    onStart: child => {
      interrupt = () => child.kill('SIGINT')
    },
  })
  const { stdout } = await running
  endless.close()
  endless.closeAllConnections()
  assert.match(stdout, /The crawl was stopped after \d+ pages: the report is partial\./)
})

const refused: [string, string[], RegExp][] = [
  ['no URL', ['audit'], /^Name one URL to audit, such as example\.com\.\n$/],
  ['what is no URL', ['audit', 'nonsense'], /^Please enter a valid URL: nonsense\n$/],
  [
    'an unknown option',
    ['audit', 'a.example', '--limt', '3'],
    /^audit has no option --limt; did you mean --limit\?\n$/,
  ],
  [
    'an unknown format',
    ['audit', 'a.example', '--format', 'xml'],
    /^--format must be one of table, json, csv, junit, sarif, github, markdown, not “xml”\.\n$/,
  ],
  [
    'a report of an unknown kind',
    ['audit', 'a.example', '--report', 'report.docx'],
    /^--report must name a \.html or \.pdf file, not “report\.docx”\.\n$/,
  ],
  [
    'a list of a format that has none',
    ['audit', 'a.example', '--format', 'sarif', '--part', 'links'],
    /^--part goes with --format csv or --format json\.\n$/,
  ],
  [
    'a byte order mark in JSON',
    ['audit', 'a.example', '--format', 'json', '--bom'],
    /^--bom goes with --format csv\.\n$/,
  ],
  [
    'a score above 100',
    ['audit', 'a.example', '--min-score', '101'],
    /^--min-score must be a whole number, 100 at most/,
  ],
  ['a limit of none', ['audit', 'a.example', '--limit', '0'], /^--limit must be a whole number, 1 or more\.\n$/],
  ['an unknown command', ['scan'], /^There is no command scan: serve, worker, audit, (?:[a-z]+, )+[a-z]+ or migrate\./],
  ['a setting out of bounds', ['audit', 'a.example', '--queue-factor', '0'], /^--queue-factor must be a whole number/],
]
for (const [name, args, sentence] of refused) {
  test(`${name} is one sentence and exit code 2`, async () => {
    const { code, stdout, stderr } = await runCommand(args)
    assert.equal(code, 2)
    assert.equal(stdout, '')
    assert.match(stderr, sentence)
  })
}

test('--help teaches the commands, --version names the version', async () => {
  const help = await runCommand(['--help'])
  assert.equal(help.code, 0)
  for (const word of ['serve', 'audit', '--limit', '--fail-on', 'exit codes', 'examples'])
    assert.ok(help.stdout.includes(word), word)
  assert.match((await runCommand(['--version'])).stdout, /Sitesounder v1\.0\.0/)
})

test('each command has a --help of its own', async () => {
  const audit = await runCommand(['audit', '--help'])
  assert.equal(audit.code, 0)
  for (const word of ['sitesounder audit URL', '--fail-on', 'Exit codes: 0 nothing', '--user-agent'])
    assert.ok(audit.stdout.includes(word), word)
  for (const word of ['sitesounder serve', 'Options of users', 'sitesounder crawls'])
    assert.ok(!audit.stdout.includes(word), word)
  assert.equal((await runCommand(['help', 'audit'])).stdout, audit.stdout)

  const users = await runCommand(['users', '--help', '--password-stdin'])
  assert.equal(users.code, 0)
  assert.match(users.stdout, /--password-stdin/)
  assert.doesNotMatch(users.stdout, /--fail-on|--user-agent/)
})

test('--help works although a setting is wrong, and lists only commands that exist', async () => {
  const help = await runCommand(['serve', '--help'], { env: { SITESOUNDER_PORT: 'x' } })
  assert.deepEqual([help.code, help.stderr], [0, ''])
  const unknown = await runCommand(['adit', '--help'])
  assert.equal(unknown.code, 2)
  assert.match(unknown.stderr, /^There is no command adit: /)
})

test('a URL without a command has the --help of audit', async () =>
  assert.match((await runCommand(['example.com', '--help'])).stdout, /Options of audit/))

test('a word that is neither command nor URL is refused', async () => {
  const { code, stderr } = await runCommand(['adit'])
  assert.equal(code, 2)
  assert.match(stderr, /^There is no command adit: serve, /)
})
