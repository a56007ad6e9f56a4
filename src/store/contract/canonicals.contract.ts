import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ConditionalResults, PageRecord } from '#shared/page-record.ts'
import {
  collect,
  type OpenStore,
  SITE,
  startTestCrawl,
  type TestCrawl,
  type TestRecord,
  testIssue,
} from './test-crawl.ts'

const never = new AbortController().signal

function conditional(path: string, canonicalUrl: string): ConditionalResults {
  const issue = testIssue({ path })
  const results = { passed: ['own-passed'], failed: [issue.checkId], skipped: [] }
  const skipped: [string, string][] = [[issue.checkId, 'canonicalised']]
  return {
    canonicalUrl,
    isPrivateHost: false,
    ifOwn: { indexability: 'indexable', isEligible: true, issues: [issue], causes: [], checkResults: results },
    ifForeign: {
      indexability: 'canonicalised',
      isEligible: false,
      issues: [],
      causes: [],
      checkResults: { passed: [], failed: [], skipped },
    },
  }
}

/** A page that names another URL as its canonical. */
function naming(path: string, number: number, canonicalUrl: string): TestRecord {
  return {
    path,
    number,
    columns: { canonicalUrl, isEligible: false, titleKey: 'shared' },
    links: [{ url: canonicalUrl, kind: 'canonical' }],
    conditional: conditional(path, canonicalUrl),
  }
}

const probed = (path: string, finalPath: string, finalStatus = 200): TestRecord => ({
  path,
  number: 0,
  state: 'probed',
  columns: null,
  isPage: false,
  fetched: redirectTo(SITE + path, SITE + finalPath, finalStatus),
})

/** A URL that is certainly an error: it was requested three times. */
const failed = (path: string, status: number): TestRecord => {
  const attempt = { method: 'GET', status, failure: null, atMs: 5 } as const
  return { ...probed(path, path), fetched: { status, attempts: [attempt, attempt, attempt] } }
}

function redirectTo(url: string, location: string, status: number): Partial<PageRecord> {
  return { hops: [{ url, status: 301, location, elapsedMs: 5 }], finalUrl: location, status }
}

const records: TestRecord[] = [
  { path: '/', number: 1 },
  naming('/back/', 2, `${SITE}/back`),
  naming('/away/', 3, `${SITE}/away`),
  naming('/unknown/', 4, `${SITE}/unknown/index.html`),
  naming('/copy', 5, `${SITE}/copy/`),
  { path: '/copy/', number: 6 },
  naming('/else', 7, 'https://other.test/else'),
  probed('/back', '/back/'),
  probed('/away', '/'),
]

async function stateOf({ store, crawlId }: TestCrawl) {
  const site = await store.crawls.siteFacts(crawlId)
  const pages = await store.reading.pages(crawlId, {})
  const counts = (await store.reading.crawl(crawlId))?.counts
  const [group] = await collect(site.groups('title'))
  return {
    indexability: Object.fromEntries(pages.map(({ url, indexability }) => [url.slice(SITE.length), indexability])),
    eligible: (await collect(site.pages())).filter(page => page.isEligible).map(({ url }) => url.slice(SITE.length)),
    counts: (await store.reading.pageCounts(crawlId)).byIndexability,
    issues: (await store.reading.issues(crawlId, {})).map(({ pageUrl }) => pageUrl.slice(SITE.length)),
    passed: pages.filter(({ isPassed }) => isPassed).map(({ url }) => url.slice(SITE.length)),
    passedCount: counts?.passed,
    checkedCount: counts?.pagesChecked,
    issueCounts: (await store.reading.findingReach(crawlId)).map(({ checkId, issueCount }) => [checkId, issueCount]),
    counters: await store.reading.checkCounters(crawlId),
    grouped: group?.pages.map(({ url }) => url.slice(SITE.length)),
  }
}

