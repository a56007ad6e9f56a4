import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type CrawlEstimate,
  type EarlierCrawl,
  type EstimatedCrawl,
  estimateCrawl,
  roughDuration,
} from './crawl-estimate.ts'

const rate = { requestsPerHost: 8, renderTabs: 2, resourceProbeFactor: 10, externalProbeFactor: 10 }
const crawl: EstimatedCrawl = {
  crawlLimit: 500,
  rendersJavaScript: false,
  probesResources: true,
  probesExternal: true,
  pageSpeedSample: 0,
  pauseMs: 0,
}
const startedAt = '2026-11-15T09:00:00.000Z'
const earlier: EarlierCrawl = { startedAt, pages: 100, requests: 1_040, seconds: 50, isWhole: false }
const byEarlier = { earlierCrawlAt: startedAt, assumedSecondsPerResponse: null }
const byAssumption = { earlierCrawlAt: null, assumedSecondsPerResponse: 0.4 }

const cases: Record<string, [Partial<EstimatedCrawl>, EarlierCrawl | null, CrawlEstimate]> = {
  'at the rate of the earlier crawl': [{}, earlier, { pages: 500, seconds: 250, requests: 5_200, ...byEarlier }],
  'of no more pages than the whole site has': [
    {},
    { ...earlier, isWhole: true },
    { pages: 100, seconds: 50, requests: 1_040, ...byEarlier },
  ],
  'of a part of the site': [
    { crawlLimit: 10 },
    { ...earlier, isWhole: true },
    { pages: 10, seconds: 5, requests: 104, ...byEarlier },
  ],
  'by an assumed response time': [{}, null, { pages: 500, seconds: 150, requests: 10_500, ...byAssumption }],
  'by assumption where the earlier crawl read nothing': [
    {},
    { ...earlier, pages: 0 },
    { pages: 500, seconds: 150, requests: 10_500, ...byAssumption },
  ],
  'without links to other sites': [
    { probesExternal: false },
    null,
    { pages: 500, seconds: 100, requests: 5_500, ...byAssumption },
  ],
  'with a pause between requests': [
    { crawlLimit: 100, pauseMs: 1_000 },
    null,
    { pages: 100, seconds: 400, requests: 2_100, ...byAssumption },
  ],
  'with rendering and measurements': [
    { crawlLimit: 10, rendersJavaScript: true, pageSpeedSample: 2 },
    null,
    { pages: 10, seconds: 143, requests: 210, ...byAssumption },
  ],
}
for (const [name, [changes, before, expected]] of Object.entries(cases))
  test(`an estimate ${name}`, () =>
    assert.deepEqual(estimateCrawl({ ...crawl, ...changes }, { earlier: before, rate }), expected))

test('a rough duration claims no more than is known', () =>
  assert.deepEqual([0, 44, 45, 89, 100, 240, 3_569, 3_570, 7_200].map(roughDuration), [
    'less than a minute',
    'less than a minute',
    'about 1 minute',
    'about 1 minute',
    'about 2 minutes',
    'about 4 minutes',
    'about 59 minutes',
    'about 1 hour',
    'about 2 hours',
  ]))
