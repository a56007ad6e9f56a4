import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { NewIssue } from '#shared/model.ts'
import type { Store } from '../store.ts'
import { type OpenStore, SITE, startTestCrawl, testIssue } from './test-crawl.ts'

export function siteIssuesContract(open: OpenStore): void {
  describe('issues of the site', () => {
    it('keep the pages that they are about from passing, host-wide ones and infos do not', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      const paths = ['/', '/affected', '/duplicate', '/source', '/info', '/host', '/own']
      await crawl.commit(
        paths.map((path, index) => ({
          path,
          number: index + 1,
          issues: path === '/own' ? [testIssue({ path })] : [],
        })),
      )
      await store.crawls.addSiteIssues(
        crawl.claim,
        [
          testIssue({
            checkId: 'title-duplicate',
            severity: 'warning',
            details: {
              affectedUrls: [`${SITE}/affected`, `${SITE}/own`],
              duplicateUrls: [`${SITE}/duplicate`],
              referringSources: [`${SITE}/source`],
              evidence: [],
            },
          }),
          testIssue({ path: '/info', severity: 'info', checkId: 'i' }),
          testIssue({ path: '/host', isHostWide: true, checkId: 'h' }),
        ],
        {},
      )
      await store.crawls.end(crawl.claim, { reason: 'finished', sentence: '', endedMs: 9_000 })
      const passed = await store.reading.pages(crawl.crawlId, { isPassed: true })
      assert.deepEqual(
        passed.map(page => page.url),
        ['/source', '/info', '/host'].map(path => SITE + path),
      )
      assert.ok(passed.every(page => page.isPassed))
      assert.equal((await store.reading.crawl(crawl.crawlId))?.counts.passed, 3)
      assert.equal(await store.reading.countPages(crawl.crawlId, { isPassed: true }), 3)
    })

    it('are taken back with all that they changed', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      const own = testIssue({ path: '/own' })
      await crawl.commit(
        [
          { path: '/', number: 1 },
          { path: '/own', number: 2, issues: [own] },
        ],
        { counters: { 'title-missing': { passed: 1, failed: 1, skipped: {} } } },
      )
      const listed = async () => ({
        crawl: await store.reading.crawl(crawl.crawlId),
        issues: await store.reading.issues(crawl.crawlId, {}),
        byUrl: await store.reading.issues(crawl.crawlId, { url: `${SITE}/` }),
        types: await store.reading.issueTypes(crawl.crawlId),
        counters: await store.reading.checkCounters(crawl.crawlId),
        pages: await store.reading.pages(crawl.crawlId, {}),
      })
      const before = await listed()
      await store.crawls.resetSiteIssues(crawl.claim)
      assert.deepEqual(await listed(), before, 'nothing to take back')
      const issues = Array.from({ length: 120 }, (_, index) =>
        testIssue({
          checkId: 'c',
          type: 'duplicate',
          details: { affectedUrls: [`${SITE}/own`, `${SITE}/${index}`], evidence: [] },
        }),
      )
      await store.crawls.addSiteIssues(crawl.claim, issues, { c: { passed: 0, failed: 120, skipped: { why: 3 } } })
      const during = await listed()
      assert.equal(during.crawl?.counts.passed, 0)
      assert.equal(during.crawl?.counts.byCategory.duplicates, 120)
      await store.crawls.resetSiteIssues(crawl.claim)
      assert.deepEqual(await listed(), before)
    })

    it('are found at the time of the last commit, and counters add up', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      const counters = { b: { passed: 2, failed: 1, skipped: { 'no title': 1 } } }
      await crawl.commit([{ path: '/', number: 1, issues: [testIssue()] }], { nowMs: 4_000, counters })
      await crawl.commit([{ path: '/b', number: 2 }], { nowMs: 5_000, counters })
      await store.crawls.addSiteIssues(crawl.claim, [testIssue({ checkId: 'z' })], {
        a: { passed: 7, failed: 0, skipped: {} },
      })
      const issues = await store.reading.issues(crawl.crawlId, {})
      assert.deepEqual(
        issues.map(issue => issue.discoveredMs),
        [4_000, 5_000],
      )
      assert.deepEqual(await store.reading.checkCounters(crawl.crawlId), [
        { checkId: 'a', passed: 7, failed: 0, skipped: {} },
        { checkId: 'b', passed: 4, failed: 2, skipped: { 'no title': 2 } },
      ])
    })

    describe('with a list of all their pages', () => {
      /** Of several transactions. */
      const PAGES = 2_100
      const urls = Array.from({ length: PAGES }, (_, index) => `${SITE}/${index}`)

      /** Two issues about all pages but the home page, of which one is about the whole host, and how often their walk was made. */
      async function addListed(store: Store, issue: Partial<NewIssue> = {}) {
        const crawl = await startTestCrawl(store)
        await crawl.commit([
          { path: '/', number: 1 },
          ...urls.map((url, index) => ({ path: url.slice(SITE.length), number: index + 2 })),
        ])
        let walks = 0
        async function* walk() {
          walks++
          for (const url of urls) {
            yield { key: 'all', url }
            yield { key: 'host', url }
            yield { key: 'neither', url }
          }
        }
        const details = { affectedUrls: urls.slice(0, 100), evidence: [] }
        const listed = { ...testIssue({ checkId: 'c', details, affectedCount: PAGES }), ...issue }
        await store.crawls.addSiteIssues(
          crawl.claim,
          [
            { ...listed, list: { key: 'all', walk } },
            { ...listed, checkId: 'h', isHostWide: true, list: { key: 'host', walk } },
          ],
          {},
        )
        return { crawl, walks }
      }

      async function pagesOf(store: Store, crawlId: number, checkId: string) {
        const [issue] = await store.reading.issues(crawlId, { checkId })
        assert.ok(issue)
        const pages: string[] = []
        for (let after: string | undefined; ; after = pages.at(-1)) {
          const part = await store.reading.issuePages(crawlId, { issue, after, limit: 1_000 })
          assert.equal(part.total, PAGES)
          if (part.urls.length === 0) return pages
          pages.push(...part.urls)
        }
      }

      it('are written in one walk, fail their pages, and are found by each of them', async () => {
        await using store = await open()
        const { crawl, walks } = await addListed(store)
        const { crawlId } = crawl
        assert.equal(walks, 1)
        for (const checkId of ['c', 'h']) assert.deepEqual(await pagesOf(store, crawlId, checkId), urls.toSorted())
        assert.equal((await store.reading.crawl(crawlId))?.counts.passed, 0, 'the home page is where they are shown')
        assert.equal(await store.reading.countIssues(crawlId, { url: urls.at(-1) ?? '' }), 2)
      })

      it('pass and fail all of them when they are suppressed and restored', async () => {
        await using store = await open()
        const { crawl } = await addListed(store)
        const { crawlId } = crawl
        await store.crawls.end(crawl.claim, { reason: 'finished', sentence: '', endedMs: 9_000 })
        const passed = async () => (await store.reading.crawl(crawlId))?.counts.passed
        const [issue] = await store.reading.issues(crawlId, { checkId: 'c' })
        const issueIds = [issue?.id ?? 0]
        await store.issues.suppress({ crawlId, issueIds, cause: { kind: 'switched-off' }, nowMs: 9_000 })
        assert.equal(await passed(), PAGES + 1)
        await store.issues.restore({ crawlId, issueIds })
        assert.equal(await passed(), 0)
      })

      it('leave nothing behind when they are taken back', async () => {
        await using store = await open()
        const { crawl } = await addListed(store)
        const { crawlId } = crawl
        await store.crawls.resetSiteIssues(crawl.claim)
        assert.equal(await store.reading.countIssues(crawlId, { url: urls.at(-1) ?? '' }), 0)
        assert.equal((await store.reading.crawl(crawlId))?.counts.passed, PAGES + 1)
        assert.deepEqual(await store.reading.issues(crawlId, {}), [])
      })

      it('keep no page from passing where they are information', async () => {
        await using store = await open()
        const { crawl } = await addListed(store, { severity: 'info' })
        assert.equal((await store.reading.crawl(crawl.crawlId))?.counts.passed, PAGES + 1)
      })
    })

    it('may name thousands of pages', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      await crawl.commit([{ path: '/', number: 1 }])
      const affectedUrls = Array.from({ length: 12_000 }, (_, index) => `${SITE}/${index}`)
      const wide = testIssue({ details: { affectedUrls, evidence: [] }, affectedCount: 12_000 })
      await store.crawls.addSiteIssues(crawl.claim, [wide, wide, wide], {})
      const near = await store.reading.countIssues(crawl.crawlId, { url: `${SITE}/9000` })
      const far = await store.reading.countIssues(crawl.crawlId, { url: `${SITE}/11000` })
      assert.deepEqual([near, far], [3, 0], 'ten thousand of them can be searched for')
      assert.equal((await store.reading.issues(crawl.crawlId, {}))[0]?.details.affectedUrls?.length, 12_000)
    })
  })
}
