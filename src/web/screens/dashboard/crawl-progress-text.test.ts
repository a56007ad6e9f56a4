import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type CrawlProgressFacts,
  crawlProgressDetail,
  crawlProgressPercent,
  crawlProgressText,
} from './crawl-progress-text.ts'

const running: CrawlProgressFacts = {
  status: 'crawling',
  pagesCrawled: 7,
  pagesFound: 40,
  crawlLimit: 100,
  crawlsBefore: 0,
  phase: 'visiting',
  linkCheck: null,
  urlsToRetry: 0,
}

const rows: [string, CrawlProgressFacts | null, string, number][] = [
  ['before the first response', null, 'Initializing crawler...', 0],
  ['while it waits', { ...running, status: 'pending', pagesCrawled: 0, pagesFound: 0 }, 'Starting crawler...', 0],
  [
    'behind one other',
    { ...running, status: 'pending', pagesCrawled: 0, crawlsBefore: 1 },
    'Waiting: 1 crawl before yours',
    0,
  ],
  [
    'behind others',
    { ...running, status: 'pending', pagesCrawled: 0, crawlsBefore: 3 },
    'Waiting: 3 crawls before yours',
    0,
  ],
  ['at zero pages', { ...running, pagesCrawled: 0 }, 'Starting crawler...', 0],
  ['while it crawls', running, 'Crawling website... 40 pages found', 7],
  ['while it resumes', { ...running, status: 'pending' }, 'Crawling website... 40 pages found', 7],
  ['near the limit', { ...running, pagesCrawled: 99, pagesFound: 120 }, 'Crawling website... 120 pages found', 90],
  ['when it pauses', { ...running, status: 'paused' }, 'paused - 7 pages crawled', 7],
  ['at the end', { ...running, status: 'complete' }, 'Crawl complete - 7 pages crawled', 100],
]

describe('crawlProgressText() and crawlProgressPercent()', () => {
  for (const [when, crawl, text, percent] of rows)
    it(`${when} say "${text}" at ${percent} %`, () => {
      assert.equal(crawlProgressText(crawl), text)
      assert.equal(crawlProgressPercent(crawl), percent)
    })
})

const details: [string, CrawlProgressFacts, string][] = [
  ['while pages are visited', running, 'Crawling pages · 7 of 100 pages'],
  [
    'while links are checked',
    { ...running, phase: 'probing', linkCheck: { checked: 1_200, total: 3_000 } },
    'Checking links and resources: 1,200 of 3,000 · 7 of 100 pages',
  ],
  ['while one failed URL waits', { ...running, urlsToRetry: 1 }, 'Waiting to retry 1 failed URL · 7 of 100 pages'],
  [
    'while failed links wait',
    { ...running, phase: 'probing', linkCheck: { checked: 2_997, total: 3_000 }, urlsToRetry: 3 },
    'Waiting to retry 3 failed URLs · 7 of 100 pages',
  ],
  ['while it waits for others', { ...running, phase: 'starting', crawlsBefore: 2 }, '7 of 100 pages'],
  ['when it is paused', { ...running, status: 'paused' }, 'Paused · 7 of 100 pages'],
]

describe('crawlProgressDetail()', () => {
  for (const [when, crawl, text] of details)
    it(`says "${text}" ${when}`, () => assert.equal(crawlProgressDetail(crawl), text))
})
