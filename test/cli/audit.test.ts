import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { type DemoSite, startDemoSite } from '#demo-site/site.ts'
import { fastFlags, runCommand } from '../support/command.ts'

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

test('--fail-on never makes the exit code 0', async () => {
  const { code } = await audit(site.url, '--limit', '5', '--fail-on', 'never')
  assert.equal(code, 0)
})

test('--min-score fails below a health score, which the summary and the report say alike', async () => {
  const args = [site.url, '--limit', '5', '--fail-on', 'never']
  const { stdout } = await audit(...args)
  const score = Number(/Health +(\d+) of 100/.exec(stdout)?.[1])
  const { code: codeAt } = await audit(...args, '--min-score', String(score))
  const below = await audit(...args, '--min-score', String(score + 1), '--format', 'json')
  const report: { health: { score: number } } = JSON.parse(below.stdout)
  assert.deepEqual([codeAt, below.code, report.health.score], [0, 1, score])
  assert.equal(below.stderr, `The health score is ${score}, below ${score + 1}.\n`)
  const wrong = await audit(...args, '--min-score', '101')
  assert.deepEqual([wrong.code, wrong.stderr.includes('--min-score must be a whole number, 100 at most')], [2, true])
})

test('--format json is one JSON document with the counts of the crawl', async () => {
  const { stdout } = await audit(site.url, '--limit', '20', '--format', 'json')
  const report: { counts: { pagesCrawled: number }; issues: unknown[] } = JSON.parse(stdout)
  assert.equal(report.counts.pagesCrawled, 20)
  assert.ok(report.issues.length > 0)
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

test('--output writes the report there and nothing to the terminal', async () => {
  const file = path.join(folder, 'report.csv')
  const { stdout } = await audit(site.url, '--limit', '20', '--format', 'csv', '--output', file)
  assert.equal(stdout, '')
  assert.match(readFileSync(file, 'utf8'), /^severity,.*\r\n/i)
})

test('--part takes one list of the crawl, --bom begins it for spreadsheet programs', async () => {
  const links = await audit(site.url, '--limit', '5', '--format', 'csv', '--part', 'links', '--bom')
  assert.match(links.stdout, /^\uFEFF[A-Za-z" ,]*Target/)
  const pages = await audit(site.url, '--limit', '5', '--format', 'json', '--part', 'pages')
  const list: { pages: { url: string }[] } = JSON.parse(pages.stdout)
  assert.ok(list.pages.some(page => page.url === site.url))
})

test('--report writes the client report, --sitemap the sitemap', async () => {
  const fileOf = (name: string) => path.join(folder, name)
  await audit(site.url, '--limit', '20', '--report', fileOf('report.html'), '--sitemap', fileOf('sitemap.xml'))
  await audit(site.url, '--limit', '5', '--report', fileOf('report.pdf'))
  const html = readFileSync(fileOf('report.html'), 'utf8')
  assert.ok(html.startsWith('<!doctype html>') && html.trimEnd().endsWith('</html>'))
  assert.ok(html.includes('The limit of 20 pages was reached'))
  assert.equal(readFileSync(fileOf('report.pdf')).subarray(0, 5).toString('latin1'), '%PDF-')
  const sitemap = readFileSync(fileOf('sitemap.xml'), 'utf8')
  assert.ok(
    sitemap.startsWith('<?xml ') && sitemap.includes(`<loc>${site.url}`) && sitemap.trimEnd().endsWith('</urlset>'),
  )
})

test('--data keeps the crawl in that folder; without it nothing is left behind', async () => {
  const kept = path.join(folder, 'kept')
  await audit(site.url, '--limit', '5', '--data', kept)
  assert.ok(existsSync(path.join(kept, 'sitesounder.sqlite')))
})

test('exit code 2 and a sentence when the site cannot be crawled', async () => {
  const { server, url } = await serveOnly('')
  server.close()
  server.closeAllConnections()
  const { code, stdout } = await audit(url)
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
    /^--format must be one of table, json, csv, junit, sarif, github, not “xml”\.\n$/,
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
  ['a limit of none', ['audit', 'a.example', '--limit', '0'], /^--limit must be a whole number, 1 or more\.\n$/],
  [
    'an unknown command',
    ['scan'],
    /^There is no command scan: serve, worker, audit, pagespeed, crawls, issues, users or migrate\./,
  ],
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
  for (const word of ['serve', 'audit', '--limit', '--fail-on', 'exit codes'])
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
test('a URL without a command is audited, with the options and exit codes of audit', async () => {
  const named = await audit(site.url, '--limit', '5', '--format', 'csv', '--fail-on', 'never')
  const bare = await runCommand([site.url, '--limit', '5', '--format', 'csv', '--fail-on', 'never', ...fastFlags])
  assert.deepEqual([bare.code, bare.stderr], [0, ''])
  const withoutTime = (csv: string) => csv.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')
  assert.equal(withoutTime(bare.stdout), withoutTime(named.stdout))

  const host = new URL(site.url).host
  const behindFlags = await runCommand(['--limit', '5', '--fail-on', 'warning', ...fastFlags, host])
  assert.equal(behindFlags.code, 1)
  const unreachable = await runCommand(['localhost:1', ...fastFlags])
  assert.equal(unreachable.code, 2)
  assert.match((await runCommand(['example.com', '--help'])).stdout, /Options of audit/)
})

test('a word that is neither command nor URL is refused', async () => {
  const { code, stderr } = await runCommand(['adit'])
  assert.equal(code, 2)
  assert.match(stderr, /^There is no command adit: serve, /)
})
