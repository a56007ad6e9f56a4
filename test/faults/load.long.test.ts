import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { type LoopbackServer, serveHttp } from '#fetch/test-server.ts'
import type { RunningServer } from '#runtime/server.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { type LoggedEvent, startTestServer } from '../support/product.ts'
import { until } from '../support/until.ts'

/** Many visitors at once: who waits sees its place in the queue, none takes more than their share or delays the others. */

const VISITORS = 20
const CRAWLS_AT_ONCE = 2
const CRAWLS_PER_VISITOR = 5
const SLOW_READERS = 60
const SHORT_CRAWLS = 25
/** Connections of this test itself come and go. */
const FILES_TO_SPARE = 5

let server: RunningServer
let site: LoopbackServer
const logged: LoggedEvent[] = []
/** Requests for robots.txt that the site keeps waiting; null: it responds at once. */
let held: (() => void)[] | null = []

before(async () => {
  site = await serveHttp(({ url = '' }, response) => {
    const respond = () => {
      if (url === '/robots.txt') response.writeHead(404).end()
      else response.setHeader('content-type', 'text/html').end(`<html lang="en"><title>Page ${url}</title>`)
    }
    if (held !== null && url === '/robots.txt') held.push(respond)
    else respond()
  })
  server = await startTestServer({
    logged,
    flags: {
      'crawls-at-once': String(CRAWLS_AT_ONCE),
      'max-active-crawls-per-visitor': String(CRAWLS_PER_VISITOR),
      'max-active-crawls-per-address': String(VISITORS + CRAWLS_PER_VISITOR),
      'requests-per-minute-per-address': '100000',
      'requests-per-minute': '100000',
      'page-workers': '1',
    },
  })
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
  assert.deepEqual(logged, [])
})

interface Started {
  status: number
  cookie: string
  retryAfter: string | null
  message: string
  websiteId: number
}

async function start(path: string, cookie = ''): Promise<Started> {
  const response = await fetch(server.url + endpoints.startCrawl.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
    body: JSON.stringify({ url: site.origin + path, crawlLimit: 3 }),
  })
  const text = await response.text()
  return {
    status: response.status,
    cookie: response.headers.get('set-cookie')?.split(';', 1)[0] ?? cookie,
    retryAfter: response.headers.get('retry-after'),
    message: response.ok ? '' : text,
    websiteId: response.ok ? endpoints.startCrawl.response.parse(JSON.parse(text)).websiteId : 0,
  }
}

async function resultOf({ websiteId, cookie }: Pick<Started, 'websiteId' | 'cookie'>) {
  const response = await fetch(`${server.url}/api/crawl/${websiteId}`, { headers: { cookie } })
  return endpoints.crawlResult.response.parse(await response.json())
}

const isAccepted = (started: Started) => started.status >= 200 && started.status < 300

function release(): void {
  const waiting = held ?? []
  held = null
  for (const respond of waiting) respond()
}

