import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crawlAgain } from './crawl-again.ts'

const url = 'https://shop.example/'
const allowed = { maxCrawlLimit: 500, maxPageSpeedSample: 10 }
const sampleOf = (measured: number, failed = 0) => ({ pages: 100, measured, failed, waiting: 0, groups: [] })

test('crawlAgain() asks for what was asked before', () => {
  assert.deepEqual(crawlAgain({ url, crawlLimit: 40, pageSpeedSample: null }, allowed), {
    url,
    crawlLimit: 40,
    dropParameters: [],
  })
  assert.deepEqual(crawlAgain({ url, crawlLimit: 40, pageSpeedSample: sampleOf(4, 1) }, allowed), {
    url,
    crawlLimit: 40,
    dropParameters: [],
    pageSpeedSample: 5,
  })
  const dropParameters = ['utm_*']
  assert.deepEqual(crawlAgain({ url, crawlLimit: 40, pageSpeedSample: null, dropParameters }, allowed), {
    url,
    crawlLimit: 40,
    dropParameters,
  })
})

test('crawlAgain() asks for no more than the server allows by now', () => {
  const before = { url, crawlLimit: 2_000, pageSpeedSample: sampleOf(25) }
  assert.deepEqual(crawlAgain(before, allowed), {
    url,
    crawlLimit: 500,
    dropParameters: [],
    pageSpeedSample: 10,
  })
  assert.deepEqual(crawlAgain(before, { ...allowed, maxPageSpeedSample: 0 }), {
    url,
    crawlLimit: 500,
    dropParameters: [],
  })
})
