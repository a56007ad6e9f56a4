import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { type DemoSite, startDemoSite } from '#demo-site/site.ts'
import { fastFlags, runCommand } from '../support/command.ts'

/** `sitesounder audit` in a process of its own: what it prints, and what its exit code says. Its files: audit-files.long.test.ts. */

let site: DemoSite

before(async () => {
  site = await startDemoSite()
})
after(() => site[Symbol.asyncDispose]())

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
  [
    'an unknown option',
    ['audit', 'a.example', '--limt', '3'],
    /^audit has no option --limt; did you mean --limit\?\n$/,
  ],
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
