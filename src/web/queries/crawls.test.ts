import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crawlAgain } from './crawls.ts'

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
