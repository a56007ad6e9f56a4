import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { type LoopbackServer, serveHttp } from '#fetch/test-server.ts'
import type { RunningServer } from '#runtime/server.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { type Header, headersOf, sendRequest, type WireResponse } from '../attack/wire.ts'
import { residentMegabytesOf } from '../support/process-memory.ts'
import { type LoggedEvent, startTestServer } from '../support/product.ts'

/**
 * `npm run test:abuse`: twenty strangers use the server up as well as they can while a visitor crawls a small website. The figures are
 * printed and not asserted, because machines differ; what is asserted is that the visitor gets the same report as alone, while the
 * crawls of the strangers go on.
 */

const PAGES = 100
const STRANGERS = 20
const IDLE_SOCKETS = 2_100
const HUGE_PAGE_BYTES = 10_000_000
const DRIP_MS = 1_000
const POLL_MS = 100
const STRANGE_KINDS = ['slow', 'tarpit', 'huge'] as const
const PUBLIC_HOST = 'audit.example.com'
/** So long the strangers are alone with the server, so that all that can be taken is taken. */
const HEAD_START_MS = 15_000

const sites: LoopbackServer[] = []
let server: RunningServer
const logged: LoggedEvent[] = []
const sockets: Socket[] = []

const hugePage = `<!doctype html><html lang="en"><title>Huge</title>${'<p>word <a href="/x">word</a></p>'.repeat(HUGE_PAGE_BYTES / 32)}`

const robots: Record<string, string> = { slow: 'User-agent: *\nCrawl-delay: 3600\n' }

/** Kinds of websites. */
const kinds = {
  tarpit(path: string, response: ServerResponse) {
    if (path === '/') return html(response, links(30))
    response.writeHead(200, { 'content-type': 'text/html' }).write('<!doctype html>')
    const drip = setInterval(() => response.write(' '), DRIP_MS)
    response.once('close', () => clearInterval(drip))
  },
  slow(_path: string, response: ServerResponse) {
    html(response, links(30))
  },
  huge(_path: string, response: ServerResponse) {
    html(response, `${links(30)}${hugePage}`)
  },
  small(path: string, response: ServerResponse) {
    const at = Number(path.split('/').at(-1))
    html(response, `<h1>Page ${path}</h1><p>A page of a small website, number ${at}.</p>${links(PAGES - 1)}`)
  },
}

function links(count: number): string {
  return Array.from({ length: count }, (_, at) => `<a href="/${at}">Page ${at}</a>`).join(' ')
}

function html(response: ServerResponse, body: string): void {
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end(`<!doctype html><html lang="en"><title>Page</title>${body}`)
}

/** A website of a kind; each has a port of its own, since robots.txt and the rate are those of an origin. */
async function openSite(kind: keyof typeof kinds): Promise<LoopbackServer> {
  const site = await serveHttp(({ url = '' }, response) => {
    if (url === '/robots.txt') response.writeHead(200, { 'content-type': 'text/plain' }).end(robots[kind] ?? '')
    else if (url.startsWith('/sitemap')) response.writeHead(404).end()
    else kinds[kind](url, response)
  })
  sites.push(site)
  return site
}

before(async () => {
  server = await startTestServer({
    logged,
    flags: {
      // Behind a proxy, which names the IP address of each client.
      'public-url': `http://${PUBLIC_HOST}`,
      'trusted-proxies': '127.0.0.1',
      'allow-targets': '127.0.0.1',
      'page-workers': '1',
    },
  })
})
after(async () => {
  for (const socket of sockets) socket.destroy()
  await server[Symbol.asyncDispose]()
  for (const site of sites) await site[Symbol.asyncDispose]()
})

interface Visitor {
  cookie: string
  address: string
  websiteId: number
}

let slowestMs = 0

async function call(
  path: string,
  { cookie, address }: Omit<Visitor, 'websiteId'>,
  body?: object,
): Promise<WireResponse> {
  const startedMs = performance.now()
  const headers: Header[] = [
    ['Cookie', cookie],
    ['X-Forwarded-For', address],
  ]
  const sent = body && { method: 'POST', body: JSON.stringify(body) }
  if (body) headers.push(['Content-Type', 'application/json'])
  const response = await sendRequest(server.url, { host: PUBLIC_HOST, path, headers, ...sent })
  slowestMs = Math.max(slowestMs, performance.now() - startedMs)
  assert.equal(response.status, 200, response.body)
  return response
}

async function startCrawl(address: string, url: string, crawlLimit: number): Promise<Visitor> {
  const response = await call(endpoints.startCrawl.path, { cookie: '', address }, { url, crawlLimit })
  const { websiteId } = endpoints.startCrawl.response.parse(JSON.parse(response.body))
  return { websiteId, address, cookie: headersOf(response, 'set-cookie')[0]?.split(';', 1)[0] ?? '' }
}

async function resultOf(visitor: Visitor) {
  const response = await call(`/api/crawl/${visitor.websiteId}`, visitor)
  return endpoints.crawlResult.response.parse(JSON.parse(response.body))
}

/** Seconds that the visitor's crawl takes, and what they get. */
async function crawlSmallSite(address: string) {
  const startedMs = performance.now()
  const visitor = await startCrawl(address, `${(await openSite('small')).origin}/`, PAGES)
  for (;;) {
    const result = await resultOf(visitor)
    if (result.status === 'complete') return { result, seconds: (performance.now() - startedMs) / 1_000 }
    await new Promise(resolve => setTimeout(resolve, POLL_MS))
  }
}

async function openIdleSockets(): Promise<void> {
  const { hostname, port } = new URL(server.url)
  for (let at = 0; at < IDLE_SOCKETS; at++) {
    const socket = connect(Number(port), hostname).on('error', () => {})
    sockets.push(socket)
    await once(socket, 'connect')
  }
}

test('a visitor gets the same report beside twenty strangers who use everything up', async context => {
  const alone = await crawlSmallSite('192.0.2.1')
  const strangers = await Promise.all(
    Array.from({ length: STRANGERS }, async (_, at) => {
      const kind = STRANGE_KINDS[at % STRANGE_KINDS.length] ?? 'slow'
      return startCrawl(`198.51.100.${at}`, `${(await openSite(kind)).origin}/`, 500)
    }),
  )
  await openIdleSockets()
  await new Promise(resolve => setTimeout(resolve, HEAD_START_MS))
  slowestMs = 0
  const beside = await crawlSmallSite('192.0.2.2')
  const unfinished = await Promise.all(strangers.map(async each => (await resultOf(each)).status !== 'complete'))
  assert.ok(unfinished.filter(Boolean).length > STRANGERS / 2, 'the strangers still crawl')
  const reported = ({ result: { endReason, pagesCrawled, issueTypes } }: typeof alone) => ({
    endReason,
    pagesCrawled,
    issueTypes,
  })
  assert.deepEqual(reported(beside), reported(alone))
  assert.deepEqual(logged, [])
  context.diagnostic(`alone ${alone.seconds.toFixed(1)} s, beside the strangers ${beside.seconds.toFixed(1)} s`)
  context.diagnostic(`slowest response of the API ${Math.round(slowestMs)} ms`)
  context.diagnostic(`memory of the process ${Math.round(residentMegabytesOf(process.pid) ?? 0)} MB`)
})
