import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { createApiKeys } from '#accounts/api-keys.ts'
import { serveHttp } from '#fetch/test-server.ts'
import type { RunningServer } from '#runtime/server.ts'
import { crawlResultSchema, crawlStartedSchema } from '#shared/api/crawls.ts'
import type { ApiKeyScopes } from '#shared/api-key.ts'
import { fastFlags, runCommand } from '../support/command.ts'
import { startTestServer } from '../support/product.ts'
import { type SlowSite, startSlowSite } from '../support/slow-site.ts'
import { openTestStore, temporaryFolder } from '../support/storage.ts'
import { until } from '../support/until.ts'

/** `sitesounder crawls` beside a running server, and `sitesounder audit --urls`: in processes of their own. */

let site: SlowSite
let folder: string
let server: RunningServer
const keys: Record<ApiKeyScopes, string> = { read: '', 'read+crawl': '' }
before(async () => {
  site = await startSlowSite()
  folder = temporaryFolder()
  server = await startTestServer({ folder, flags: { 'user-password': 'nine small otters' } })
  await using store = await openTestStore({ folder })
  const account = await store.accounts.findByName('user')
  assert.ok(account)
  const apiKeys = createApiKeys({ store, now: Date.now, randomBytes })
  for (const scopes of ['read', 'read+crawl'] as const)
    keys[scopes] = (await apiKeys.add(account, { name: scopes, scopes })).secret
})
after(async () => {
  site.letGo()
  await server[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const crawls = (args: readonly string[], key: string = keys['read+crawl']) =>
  runCommand(['crawls', ...args, '--server', server.url], { env: { SITESOUNDER_API_KEY: key } })

test('crawls of a server are listed, paused, resumed and stopped by an API key', async () => {
  assert.equal((await crawls(['list'])).stdout, 'There are no crawls.\n')
  const started = await fetch(`${server.url}/api/crawl`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys['read+crawl']}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${site.origin}/start` }),
  })
  assert.equal(started.status, 200)
  const { websiteId } = crawlStartedSchema.parse(await started.json())
  const steps: [args: string[], said: RegExp][] = [
    [['pause', String(websiteId)], /^The crawl is (?:being )?paused\.\n$/],
    [['resume', String(websiteId)], /^The crawl goes on\.\n$/],
    [['stop', String(websiteId)], /^The crawl is (?:being )?stopped\.\n$/],
  ]
  for (const [args, said] of steps) {
    const { code, stdout, stderr } = await crawls(args)
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, said)
  }
  const { stdout } = await crawls(['list'])
  assert.match(
    stdout,
    new RegExp(`^id +status +pages +url\\n${websiteId} +\\w+ +\\d+ of 100 +${site.origin}/start\\n$`),
  )
})

test('issues of a server are listed, with their reason where they are muted, and checked again', async () => {
  let title = ''
  await using own = await serveHttp(({ url = '' }, response) => {
    const isPage = url === '/'
    const html = `<!doctype html><html lang="en"><title>${title}</title><h1>Anchors</h1><p>Of all sizes.`
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' }).end(isPage ? html : '')
  })
  const url = `${own.origin}/`
  const call = async (path: string, body: unknown) => {
    const headers = { authorization: `Bearer ${keys['read+crawl']}`, 'content-type': 'application/json' }
    return await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  const { websiteId } = crawlStartedSchema.parse(await (await call('/api/crawl', { url })).json())
  const issues = (...args: string[]) =>
    runCommand(['issues', ...args, '--server', server.url], { env: { SITESOUNDER_API_KEY: keys['read+crawl'] } })
  const list = async () => (await issues('list', String(websiteId))).stdout
  const headers = { authorization: `Bearer ${keys.read}` }
  const status = async () =>
    crawlResultSchema.parse(await (await fetch(`${server.url}/api/crawl/${websiteId}`, { headers })).json()).status
  await until(async () => (await status()) === 'complete')
  const reason = 'Agreed with the client'
  assert.equal(
    (await call(`/api/websites/${websiteId}/mutes`, { checkId: 'content-thin', pattern: null, reason })).status,
    200,
  )
  assert.match(
    (await issues('muted', String(websiteId))).stdout,
    new RegExp(`^\\d+ +info +content-thin +${url} +${reason}$`, 'm'),
  )
  const [, issue = ''] = /^(\d+) +error +title-missing +/m.exec(await list()) ?? []
  const stays = await issues('check-again', String(websiteId), issue)
  assert.deepEqual([stays.code, stays.stdout, stays.stderr], [1, `Issue ${issue}: It is still so.\n`, ''])
  title = 'Anchors of all sizes'
  const fixed = await issues('check-again', String(websiteId), issue)
  assert.deepEqual([fixed.code, fixed.stdout, fixed.stderr], [0, `Issue ${issue}: It is fixed.\n`, ''])
  assert.ok(!(await list()).includes('title-missing'))
  const gone = await issues('check-again', String(websiteId), issue)
  assert.deepEqual([gone.code, gone.stderr], [1, 'Issue not found.\n'])
})

test('what the server refuses is said in its words', async () => {
  const refused: [args: string[], key: string, said: RegExp][] = [
    [['pause', '4711'], keys['read+crawl'], /^Website not found\.\n$/],
    [['pause', '1'], keys.read, /./],
    [['list'], 'snd_none', /./],
  ]
  for (const [args, key, said] of refused) {
    const { code, stdout, stderr } = await crawls(args, key)
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, said)
    assert.ok(!stderr.includes(key))
  }
})

test('a key is not sent on to where a server redirects', async () => {
  const requested: string[] = []
  await using elsewhere = await serveHttp((request, response) => {
    requested.push(request.headers.authorization ?? '')
    response.end('[]')
  })
  await using wrong = await serveHttp((_, response) =>
    response.writeHead(307, { location: `${elsewhere.origin}/api/websites` }).end(),
  )
  const { code, stderr } = await runCommand(['crawls', 'list', '--server', wrong.origin, '--api-key', 'snd_secret'])
  assert.deepEqual([code, stderr, requested], [1, `The server ${wrong.origin} does not respond.\n`, []])
})

test('audit --urls visits exactly the URLs of a file, or of standard input', async () => {
  const html = '<!doctype html><html lang="en"><title>Page</title><h1>Page</h1><a href="/more">More</a></html>'
  const requested: string[] = []
  await using own = await serveHttp(({ url = '', method }, response) => {
    requested.push(`${method} ${url}`)
    const isPage = url !== '/robots.txt'
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' }).end(isPage ? html : '')
  })
  const file = path.join(folder, 'list.txt')
  const list = `\uFEFF# two pages\r\n${own.origin}/b\r\n\r\n${own.origin}/a\r\n`
  writeFileSync(file, list)
  const args = ['audit', own.origin, '--format', 'csv', '--part', 'pages', '--fail-on', 'never', ...fastFlags, '--urls']
  const fromFile = await runCommand([...args, file])
  assert.deepEqual([fromFile.code, fromFile.stderr], [0, ''])
  assert.deepEqual(
    [...fromFile.stdout.matchAll(/http:\/\/127\.0\.0\.1:\d+(\/\w*),/g)].map(found => found[1]).slice(0, 2),
    ['/b', '/a'],
  )
  assert.equal(fromFile.stdout.trim().split('\n').length, 3)
  assert.ok(requested.includes('GET /more') && !requested.includes('GET /'))
  const fromInput = await runCommand([...args, '-'], { input: list })
  assert.equal(fromInput.stdout.replaceAll(/\d/g, ''), fromFile.stdout.replaceAll(/\d/g, ''))

  const refused: [args: string[], input: string, sentence: string][] = [
    [
      [...args, '-'],
      'example.org/',
      `--urls: Line 1 is a URL of another site than ${new URL(own.origin).host}: example.org/.\n`,
    ],
    [[...args, '-', '--limit', '1'], list, '--urls: The list has more URLs than the crawl limit of 1 page allows.\n'],
    [
      [...args, path.join(folder, 'none')],
      '',
      `The file ${path.join(folder, 'none')} of --urls cannot be read (ENOENT).\n`,
    ],
  ]
  for (const [given, input, sentence] of refused) {
    const { code, stdout, stderr } = await runCommand(given, { input })
    assert.deepEqual([code, stdout, stderr], [2, '', sentence])
  }
})
