import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CrawlProgressFacts, crawlProgressPercent, crawlProgressText } from './crawl-progress-text.ts'

const running: CrawlProgressFacts = {
  status: 'crawling',
  pagesCrawled: 7,
  pagesFound: 40,
  crawlLimit: 100,
  crawlsBefore: 0,
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
