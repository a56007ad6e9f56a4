import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import type { WebsiteResponse } from '#shared/api/websites.ts'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import { websiteWith } from '../test-website.ts'
import { watchCrawls } from './crawl-watch.ts'
import { createQueryClient, queryKeys } from './query-client.ts'

const running: CrawlResultResponse = {
  websiteId: 1,
  crawlId: 10,
  url: 'https://a.example/',
  lastCrawled: null,
  endedAt: null,
  pagesCrawled: 3,
  pagesFound: 9,
  status: 'crawling',
  phase: 'visiting',
  linkCheck: null,
  urlsToRetry: 0,
  crawlsBefore: 0,
  crawlLimit: 100,
  endReason: null,
  endSentence: '',
  notes: [],
  errorCount: 2,
  warningCount: 1,
  infoCount: 0,
  passedCount: 1,
  overview: { totalPages: 3, errors: 2, redirects: 0, duplicates: 0 },
  issueDistribution: { brokenLinks: 0, metaIssues: 3, redirects: 0, duplicates: 0, other: 0 },
  change: null,
  statusCounts: {},
  pagesChecked: 0,
  indexabilityCounts: {},
  depthCounts: [],
  skippedCounts: [],
  issueTypes: [],
  health: null,
  scores: [],
  pageSpeedSample: null,
  options: defaultCrawlOptions,
  crawls: [],
}

const website = websiteWith({ status: 'pending' })

function watched() {
  const client = createQueryClient()
  client.setQueryData(queryKeys.websites, [website])
  for (const kind of ['pages', 'issues']) client.setQueryData([kind, 1], [])
  const invalid = () => ['pages', 'issues'].filter(kind => client.getQueryState([kind, 1])?.isInvalidated)
  const poll = (crawl: CrawlResultResponse) => client.setQueryData(queryKeys.crawl(1, null), crawl)
  return { client, invalid, poll, end: watchCrawls(client) }
}

test('watchCrawls() brings the counts of a poll into the list of websites', t => {
  const { client, poll } = watched()
  t.after(() => client.clear())
  poll(running)
  const [updated] = client.getQueryData<WebsiteResponse[]>(queryKeys.websites) ?? []
  assert.deepEqual(updated, {
    ...website,
    status: 'crawling',
    pagesCrawled: 3,
    errorCount: 2,
    warningCount: 1,
    passedCount: 1,
  })
})

test('watchCrawls() calls the lists out of date when the crawl has moved, and only then', t => {
  const { client, invalid, poll } = watched()
  t.after(() => client.clear())
  poll(running)
  assert.deepEqual(invalid(), [])
  poll({ ...running, pagesFound: 12 })
  assert.deepEqual(invalid(), [])
  poll({ ...running, pagesCrawled: 4 })
  assert.deepEqual(invalid(), ['pages', 'issues'])
})

test('watchCrawls() compares the first poll with what the last document left', t => {
  const client = createQueryClient()
  t.after(() => client.clear())
  client.setQueryData(queryKeys.crawl(1, null), running)
  client.setQueryData(['pages', 1], [])
  watchCrawls(client)
  client.setQueryData(queryKeys.crawl(1, null), { ...running, pagesCrawled: 40 })
  assert.equal(client.getQueryState(['pages', 1])?.isInvalidated, true)
})

test('watchCrawls() fetches everything again 500 ms after the end', t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { client, poll } = watched()
  t.after(() => client.clear())
  poll(running)
  poll({ ...running, status: 'complete', phase: 'done' })
  t.mock.timers.tick(499)
  assert.equal(client.getQueryState(queryKeys.websites)?.isInvalidated, false)
  t.mock.timers.tick(1)
  assert.equal(client.getQueryState(queryKeys.websites)?.isInvalidated, true)
  assert.equal(client.getQueryState(queryKeys.crawl(1, null))?.isInvalidated, true)
})

test('watchCrawls() leaves earlier crawls and everything after its end alone', t => {
  const { client, invalid, poll, end } = watched()
  t.after(() => client.clear())
  client.setQueryData(queryKeys.crawl(1, 9), running)
  client.setQueryData(queryKeys.crawl(1, 9), { ...running, pagesCrawled: 50 })
  poll(running)
  end()
  poll({ ...running, pagesCrawled: 4 })
  assert.deepEqual(invalid(), [])
})
