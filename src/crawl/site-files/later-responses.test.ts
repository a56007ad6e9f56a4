import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import type { FetchRequest, FetchResult } from '#fetch/fetch.ts'
import { SITE, startTestCrawl, type TestRecord } from '#store/contract/test-crawl.ts'
import { openTestStore } from '../../../test/support/storage.ts'
import { confirmedResponses, fetchLaterResponses } from './later-responses.ts'

interface StubResponse {
  status: number
  html?: string
  ttfbMs?: number
}

interface Scene {
  records: TestRecord[]
  response: (path: string) => StubResponse
  isAllowed?: (path: string) => boolean
  crawlDelayMs?: number
  isHalted?: boolean
  isPrivateHost?: boolean
}

/** Requests to a scripted web, over pages that a real store holds. */
async function later({
  records,
  response,
  isAllowed = () => true,
  crawlDelayMs = 0,
  isHalted = false,
  isPrivateHost = false,
}: Scene) {
  const requested: string[] = []
  const pauses: number[] = []
  await using store = await openTestStore()
  const crawl = await startTestCrawl(store)
  await crawl.commit(records)
  const state = await store.crawls.state(crawl.claim)
  const { checkpoint } = state
  assert.ok(checkpoint)
  const responses = await fetchLaterResponses({
    checkpoint,
    store,
    claim: crawl.claim,
    state,
    settings: { maxCrawlDelayMs: 30_000 },
    robots: { check: url => ({ isAllowed: isAllowed(new URL(url).pathname) }), crawlDelayMs: () => crawlDelayMs },
    fetcher: {
      async fetch({ url }: FetchRequest) {
        const { pathname } = new URL(url)
        requested.push(pathname)
        return resultOf(url, response(pathname))
      },
    },
    isPrivateHost,
    now: () => 0,
    after(ms, callback) {
      pauses.push(ms)
      callback()
      return () => undefined
    },
    halt: isHalted ? AbortSignal.abort() : new AbortController().signal,
  })
  return { responses, requested, pauses }
}

function resultOf(url: string, { status, html = '', ttfbMs = 10 }: StubResponse): FetchResult {
  return {
    kind: 'response',
    url,
    status,
    httpVersion: '1.1',
    headers: [['content-type', 'text/html']],
    hops: [],
    timing: { ttfbMs, totalMs: ttfbMs },
    body: new TextEncoder().encode(html),
    transferBytes: html.length,
    isTruncated: false,
  }
}

const home: TestRecord = { path: '/', number: 1 }
const missing = { status: 404, html: '<title>Gone</title><p>Nothing here</p>' }

test('an ordinary site gets two requests, for URLs that are the same in every crawl', async () => {
  const scene: Scene = { records: [home], response: () => missing }
  const { responses, requested } = await later(scene)
  assert.equal(requested.length, 2)
  assert.deepEqual((await later(scene)).requested, requested)
  assert.match(requested[0] ?? '', /^\/[0-9a-f]{24}$/)
  assert.match(requested[1] ?? '', /^\/[0-9a-f]{8}\/[0-9a-f]{24}$/)
  assert.deepEqual(
    responses?.randomUrls.map(({ statuses, isHtml, title, text }) => ({ statuses, isHtml, title, text })),
    Array(2).fill({ statuses: [404], isHtml: true, title: 'Gone', text: 'Nothing here' }),
  )
  assert.deepEqual([responses?.slow, responses?.errorLike], [[], []])
})

test('a made-up URL that seems to exist is requested again', async () => {
  const { responses, requested } = await later({
    records: [home],
    response: () => ({ status: 200, html: '<p>Welcome</p>' }),
  })
  assert.equal(requested.length, 4)
  assert.deepEqual(
    responses?.randomUrls.map(response => response.statuses),
    [
      [200, 200],
      [200, 200],
    ],
  )
})

test('URLs that robots.txt closes are not made up, and its Crawl-delay is kept', async () => {
  const { responses, requested, pauses } = await later({
    records: [home],
    response: () => missing,
    isAllowed: path => path.split('/').length > 2,
    crawlDelayMs: 99_000,
  })
  assert.equal(requested.length, 1)
  assert.equal(responses?.randomUrls.length, 1)
  assert.deepEqual(pauses, [30_000])
})

test('pages that look like an error message are requested again', async () => {
  const errorLike = { columns: { title: 'Page not found', wordCount: 9 } }
  const { responses } = await later({
    records: [home, { path: '/a', number: 2, ...errorLike }, { path: '/b', number: 3, ...errorLike }],
    response: path => (path === '/a' ? { status: 200, html: '<title>Page not found</title>' } : missing),
  })
  assert.deepEqual(responses?.errorLike, [
    { url: `${SITE}/a`, isAgain: true },
    { url: `${SITE}/b`, isAgain: false },
  ])
})

test('slow pages are requested twice more, the slowest five of them', async () => {
  const slow = Array.from({ length: 7 }, (_, index) => ({
    path: `/${index}`,
    number: index + 2,
    fetched: { ttfbMs: 1_000 + index },
    facts: { response: { ttfbMs: 1_000 + index } },
  }))
  const { responses } = await later({
    records: [home, ...slow],
    response: path => (path === '/6' ? { status: 503 } : path.length > 2 ? missing : { status: 200, ttfbMs: 99.6 }),
  })
  assert.deepEqual(
    responses?.slow,
    [5, 4, 3, 2].map(index => ({ url: `${SITE}/${index}`, samplesMs: [1_000 + index, 100, 100] })),
  )
})

test('pages of a private host are not timed', async () => {
  const slow = { path: '/slow', number: 2, fetched: { ttfbMs: 5_000 }, facts: { response: { ttfbMs: 5_000 } } }
  const { responses, requested } = await later({ records: [home, slow], response: () => missing, isPrivateHost: true })
  assert.deepEqual(responses?.slow, [])
  assert.equal(requested.length, 2)
})

test('a crawl that is stopped requests nothing', async () => {
  const { responses, requested } = await later({ records: [home], response: () => missing, isHalted: true })
  assert.equal(responses, null)
  assert.deepEqual(requested, [])
})

describe('confirmedResponses()', () => {
  const rows: [name: string, given: (number | null)[], statuses: (number | null)[]][] = [
    ['takes a 200 at once', [200, 500], [200]],
    ['requests again what failed', [404, 200], [404, 200]],
    ['requests again where nothing came', [null, null, 200], [null, null]],
    ['requests a redirect again', [301, 301], [301, 301]],
  ]
  for (const [name, given, statuses] of rows)
    it(name, async () => {
      const requested: FetchResult[] = []
      const result = await confirmedResponses(async () => {
        const response = responseOf(given[requested.length] ?? null)
        requested.push(response)
        return response
      })
      assert.deepEqual(result.statuses, statuses)
      assert.equal(result.last, requested.at(-1))
      assert.equal(requested.length, statuses.length)
    })
})

function responseOf(status: number | null): FetchResult {
  const timing = { ttfbMs: 1, totalMs: 1 }
  if (status === null) return { kind: 'failure', url: 'a:', reason: 'reset', detail: '', hops: [], timing: null }
  const rest = {
    httpVersion: '1.1',
    headers: [],
    hops: [],
    body: new Uint8Array(),
    transferBytes: 0,
    isTruncated: false,
  }
  return { kind: 'response', url: 'a:', status, timing, ...rest }
}
