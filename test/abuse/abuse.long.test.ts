import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { databasePath } from '#runtime/database.ts'
import type { RunningServer } from '#runtime/server.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { backUpDatabase, checkDatabase } from '#store/database/sqlite-file.ts'
import { residentMegabytesOf } from '../support/process-memory.ts'
import { type LoggedEvent, startTestServer } from '../support/product.ts'
import { temporaryFolder } from '../support/storage.ts'
import { type Client, type Crawler, call, cookiesOf, PUBLIC_HOST, startCrawl } from './client.ts'
import { PAGES } from './sites.ts'

/**
 * `npm run test:abuse`: strangers use the server up in all ways at once, for `ABUSE_MINUTES` (one by default, the shortest), while a visitor
 * crawls a small website again and again. The figures are printed and not asserted, because machines differ; what is asserted is that the
 * visitor gets the same report as alone, that an administrator can sign in, and that nothing is lost.
 */

const MINUTE_MS = 60_000
const minutes = Number(process.env.ABUSE_MINUTES ?? 1)
const POLL_MS = 100
const PASSWORD = 'glockenspiel-teapot-marigold-77'
/** So long the strangers are alone with the server, so that all that can be taken is taken. */
const HEAD_START_MS = 15_000

/** What the log says of a stranger's page of 10 MB that takes longer than a page may: on a slow machine some do. */
const GIVEN_UP = ['a page worker was replaced', 'a stored page was not extracted']

const folder = temporaryFolder()
const logged: LoggedEvent[] = []
let server: RunningServer
let site: Apart

before(async () => {
  site = await startApart('site')
  server = await startTestServer({
    folder,
    logged,
    flags: {
      // Behind a proxy, which names the IP address of each client.
      'public-url': `http://${PUBLIC_HOST}`,
      'trusted-proxies': '127.0.0.1',
      'allow-targets': '127.0.0.1',
      'page-workers': '1',
      pagespeed: 'lighthouse',
      'admin-password': PASSWORD,
    },
  })
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await site.end()
  await rm(folder, { recursive: true, force: true })
})

/** A process of `abuse-process.ts`. */
interface Apart {
  /** What it said when it was ready: the origin of a website. */
  ready: string
  /** @returns the responses to attacks, by attack and status. */
  end(): Promise<[name: string, count: number][]>
}

async function startApart(...args: string[]): Promise<Apart> {
  const child = fork(path.join(import.meta.dirname, 'abuse-process.ts'), args)
  const exit = once(child, 'exit')
  const [{ ready }] = (await once(child, 'message')) as [{ ready: string }]
  let counts: [string, number][] = []
  child.on('message', (message: { counts: typeof counts }) => {
    counts = message.counts
  })
  return {
    ready,
    async end() {
      child.send('end')
      await exit
      return counts
    },
  }
}

let slowestMs = 0

async function get(pathOf: string, client: Client, body?: object) {
  const startedMs = performance.now()
  const response = await call(server.url, pathOf, client, body)
  slowestMs = Math.max(slowestMs, performance.now() - startedMs)
  assert.equal(response.status, 200, response.body)
  return response
}

async function resultOf(crawler: Crawler) {
  const { body } = await get(`/api/crawl/${crawler.websiteId}`, crawler)
  return endpoints.crawlResult.response.parse(JSON.parse(body))
}

/** Seconds that the visitor's crawl takes, of which it waits for a slot, and what they get. */
async function crawlSmallSite(address: string) {
  const startedMs = performance.now()
  const secondsSince = () => (performance.now() - startedMs) / 1_000
  const crawler = await startCrawl(server.url, { address, url: `${site.ready}/`, crawlLimit: PAGES })
  assert.ok(crawler, 'the crawl was refused')
  let waitedSeconds = 0
  for (;;) {
    const result = await resultOf(crawler)
    if (result.status === 'pending') waitedSeconds = secondsSince()
    if (result.status === 'complete') return { crawler, result, waitedSeconds, seconds: secondsSince() }
    await new Promise(resolve => setTimeout(resolve, POLL_MS))
  }
}

/** Signs the administrator in, from a device with these cookies. @returns all its cookies. */
async function signIn(cookie: string): Promise<string> {
  const client = { cookie, address: '192.0.2.200' }
  return cookiesOf(await get(endpoints.login.path, client, { username: 'admin', password: PASSWORD }))
}

const reported = ({ result: { endReason, pagesCrawled, issueTypes } }: Awaited<ReturnType<typeof crawlSmallSite>>) => ({
  endReason,
  pagesCrawled,
  issueTypes,
})

const one = (value: number) => value.toFixed(1)

test('a visitor gets the same report beside strangers who use everything up, and nothing is lost', async context => {
  const alone = await crawlSmallSite('192.0.2.1')
  const again = await crawlSmallSite('192.0.2.1')
  const device = await signIn('')
  slowestMs = 0
  const crawls: Awaited<ReturnType<typeof crawlSmallSite>>[] = []
  const restMegabytes = residentMegabytesOf(process.pid) ?? 0
  let mostMegabytes = 0
  const strangers = await startApart('attack', server.url)
  const endMs = performance.now() + minutes * MINUTE_MS
  await new Promise(resolve => setTimeout(resolve, HEAD_START_MS))
  do {
    crawls.push(await crawlSmallSite(`192.0.2.${2 + (crawls.length % 100)}`))
    mostMegabytes = Math.max(mostMegabytes, residentMegabytesOf(process.pid) ?? 0)
  } while (performance.now() < endMs)
  await signIn(device)
  // On PostgreSQL there is no file.
  if (existsSync(databasePath(folder))) {
    const copy = path.join(folder, 'copy.sqlite')
    await backUpDatabase(databasePath(folder), copy)
    assert.deepEqual(checkDatabase(copy), [])
  }
  const seen = await strangers.end()
  for (const crawl of crawls) assert.deepEqual(reported(crawl), reported(alone))
  for (const { crawler } of crawls) assert.equal((await resultOf(crawler)).pagesCrawled, PAGES)
  const givenUp = logged.filter(({ event }) => GIVEN_UP.includes(event))
  assert.deepEqual(
    logged.map(({ event }) => event).filter(event => event !== 'security' && !GIVEN_UP.includes(event)),
    [],
  )
  const seconds = crawls.map(crawl => crawl.seconds).sort((a, b) => a - b)
  const waited = crawls.map(crawl => crawl.waitedSeconds).sort((a, b) => a - b)
  const middle = Math.floor(crawls.length / 2)
  context.diagnostic(`alone ${one(alone.seconds)} s, then ${one(again.seconds)} s`)
  context.diagnostic(
    `${crawls.length} crawls beside the strangers: median ${one(seconds[middle] ?? 0)} s, slowest ${one(seconds.at(-1) ?? 0)} s`,
  )
  context.diagnostic(
    `of which they waited for a slot: median ${one(waited[middle] ?? 0)} s, longest ${one(waited.at(-1) ?? 0)} s`,
  )
  context.diagnostic(`slowest response of the API ${Math.round(slowestMs)} ms`)
  context.diagnostic(
    `memory of the process: ${Math.round(restMegabytes)} MB at rest, ${Math.round(mostMegabytes)} MB at most`,
  )
  context.diagnostic(`pages of strangers that took too long: ${givenUp.length}`)
  for (const [name, count] of seen.sort()) context.diagnostic(`strangers: ${name}: ${count}`)
})
