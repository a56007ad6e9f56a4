import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { crawlHealthSchema } from '#shared/crawl-health.ts'
import { HEALTH_CEILINGS } from '#shared/health-score.ts'
import { startTestCrawl } from '#store/contract/test-crawl.ts'
import type { Store } from '#store/store.ts'
import { openTestStore } from '../../test/support/storage.ts'
import { crawlHealth } from './crawl-health.ts'
import { addCrawl, type TestPage, testIssue } from './test-crawl.ts'

const home = 'https://example.com/'
const PAGES = 40

describe('crawlHealth()', () => {
  let store: Store
  let ownerId = 0
  let nowMs = 1_000

  before(async () => {
    store = await openTestStore()
    ownerId = await store.visitors.createOwner('a hash', 0)
  })
  after(async () => {
    await store[Symbol.asyncDispose]()
  })

  /** A crawl of 40 pages with these issues; each of another site unless given. */
  async function healthOf(issues: TestPage['issues'] = [], about: { url?: string; isEnded?: boolean } = {}) {
    nowMs += 10_000
    const url = about.url ?? `https://site-${nowMs}.test/`
    const pages = Array.from({ length: PAGES }, (_, index) => ({
      url: `${url}${index}`,
      issues: index === 0 ? issues : [],
    }))
    const { crawlId } = await addCrawl(store, { ownerId, url, pages, nowMs, isEnded: about.isEnded ?? true })
    const crawl = await store.reading.crawl(crawlId)
    assert.ok(crawl)
    assert.equal(crawl.counts.pagesCrawled, PAGES)
    const health = await crawlHealth(store.reading, crawl)
    if (health) assert.deepEqual(crawlHealthSchema.parse(health), health)
    return health
  }

  it('is 100 where nothing was found', async () => {
    assert.deepEqual(await healthOf(), {
      score: 100,
      previousScore: null,
      pages: PAGES,
      pagesChecked: PAGES,
      deductions: [],
      fixFirst: [],
    })
  })

  it('names what each check takes, by its title', async () => {
    const health = await healthOf([
      testIssue(home),
      testIssue(`${home}2`),
      testIssue(home, { checkId: 'taken-out', severity: 'warning', message: 'An old finding', affectedCount: 40 }),
    ])
    // 0.1 × √(40 ÷ 80) and 0.3 × √(2 ÷ 42) of what is left.
    assert.deepEqual(health?.deductions, [
      { checkId: 'taken-out', title: 'An old finding', severity: 'warning', issueCount: 1, points: 7.1 },
      { checkId: 'title-missing', title: 'Missing title', severity: 'error', issueCount: 2, points: 6.1 },
    ])
    assert.equal(health.score, 86)
  })

  it('takes an issue of the whole host for one of every page', async () => {
    const crawl = await startTestCrawl(store, { owner: 'of a host' })
    await crawl.commit(Array.from({ length: PAGES }, (_, index) => ({ path: `/${index}`, number: index + 1 })))
    await store.crawls.addSiteIssues(crawl.claim, [testIssue(home, { isHostWide: true })], {})
    await store.crawls.end(crawl.claim, { reason: 'finished', sentence: '', endedMs: nowMs })
    const row = await store.reading.crawl(crawl.crawlId)
    const health = row && (await crawlHealth(store.reading, row))
    const taken = 100 * HEALTH_CEILINGS.error * Math.SQRT1_2
    assert.equal(health?.score, Math.floor(100 - taken))
    assert.deepEqual(
      health.fixFirst.map(({ points }) => points),
      [Math.round(taken * 10) / 10],
    )
  })

  it('says which five issues to fix first, each with what its repair alone wins', async () => {
    const broken = (reach: number, name: string) =>
      testIssue(`${home}${name}`, { checkId: 'internal-link-broken', affectedCount: reach, message: name })
    const health = await healthOf([
      ...[3, 9, 1, 30].map(reach => broken(reach, `linked from ${reach}`)),
      testIssue(home, { message: 'the only missing title' }),
      ...Array.from({ length: 20 }, (_, index) =>
        testIssue(`${home}${index}`, { checkId: 'alt', severity: 'info', message: `an info ${index}` }),
      ),
    ])
    assert.deepEqual(
      health?.fixFirst.map(({ message, points }) => [message, points]),
      [
        ['linked from 30', 6.4],
        ['the only missing title', 3.7],
        ['linked from 9', 1.2],
        ['linked from 3', 0.4],
        ['linked from 1', 0.1],
      ],
    )
  })

  it('is compared with the complete crawl before', async () => {
    const url = 'https://again.test/'
    const first = await healthOf([testIssue(url)], { url })
    const second = await healthOf([], { url })
    assert.equal(first?.previousScore, null)
    assert.deepEqual([second?.score, second?.previousScore], [100, first?.score])
  })

  it('is nothing for a crawl that goes on', async () => {
    assert.equal(await healthOf([testIssue(home)], { isEnded: false }), null)
  })
})
