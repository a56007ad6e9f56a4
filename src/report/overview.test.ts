import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crawlResultSchema } from '#shared/api/crawls.ts'
import { openTestStore } from '../../test/support/storage.ts'
import { crawlChange, crawlOverview, percentChange, readCrawlSums } from './overview.ts'
import { addCrawl, testIssue } from './test-crawl.ts'
import { countsWith, crawlRowWith } from './test-rows.ts'

const sums = {
  statusCounts: { '2xx': 3, '3xx': 1 },
  depthCounts: [{ depth: 0, count: 1 }],
  indexabilityCounts: { indexable: 2 },
  skippedCounts: [{ reason: 'robots', count: 2 } as const],
  issueTypes: [{ type: 'redirect', count: 1 } as const],
  health: null,
  scores: [],
  pageSpeedSample: null,
}

describe('crawlOverview()', () => {
  const crawl = crawlRowWith()
  const response = crawlOverview({ crawl, crawls: [crawl], sums })

  it('is a response of the API', () => assert.deepEqual(crawlResultSchema.parse(response), response))

  it('counts as the lists behind the cards do', () => {
    assert.deepEqual(response.overview, { totalPages: 4, errors: 2, redirects: 1, duplicates: 0 })
    const { errorCount, warningCount, infoCount, passedCount } = response
    assert.deepEqual([errorCount, warningCount, infoCount, passedCount], [2, 1, 0, 2])
  })

  it('has a distribution that sums up to all issues', () => {
    const sum = Object.values(response.issueDistribution).reduce((total, count) => total + count, 0)
    assert.equal(sum, response.errorCount + response.warningCount + response.infoCount)
  })

  it('says when it began and ended, in UTC', () => {
    assert.equal(response.lastCrawled, '2026-01-02T12:00:01.000Z')
    assert.equal(response.endedAt, '2026-01-02T12:00:05.000Z')
  })

  it('has no times for a crawl that waits', () => {
    const waiting = crawlRowWith({ status: 'pending', startedMs: null, endedMs: null, endReason: null })
    const { lastCrawled, endedAt, endReason } = crawlOverview({ crawl: waiting, crawls: [waiting], sums })
    assert.deepEqual([lastCrawled, endedAt, endReason], [null, null, null])
  })

  it('names the crawls of the website, newest first', () => {
    const earlier = crawlRowWith({ id: 2 })
    const { crawls } = crawlOverview({ crawl, crawls: [crawl, earlier], sums })
    assert.deepEqual(
      crawls.map(each => each.id),
      [7, 2],
    )
  })
})

describe('percentChange()', () => {
  const rows: [number, number, number | null][] = [
    [0, 0, 0],
    [0, 5, null],
    [5, 0, -100],
    [10, 15, 50],
    [3, 4, 33],
    [4, 4, 0],
  ]
  for (const [before, now, expected] of rows)
    it(`calls ${before} to ${now} ${expected} %`, () => assert.equal(percentChange(before, now), expected))
})

describe('crawlChange()', () => {
  const now = crawlRowWith({
    id: 9,
    counts: countsWith({ pagesListed: 6, bySeverity: { error: 1, warning: 0, info: 0 } }),
  })
  const earlier = crawlRowWith({
    id: 4,
    counts: countsWith({ byCategory: { brokenLinks: 1, redirects: 4, duplicates: 0, metaIssues: 1, other: 0 } }),
  })

  it('is null for the first crawl', () => assert.equal(crawlChange(now, [now]), null))

  it('compares with the newest complete crawl before this one', () => {
    const running = crawlRowWith({ id: 8, status: 'crawling', counts: countsWith({ pagesListed: 1 }) })
    assert.deepEqual(crawlChange(now, [now, running, crawlRowWith({ id: 6 }), earlier]), {
      totalPages: 50,
      errors: -50,
      redirects: 0,
      duplicates: 0,
    })
  })

  it('compares an earlier crawl with those before it, not with later ones', () => {
    assert.equal(crawlChange(earlier, [now, earlier]), null)
    assert.equal(crawlChange(now, [now, earlier])?.redirects, -75)
  })
})

describe('readCrawlSums()', () => {
  it('counts what left the report where there is any, fixed and muted', async () => {
    await using store = await openTestStore()
    const ownerId = await store.visitors.createOwner('ann', 0)
    const url = 'https://site.test/'
    const pages = ['', 'a', 'b'].map(path => ({ url: url + path, issues: [testIssue(url + path)] }))
    const { crawlId, websiteId } = await addCrawl(store, { ownerId, url, pages, nowMs: 1_000 })
    const crawl = await store.reading.crawl(crawlId)
    assert.ok(crawl)
    const countsOf = async () => {
      const { fixedCount, mutedCount, ...known } = await readCrawlSums(store.reading, crawl)
      assert.deepEqual(Object.keys(known).sort(), Object.keys(sums).sort())
      return [fixedCount, mutedCount, (await store.reading.issues(crawlId, {})).length]
    }
    assert.deepEqual(await countsOf(), [undefined, undefined, 3])
    const [issue] = await store.reading.issues(crawlId, { limit: 1 })
    const cause = { kind: 'fixed', checkedAtMs: 2_000 } as const
    await store.issues.suppress({ crawlId, issueIds: issue ? [issue.id] : [], cause, nowMs: 2_000 })
    assert.deepEqual(await countsOf(), [1, undefined, 2])
    const mute = { websiteId, checkId: 'title-missing', pattern: '*/a', reason: 'Known', nowMs: 3_000 }
    await store.settings.addMute(mute)
    await store.settings.apply(websiteId, 3_000)
    assert.deepEqual(await countsOf(), [1, 1, 1])
    await store.settings.setCheck({ websiteId, checkId: 'title-missing', isOff: true, severity: null })
    await store.settings.apply(websiteId, 4_000)
    assert.deepEqual(await countsOf(), [1, 2, 0])
  })
})
