import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import { after, before, beforeEach, describe, test } from 'node:test'
import { checkHost, type Resolve } from '#fetch/address-guard.ts'
import type { Report } from '../hostile/differences.ts'
import { type InProcessEngine, openInProcessEngine } from '../support/in-process-engine.ts'

/**
 * Whole crawls whose names are resolved slowly, wrongly, or each time otherwise. The site listens on 127.0.0.1, which the operator
 * has opened for its port; the private service has the same port on 127.0.0.2, which is not opened: a single connection to
 * it fails the test.
 */

const PUBLIC = '93.184.216.34'
const SITE = '127.0.0.1'
const PRIVATE = '127.0.0.2'
const DEAD = '127.0.0.3'
const CONNECT_TIMEOUT_MS = 300
const CACHE_OUTLIVED_MS = 60_000

let site: Server
let intruder: Server
let port: number
let intrusions = 0
let engine: InProcessEngine
/** Results of the resolver by name; a function is called each time. */
let names: Record<string, readonly string[] | (() => Promise<readonly string[]>)> = {}
let questions: string[] = []
let pages: Record<string, string> = {}
let onRequest: (path: string) => void = () => {}
let clockAheadMs = 0

const resolve: Resolve = async name => {
  questions.push(name)
  const addresses = names[name]
  if (addresses === undefined) throw Object.assign(new Error(`no ${name}`), { code: 'ENOTFOUND' })
  return typeof addresses === 'function' ? addresses() : addresses
}
const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }))
const url = (host: string, path = '/') => `http://${host}:${port}${path}`
const page = (title: string, ...links: string[]) =>
  `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${links.map(href => `<a href="${href}">${href}</a>`).join('')}`