describe('many visitors at once', () => {
  test('all have their crawl taken; each that waits sees its place in the queue; all end', async () => {
    held = []
    const visitors: Started[] = []
    /** Of each visitor whose crawl waits, once it is taken: how many were taken before, and its place in the queue. */
    const waiting: { before: number; place: number }[] = []
    for (let count = 0; count < VISITORS; count++) {
      const visitor = await start('/')
      assert.ok(isAccepted(visitor), visitor.message)
      visitors.push(visitor)
      const { status, crawlsBefore } = await resultOf(visitor)
      // The first ones have none before them, and are pending until the engine, which may still be starting, takes them.
      if (status === 'pending' && count >= CRAWLS_AT_ONCE) waiting.push({ before: count, place: crawlsBefore })
    }
    assert.equal(new Set(visitors.map(({ cookie }) => cookie)).size, VISITORS)
    // At least one that runs has to end before; others that came before may have run for a while and given way, and then wait behind.
    assert.ok(waiting.length > 0)
    assert.deepEqual(
      waiting.filter(({ before, place }) => place < 1 || place > before - CRAWLS_AT_ONCE + 1),
      [],
    )
    release()
    await until(async () => (await Promise.all(visitors.map(resultOf))).every(({ status }) => status === 'complete'))
    const ended = await Promise.all(visitors.map(resultOf))
    assert.deepEqual(
      ended.filter(
        ({ endReason, pagesCrawled, crawlsBefore }) =>
          endReason !== 'finished' || pagesCrawled !== 1 || crawlsBefore !== 0,
      ),
      [],
    )
  })

  test('one who starts a hundred gets their share, and words and a time for the rest; another one still gets in', async () => {
    held = []
    const first = await start('/of-one/0')
    const more = await Promise.all(
      Array.from({ length: 99 }, (_, index) => start(`/of-one/${index + 1}`, first.cookie)),
    )
    const taken = [first, ...more].filter(isAccepted)
    const refused = more.filter(started => !isAccepted(started))
    assert.equal(taken.length, CRAWLS_PER_VISITOR)
    assert.ok(refused.every(({ status, retryAfter }) => status === 429 && Number(retryAfter) > 0))
    assert.deepEqual(
      [...new Set(refused.map(({ message }) => message))],
      [`${CRAWLS_PER_VISITOR} crawls of yours are still running. Wait for one to end, or stop one.`],
    )
    const other = await start('/of-another')
    assert.ok(isAccepted(other))
    // One that runs has to end, and owners take turns: of the first visitor's waiting ones only the next comes before. Crawls that wait for
    // the server give way after a while, so that this is not so at every time.
    await until(async () => (await resultOf(other)).crawlsBefore <= 2)
    release()
    await until(async () => (await resultOf(other)).status === 'complete')
    await until(async () => (await Promise.all(taken.map(resultOf))).every(({ status }) => status === 'complete'))
    assert.ok(isAccepted(await start('/of-one/again', first.cookie)))
  })

  test('clients that never read their responses delay no one', async () => {
    held = null
    const visitor = await start('/slow-readers')
    await until(async () => (await resultOf(visitor)).status === 'complete')
    const paths = [
      `/api/pages/${visitor.websiteId}`,
      `/api/crawl/${visitor.websiteId}`,
      ...assetsOf(await (await fetch(`${server.url}/`)).text()),
    ]
    const { host, hostname, port } = new URL(server.url)
    const readers = await Promise.all(
      Array.from({ length: SLOW_READERS }, () => connected(connect(Number(port), hostname))),
    )
    for (const reader of readers) {
      reader.on('error', () => {}).pause()
      // More responses than any buffer on the way holds.
      for (let round = 0; round < 10; round++)
        for (const path of paths)
          reader.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${visitor.cookie}\r\n\r\n`)
    }
    for (let round = 0; round < 20; round++) assert.equal((await resultOf(visitor)).status, 'complete')
    const another = await start('/beside-slow-readers')
    await until(async () => (await resultOf(another)).status === 'complete')
    assert.ok(readers.some(reader => !reader.destroyed))
    for (const reader of readers) reader.destroy()
    assert.equal((await resultOf(visitor)).status, 'complete')
  })
})

test('many short crawls leave nothing open', async context => {
  if (process.platform !== 'linux') return context.skip('this system does not report it')
  held = null
  const openFiles = () => readdirSync('/proc/self/fd').length
  const visitor = await start('/short/first')
  const crawlOnce = async (path: string) => {
    const started = await start(path, visitor.cookie)
    assert.ok(isAccepted(started))
    await until(async () => (await resultOf(started)).status === 'complete')
  }
  for (let count = 0; count < 3; count++) await crawlOnce(`/short/warm-${count}`)
  const before = openFiles()
  for (let count = 0; count < SHORT_CRAWLS; count++) await crawlOnce(`/short/${count}`)
  // Connections that are kept for a while are closed when they stay idle.
  await until(() => openFiles() <= before + FILES_TO_SPARE)
})

function connected(socket: Socket): Promise<Socket> {
  return new Promise((resolve, reject) => socket.once('connect', () => resolve(socket)).once('error', reject))
}

/** Files of the front end that a document names. */
function assetsOf(html: string): string[] {
  return [...html.matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path = '']) => path)
}