export function canonicalsContract(open: OpenStore): void {
  describe('canonicals', () => {
    it('make their pages indexable when they lead back to them, once their responses are known', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      await crawl.commit(records)
      const before = await stateOf(crawl)
      assert.deepEqual(
        [before.counts, before.issues, before.eligible],
        [{ indexable: 2, canonicalised: 5 }, [], ['/', '/copy/']],
      )
      await store.crawls.resolveCanonicals(crawl.claim)
      const after = await stateOf(crawl)
      assert.deepEqual(after, {
        indexability: {
          '/': 'indexable',
          '/back/': 'indexable',
          '/away/': 'canonicalised',
          '/unknown/': 'indexable',
          '/copy': 'canonicalised',
          '/copy/': 'indexable',
          '/else': 'canonicalised',
        },
        eligible: ['/', '/back/', '/unknown/', '/copy/'],
        counts: { indexable: 4, canonicalised: 3 },
        issues: ['/back/', '/unknown/'],
        passed: ['/', '/copy/'],
        passedCount: 2,
        checkedCount: 4,
        issueCounts: [['title-missing', 2]],
        counters: [
          { checkId: 'own-passed', passed: 2, failed: 0, skipped: {} },
          { checkId: 'title-missing', passed: 0, failed: 2, skipped: { canonicalised: 3 } },
        ],
        grouped: ['/back/', '/unknown/'],
      })
      await store.crawls.resolveCanonicals(crawl.claim)
      assert.deepEqual(await stateOf(crawl), after)
    })

    it('are ignored where search engines cannot fetch them: then their pages are indexable', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      const canonicals = ['/missing', '/failing', '/moved', '/disallowed', '/closed', '/once', '/busy', '/kept']
      await crawl.commit([
        { path: '/', number: 1 },
        ...canonicals.map((path, index) => naming(`/of${path}`, index + 2, SITE + path)),
        failed('/missing', 404),
        failed('/failing', 503),
        {
          ...failed('/moved', 410),
          fetched: { ...failed('/moved', 410).fetched, ...redirectTo(`${SITE}/moved`, `${SITE}/gone`, 410) },
        },
        { path: '/once', number: 0, state: 'probed', columns: null, isPage: false, fetched: { status: 404 } },
        failed('/busy', 429),
        probed('/kept', '/'),
      ])
      await crawl.commitRows([
        { url: `${SITE}/disallowed`, state: 'skipped', skipReason: 'robots' },
        { url: `${SITE}/closed`, state: 'skipped', skipReason: 'limit', googlebotLine: 3 },
      ])
      await store.crawls.resolveCanonicals(crawl.claim)
      const { indexability, eligible, issues, counts, counters } = await stateOf(crawl)
      const ignored = ['/missing', '/failing', '/moved', '/disallowed', '/closed'].map(path => `/of${path}`)
      assert.deepEqual(indexability, {
        '/': 'indexable',
        ...Object.fromEntries(canonicals.map(path => [`/of${path}`, 'canonicalised'])),
        ...Object.fromEntries(ignored.map(path => [path, 'indexable'])),
      })
      assert.deepEqual([eligible, issues], [['/', ...ignored], ignored.toSorted()])
      assert.deepEqual(counts, { indexable: 6, canonicalised: 3 })
      assert.deepEqual(counters, [
        { checkId: 'own-passed', passed: 5, failed: 0, skipped: {} },
        { checkId: 'title-missing', passed: 0, failed: 5, skipped: { canonicalised: 3 } },
      ])
    })

    it('are left as they are when the crawl is abandoned', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      await crawl.commit(records)
      const before = await stateOf(crawl)
      await store.crawls.resolveCanonicals(crawl.claim, AbortSignal.abort())
      assert.deepEqual(await stateOf(crawl), before)
      await store.crawls.resolveCanonicals(crawl.claim, never)
      assert.notDeepEqual(await stateOf(crawl), before)
    })

    it('are resolved for more pages than one transaction takes', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      const pages = Array.from({ length: 250 }, (_, index) =>
        naming(`/${index}/`, index + 1, `${SITE}/${index % 2 === 0 ? index : 'else'}`),
      )
      await crawl.commit(pages)
      await store.crawls.resolveCanonicals(crawl.claim)
      const { counts } = await stateOf(crawl)
      assert.deepEqual(counts, { indexable: 125, canonicalised: 125 })
      assert.equal(await store.reading.countPages(crawl.crawlId, { indexability: 'canonicalised' }), 125)
      assert.equal((await store.reading.pages(crawl.crawlId, { indexability: 'indexable' })).length, 125)
    })

    it('count less than robots.txt: pages that it closes to Googlebot are blocked', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      await crawl.commit(records)
      await crawl.commitRows(['/', '/back/', '/back'].map(path => ({ url: SITE + path, googlebotLine: 3 })))
      for (let round = 1; round <= 2; round++) {
        await store.crawls.resolveCanonicals(crawl.claim)
        const { indexability, counts } = await stateOf(crawl)
        assert.deepEqual([indexability['/'], indexability['/back/']], ['blocked', 'blocked'])
        assert.deepEqual(counts, { blocked: 2, indexable: 2, canonicalised: 3 })
      }
    })
  })
}