async function listen(server: Server, host: string, wanted = 0): Promise<number> {
  await new Promise<void>((resolveListening, reject) =>
    server.once('error', reject).listen(wanted, host, resolveListening),
  )
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** Not every system has all of 127.0.0.0/8 on its loopback interface. */
let hasTwoAddresses = true

before(async () => {
  site = createServer(({ url: path = '' }, response) => {
    onRequest(path)
    const body = pages[path]
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html', connection: 'close' }).end(body)
  })
  intruder = createServer((_request, response) => response.end('secret'))
  intruder.on('connection', () => intrusions++)
  port = await listen(site, SITE)
  await listen(intruder, PRIVATE, port).catch(() => {
    hasTwoAddresses = false
  })
  engine = await openInProcessEngine({
    resolve,
    policy: { targets: 'public', allow: [`${SITE}:${port}`, `${DEAD}:${port}`] },
    now: () => performance.now() + clockAheadMs,
    limits: { connectTimeoutMs: CONNECT_TIMEOUT_MS },
  })
})
after(async () => {
  await engine[Symbol.asyncDispose]()
  for (const server of [site, intruder]) {
    server.closeAllConnections()
    if (server.listening) await new Promise(done => server.close(done))
  }
  assert.equal(intrusions, 0)
  assert.deepEqual(engine.logged, [])
})
beforeEach(() => {
  names = {}
  questions = []
  onRequest = () => {}
  // No result of an earlier test is cached.
  clockAheadMs += CACHE_OUTLIVED_MS
})

const row = (report: Report, address: string) => report.pages.find(each => each.url === address)
const skipOf = (report: Report, address: string) => report.skipped.find(each => each.url === address)?.reason
const findings = (report: Report, check: string) =>
  report.issues.filter(issue => issue.check === check).map(({ pageUrl, message }) => [pageUrl, message])

describe('the name of the start page', () => {
  const rows: [name: string, addresses: (typeof names)[string] | undefined, words: string][] = [
    ['does not exist', undefined, 'The domain name does not exist: DNS has no address for it'],
    ['has no address', [], 'The domain name does not exist: DNS has no address for it'],
    ['is resolved by a server that fails', failing('ESERVFAIL'), 'The DNS server failed'],
    ['is not resolved', failing('EAI_AGAIN'), 'The DNS server did not respond'],
    ['is resolved too late', () => new Promise(() => {}), `No connection within ${CONNECT_TIMEOUT_MS / 1_000} s`],
    ['leads to a closed port', [DEAD], 'Nothing responds on port'],
  ]
  for (const [name, addresses, words] of rows) {
    test(`that ${name} ends the crawl with a sentence`, async () => {
      names = addresses === undefined ? {} : { 'start.test': addresses }
      const { crawl } = await engine.crawl({ url: url('start.test') })
      assert.equal(crawl.endReason, 'start-unreachable')
      assert.ok(
        crawl.endSentence.startsWith(`The start page ${url('start.test')} gave no page: ${words}`),
        crawl.endSentence,
      )
    })
  }

  const refusedResponses: [name: string, addresses: readonly string[]][] = [
    ['a private address', [PRIVATE]],
    ['a public and a private address', [PUBLIC, PRIVATE]],
    ['a private and a public address', [PRIVATE, PUBLIC]],
    ['a private address within IPv6', [`::ffff:${PRIVATE}`]],
    ['the address of cloud metadata', ['169.254.169.254']],
    ['something that is no address', ['localhost']],
  ]
  for (const [name, addresses] of refusedResponses) {
    test(`that resolves to ${name} is not connected to`, async () => {
      names = { 'start.test': addresses }
      const { crawl } = await engine.crawl({ url: url('start.test') })
      assert.equal(crawl.endReason, 'start-refused')
      assert.match(crawl.endSentence, /^This address is not on the public internet\./)
    })
  }

  test('that was public when it was checked and is private when it is connected to is not connected to', async () => {
    let requestCount = 0
    names = { 'start.test': async () => (requestCount++ === 0 ? [PUBLIC] : [PRIVATE]) }
    const policy = { targets: 'public', allow: [] } as const
    assert.deepEqual(await checkHost({ url: url('start.test'), policy, resolve }), { ok: true })
    const { crawl } = await engine.crawl({ url: url('start.test') })
    assert.equal(crawl.endReason, 'start-refused')
  })
})

describe('a crawl', () => {
  test('connects to an address that responds when another one of the name does not', async () => {
    names = { 'site.test': [DEAD, SITE] }
    pages = { '/': page('Start') }
    const { crawl, report } = await engine.crawl({ url: url('site.test') })
    assert.deepEqual([crawl.endReason, row(report, url('site.test'))?.title], ['finished', 'Start'])
  })

  test('whose own name turns private on the way requests nothing there, and keeps what it has', async context => {
    if (!hasTwoAddresses) return context.skip('this system has one loopback address')
    let address = SITE
    names = { 'site.test': async () => [address] }
    pages = { '/': page('Start', '/a', '/b'), '/a': page('A'), '/b': page('B') }
    onRequest = path => {
      if (path !== '/') return
      address = PRIVATE
      clockAheadMs += CACHE_OUTLIVED_MS
    }
    const { crawl, report } = await engine.crawl({ url: url('site.test') })
    assert.deepEqual([crawl.endReason, crawl.counts.pagesCrawled], ['finished', 1])
    assert.equal(row(report, url('site.test'))?.title, 'Start')
    for (const path of ['/a', '/b']) assert.equal(skipOf(report, url('site.test', path)), 'address-refused')
    assert.ok(questions.length >= 2)
  })

  test('requests nothing from private names, however a page names them, and says why links fail', async () => {
    names = {
      'site.test': [SITE],
      'www.site.test': [PRIVATE],
      'private.test': [PRIVATE],
      'mixed.test': [SITE, PRIVATE],
      'other.test': [SITE],
      'busy.test': failing('EAI_AGAIN'),
      'slow.test': () => new Promise(() => {}),
    }
    // One other site responds, so that the machine's own connection is not in doubt.
    const hosts = ['other.test', 'private.test', 'mixed.test', 'gone.test', 'busy.test', 'slow.test']
    const links = hosts.map(host => url(host, '/x'))
    const files = [
      `<img alt="x" src="${url('private.test', '/img')}">`,
      `<script src="${url('mixed.test', '/js')}"></script>`,
      `<iframe src="${url('private.test', '/frame')}"></iframe>`,
      `<link rel="canonical" href="${url('private.test', '/canonical')}">`,
      `<meta http-equiv="refresh" content="9;url=${url('private.test', '/refresh')}">`,
    ]
    pages = {
      '/': page('Start', '/plain', url('www.site.test', '/own'), ...links) + files.join(''),
      '/plain': page('Plain'),
      '/x': 'x',
    }
    const { crawl, report } = await engine.crawl({ url: url('site.test') })
    assert.deepEqual([crawl.endReason, crawl.counts.pagesCrawled], ['finished', 2])
    assert.equal(row(report, url('site.test', '/plain'))?.title, 'Plain')
    for (const target of [url('private.test', '/x'), url('mixed.test', '/x'), url('private.test', '/img')])
      assert.equal(skipOf(report, target), 'address-refused', target)
    // The own host with www. has no robots.txt that could be fetched.
    assert.equal(skipOf(report, url('www.site.test', '/own')), 'robots')
    const gone = findings(report, 'external-link-broken')
    assert.deepEqual(gone, [
      [
        url('gone.test', '/x'),
        `Broken link: host name not found (DNS): ${url('gone.test', '/x')} (linked from 1 page)`,
      ],
    ])
    const unsure = findings(report, 'external-link-unverifiable').map(([target]) => target)
    for (const host of ['busy.test', 'slow.test']) assert.ok(unsure.includes(url(host, '/x')), host)
    assert.ok([...unsure, ...gone.map(([target]) => target)].every(target => !target?.includes('private.test')))
  })
})
