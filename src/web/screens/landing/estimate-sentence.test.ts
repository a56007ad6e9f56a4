import assert from 'node:assert/strict'
import { test } from 'node:test'
import { estimateSentence } from './estimate-sentence.ts'

test('an estimate says what it rests on', () => {
  const estimate = { pages: 500, seconds: 240, requests: 5_200 }
  assert.equal(
    estimateSentence({ ...estimate, earlierCrawlAt: '2026-11-15T12:00:00.000Z', assumedSecondsPerResponse: null }),
    'About 4 minutes and 5,200 requests, like your crawl of Nov 15, 2026.',
  )
  assert.equal(
    estimateSentence({ ...estimate, earlierCrawlAt: null, assumedSecondsPerResponse: 0.4 }),
    'About 4 minutes, up to 5,200 requests. Assumes 0.4 s per response and no Crawl-delay.',
  )
})

test('with a Crawl-delay it says what that means', () => {
  const estimate = { pages: 500, seconds: 240, requests: 5_200, earlierCrawlAt: null, assumedSecondsPerResponse: 0.4 }
  const delay = { seconds: 2, obeyedSeconds: 2, pagesPerHour: 1_800, endsAfterMinutes: null }
  assert.equal(estimateSentence(estimate, delay), 'robots.txt of this site sets 2 s between pages: 1800 pages an hour.')
})
