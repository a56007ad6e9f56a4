import assert from 'node:assert/strict'
import { test } from 'node:test'
import { POLLING_INTERVAL_MS } from '#shared/constants.ts'
import { ApiError } from './api-client.ts'
import { crawlAgain, crawlIntervalMs } from './crawls.ts'

const url = 'https://shop.example/'
const boot = { maxCrawlLimit: 500, maxPageSpeedSample: 10, canRenderJavaScript: true, demoUrl: null }
const options = { readsSitemaps: true, rendersJavaScript: true, dropParameters: ['utm_*'], pageSpeedSample: 5 }

test('crawlAgain() repeats a crawl with its options', () => {
  assert.deepEqual(crawlAgain({ url, crawlLimit: 40, options }, boot), { url, crawlLimit: 40, ...options })
  const none = { readsSitemaps: false, rendersJavaScript: false, dropParameters: [], pageSpeedSample: 0 }
  assert.deepEqual(crawlAgain({ url, crawlLimit: 40, options: none }, boot), { url, crawlLimit: 40, ...none })
})

test('crawlAgain() requests no more than the server allows now', () => {
  const before = { url, crawlLimit: 2_000, options: { ...options, pageSpeedSample: 25 } }
  assert.deepEqual(crawlAgain(before, boot), { url, crawlLimit: 500, ...options, pageSpeedSample: 10 })
  assert.deepEqual(crawlAgain(before, { maxCrawlLimit: 500, demoUrl: null }), {
    url,
    crawlLimit: 500,
    ...options,
    rendersJavaScript: false,
    pageSpeedSample: 0,
  })
})

const refusal = new ApiError({ status: 404, statusText: '', body: '' })
const broken = new ApiError({ status: 500, statusText: '', body: '' })
const fetched = [
  ['it has not been fetched', undefined, null, false],
  ['it runs', 'crawling', null, POLLING_INTERVAL_MS],
  ['it waits', 'pending', null, POLLING_INTERVAL_MS],
  ['it has ended', 'complete', null, false],
  ['it runs and the last request failed', 'crawling', broken, POLLING_INTERVAL_MS],
  ['it has ended and the last request failed', 'complete', broken, false],
  ['no request has succeeded', undefined, broken, POLLING_INTERVAL_MS],
  ['the server cannot be reached', undefined, new TypeError('Failed to fetch'), POLLING_INTERVAL_MS],
  ['there is none', undefined, refusal, false],
] as const
for (const [when, status, error, intervalMs] of fetched)
  test(`crawlIntervalMs() is ${intervalMs} when ${when}`, () =>
    assert.equal(crawlIntervalMs(status && { status }, error), intervalMs))
