import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { crawlHealthSchema } from '#shared/crawl-health.ts'
import type { IssueType, Severity } from '#shared/model.ts'
import { startTestCrawl } from '#store/contract/test-crawl.ts'
import type { Store } from '#store/store.ts'
import { openTestStore } from '../../test/support/storage.ts'
import { crawlHealth, firstSentence, scoreTrend } from './crawl-health.ts'
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
  async function crawlWith(issues: TestPage['issues'] = [], about: { url?: string; isEnded?: boolean } = {}) {
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
    return crawl
  }

  async function healthOf(...given: Parameters<typeof crawlWith>) {
    const health = await crawlHealth(store.reading, await crawlWith(...given))
    if (health) assert.deepEqual(crawlHealthSchema.parse(health), health)
    return health
  }

  it('is 100 where nothing was found', async () => {
    assert.deepEqual(await healthOf(), {
      score: 100,
      previousScore: null,
      pages: PAGES,
      pagesChecked: PAGES,
      subjects: [],
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
    const common = { type: 'meta_issue', subject: 'Titles and descriptions' }
    // 4 × √(40 ÷ 40) and 10 × √(2 ÷ 40) of a subject that takes 7 at most.
    assert.deepEqual(health?.deductions, [
      {
        ...common,
        checkId: 'taken-out',
        title: 'An old finding',
        severity: 'warning',
        issueCount: 1,
        pageCount: 40,
        taken: 4,
        gain: 4,
      },
      {
        ...common,
        checkId: 'title-missing',
        title: 'Missing title',
        severity: 'error',
        issueCount: 2,
        pageCount: 2,
        taken: 2.2,
        gain: 2.2,
      },
    ])
    assert.deepEqual(health.subjects, [{ subject: 'Titles and descriptions', taken: 6.2, cap: 7 }])
    assert.equal(health.score, 93)
  })

  it('takes an issue of the whole host for one of every page', async () => {
    const crawl = await startTestCrawl(store, { owner: 'of a host' })
    await crawl.commit(Array.from({ length: PAGES }, (_, index) => ({ path: `/${index}`, number: index + 1 })))
    await store.crawls.addSiteIssues(crawl.claim, [testIssue(home, { isHostWide: true })], {})
    await store.crawls.end(crawl.claim, { reason: 'finished', sentence: '', endedMs: nowMs })
    const row = await store.reading.crawl(crawl.crawlId)
    const health = row && (await crawlHealth(store.reading, row))
    assert.deepEqual(
      [health?.score, health?.fixFirst.map(({ gain, pageCount }) => [gain, pageCount])],
      [93, [[7, PAGES]]],
    )
  })

  it('gives a check points of its own, more or less with the severity of the finding', async () => {
    const taken = async (severity: Severity) =>
      (
        await healthOf([
          testIssue(home, { checkId: 'page-insecure', type: 'security_issue', severity, affectedCount: PAGES }),
        ])
      )?.deductions[0]?.taken
    assert.deepEqual([await taken('error'), await taken('warning'), await taken('info')], [12, 4.8, 0.5])
  })

  it('says which five checks to fix first, each with its share of what is missing', async () => {
    const issue = (checkId: string, type: IssueType, affectedCount: number) =>
      testIssue(home, { checkId, type, affectedCount, severity: 'warning' })
    const health = await healthOf([
      issue('a', 'link_issue', 40),
      issue('b', 'image_issues', 10),
      issue('c', 'content_issue', 1),
      issue('d', 'security_issue', 3),
      issue('e', 'redirect', 40),
      issue('f', 'hreflang_issue', 40),
    ])
    assert.deepEqual(
      health?.fixFirst.map(({ checkId, gain }) => [checkId, gain]),
      [
        ['a', 4],
        ['e', 2],
        ['f', 2],
        ['b', 2],
        ['d', 1.1],
      ],
    )
  })

  it('says of what to fix first what to do, and the worst case', async () => {
    const target = `${home}gone`
    const details = { evidence: [], targetUrl: target }
    const health = await healthOf([
      testIssue(home, { checkId: 'internal-link-broken', type: 'broken_link', affectedCount: 30, details }),
      testIssue(`${home}1`, { checkId: 'internal-link-broken', type: 'broken_link', affectedCount: 2 }),
      testIssue(`${home}2`, { checkId: 'taken-out', severity: 'warning' }),
    ])
    assert.deepEqual(
      health?.fixFirst.map(({ checkId, advice, worst }) => [checkId, advice, worst]),
      [
        [
          'internal-link-broken',
          'Correct the URL in the link, remove the link, or, if the page has moved, redirect its old URL to the new one with status 301.',
          { targetUrl: target, pageUrl: home, pageCount: 30 },
        ],
        ['taken-out', '', { targetUrl: null, pageUrl: `${home}2`, pageCount: 1 }],
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

  it('has the trend of the last eight crawls, and of those before an earlier one', async () => {
    const url = 'https://trend.test/'
    const crawls = [await crawlWith([testIssue(url)], { url })]
    for (let count = 1; count < 10; count++) crawls.push(await crawlWith([], { url }))
    const scores = crawls.map(({ id }, index) => ({ crawlId: id, score: index === 0 ? 98 : 100 }))
    const [second, last] = [crawls.at(1) ?? assert.fail(), crawls.at(-1) ?? assert.fail()]
    assert.deepEqual(await scoreTrend(store.reading, last), scores.slice(2))
    assert.deepEqual(await scoreTrend(store.reading, second), scores.slice(0, 2))
    assert.deepEqual(await scoreTrend(store.reading, { ...last, status: 'crawling' }), [])
  })

  it('is nothing for a crawl that goes on', async () => {
    assert.equal(await healthOf([testIssue(home)], { isEnded: false }), null)
  })
})

const sentences: [text: string, first: string][] = [
  ['One. Two.', 'One.'],
  ['Write https://a.example/x.html as it is. Then test.', 'Write https://a.example/x.html as it is.'],
  ['Is it meant? If not, remove it.', 'Is it meant?'],
  ['No mark', 'No mark'],
  ['', ''],
]

for (const [text, first] of sentences)
  it(`firstSentence() of "${text}"`, () => assert.equal(firstSentence(text), first))
