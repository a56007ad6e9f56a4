import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { absences, type FindingChanges, noChanges, pageChanges } from '#shared/changes.ts'
import type { AbsentIssue, Store } from '../store.ts'
import { type OpenStore, SITE, startTestCrawl, type TestCrawl, testIssue } from './test-crawl.ts'

const muted = { kind: 'muted', muteId: 1, reason: 'Known' } as const

/** What is stored when a crawl is compared with the earlier one. */
export function crawlChangesContract(open: OpenStore): void {
  describe('changes since the earlier crawl', () => {
    const issues = [
      testIssue({ path: '/a' }),
      testIssue({ path: '/b' }),
      testIssue({ path: '/a', checkId: 'h1-missing', severity: 'warning' }),
    ]
    const ended = async (crawl: TestCrawl, earlierCrawlId: number | null = null) =>
      await crawl.store.crawls.end(crawl.claim, {
        reason: 'finished',
        sentence: '',
        endedMs: 9_000,
        earlierCrawlId,
      })
    /** An earlier crawl, and one of the same pages and issues that has not ended. */
    async function openScene(store: Store) {
      const crawls: TestCrawl[] = []
      for (const isEarlier of [true, false]) {
        const crawl = await startTestCrawl(store)
        await crawl.commit([
          { path: '/a', number: 1, issues: [issues[0], issues[2]].flatMap(issue => issue ?? []) },
          { path: '/b', number: 2, issues: [issues[1]].flatMap(issue => issue ?? []) },
          { path: '/gone', number: 3, columns: null, fetched: { status: 404 } },
        ])
        crawls.push(crawl)
        if (isEarlier) await ended(crawl)
      }
      const [earlier, crawl] = crawls
      assert.ok(earlier && crawl)
      const rows = await store.reading.issues(crawl.crawlId, {})
      const absent = async (absence: AbsentIssue['absence']): Promise<AbsentIssue[]> =>
        (await store.reading.issues(earlier.crawlId, {})).map(({ id, checkId, severity }) => ({
          issueId: id,
          checkId,
          severity,
          absence,
        }))
      return { earlier, crawl, rows, absent }
    }
    const titles = (changes: Partial<FindingChanges>) => ({
      checkId: 'title-missing',
      severity: 'error',
      changes: { ...noChanges(), ...changes },
    })
    const headings = (changes: Partial<FindingChanges>) => ({
      checkId: 'h1-missing',
      severity: 'warning',
      changes: { ...noChanges(), ...changes },
    })

    it('are counted and listed, and follow what is suppressed', async () => {
      await using store = await open()
      const { earlier, crawl, rows } = await openScene(store)
      const [first] = rows
      assert.ok(first)
      const { reading } = store
      assert.deepEqual(await reading.findingChanges(crawl.crawlId), [
        titles({ unchanged: 2 }),
        headings({ unchanged: 1 }),
      ])
      await store.crawls.markNew(crawl.claim, [first.id])
      await ended(crawl, earlier.crawlId)
      assert.equal((await reading.crawl(crawl.crawlId))?.earlierCrawlId, earlier.crawlId)
      const all = [titles({ new: 1, unchanged: 1 }), headings({ unchanged: 1 })]
      assert.deepEqual(await reading.findingChanges(crawl.crawlId), all)
      const listed = async (change: 'new' | 'unchanged') =>
        (await reading.issues(crawl.crawlId, { change })).map(({ id }) => id)
      assert.deepEqual([await listed('new'), (await listed('unchanged')).length], [[first.id], 2])
      assert.equal(await reading.countIssues(crawl.crawlId, { change: 'new' }), 1)
      assert.equal(await reading.countIssues(crawl.crawlId, { change: 'new', search: 'missing' }), 1)
      const [next] = await reading.issues(crawl.crawlId, { afterId: first.id, limit: 1 })
      assert.equal(next?.id, rows[1]?.id)
      const one = { crawlId: crawl.crawlId, issueIds: [first.id] }
      await store.issues.suppress({ ...one, cause: muted, nowMs: 10_000 })
      assert.deepEqual(await reading.findingChanges(crawl.crawlId), [
        titles({ unchanged: 1 }),
        headings({ unchanged: 1 }),
      ])
      await store.issues.restore(one)
      assert.deepEqual([await reading.findingChanges(crawl.crawlId), await listed('new')], [all, [first.id]])
    })

    it('hold the findings of the earlier crawl, by severity and check, part by part', async () => {
      await using store = await open()
      const { earlier, crawl, absent } = await openScene(store)
      const rows = await absent('fixed')
      await store.crawls.addAbsent(crawl.claim, rows.toReversed())
      await ended(crawl, earlier.crawlId)
      const list = async (query: object) =>
        (await store.reading.absentIssues(crawl.crawlId, { absence: 'fixed', offset: 0, limit: 9, ...query })).map(
          ({ checkId, pageUrl }) => `${checkId} ${pageUrl.replace(SITE, '')}`,
        )
      const whole = ['title-missing /a', 'title-missing /b', 'h1-missing /a']
      assert.deepEqual(await list({}), whole)
      for (const offset of [0, 1, 2, 3])
        assert.deepEqual(await list({ offset, limit: 2 }), whole.slice(offset, offset + 2))
      assert.deepEqual(await list({ severity: 'warning' }), ['h1-missing /a'])
      assert.deepEqual(await list({ checkId: 'title-missing', offset: 1 }), ['title-missing /b'])
      assert.deepEqual(await list({ absence: 'not-crawled' }), [])
      assert.deepEqual(await store.reading.findingChanges(crawl.crawlId), [
        titles({ unchanged: 2, fixed: 2 }),
        headings({ unchanged: 1, fixed: 1 }),
      ])
    })

    it('hold pages in the order in which they were added', async () => {
      await using store = await open()
      const { crawl } = await openScene(store)
      const urls = ['/z', '/y', '/x'].map(path => SITE + path)
      await store.crawls.addChangedPages(crawl.claim, { change: 'removed', urls: urls.slice(0, 2), after: 0 })
      await store.crawls.addChangedPages(crawl.claim, { change: 'removed', urls: urls.slice(2), after: 2 })
      const list = (offset: number, limit: number) =>
        store.reading.changedPages(crawl.crawlId, { change: 'removed', offset, limit })
      assert.deepEqual([await list(0, 9), await list(1, 1)], [urls, [urls[1]]])
      assert.deepEqual(await store.reading.pageChanges(crawl.crawlId), {
        added: 0,
        moved: 0,
        redirected: 0,
        removed: 3,
        'not-crawled': 0,
      })
    })

    it('are deleted before a comparison begins anew', async () => {
      await using store = await open()
      const { crawl, rows, absent } = await openScene(store)
      const before = await store.reading.crawl(crawl.crawlId)
      await store.crawls.markNew(
        crawl.claim,
        rows.map(({ id }) => id),
      )
      for (const absence of absences) await store.crawls.addAbsent(crawl.claim, await absent(absence))
      for (const change of pageChanges)
        await store.crawls.addChangedPages(crawl.claim, { change, urls: [`${SITE}/a`], after: 0 })
      await store.crawls.resetChanges(crawl.claim)
      assert.deepEqual(await store.reading.findingChanges(crawl.crawlId), [
        titles({ unchanged: 2 }),
        headings({ unchanged: 1 }),
      ])
      assert.deepEqual(await store.reading.crawl(crawl.crawlId), before)
      const part = { offset: 0, limit: 9 }
      for (const absence of absences)
        assert.deepEqual(await store.reading.absentIssues(crawl.crawlId, { absence, ...part }), [])
      for (const change of pageChanges)
        assert.deepEqual(await store.reading.changedPages(crawl.crawlId, { change, ...part }), [])
    })

    it('rest on what a crawl knows of URLs', async () => {
      await using store = await open()
      const { crawl } = await openScene(store)
      await crawl.commitRows([{ url: `${SITE}/skipped`, state: 'skipped', skipReason: 'limit' }])
      const urls = ['/a', '/gone', '/skipped', '/unknown'].map(path => SITE + path)
      const states = await store.reading.urlStates(crawl.crawlId, urls)
      const page = {
        isRequested: true,
        isPage: true,
        hasContent: true,
        isEligible: true,
        status: 200,
        hasRedirects: false,
        isCopy: false,
      }
      const nothing = {
        isPage: false,
        hasContent: false,
        isEligible: false,
        status: null,
        hasRedirects: false,
        isCopy: false,
      }
      assert.deepEqual(
        urls.map(url => states.get(url)),
        [
          page,
          { ...page, hasContent: false, isEligible: false, status: 404 },
          { ...nothing, isRequested: false },
          undefined,
        ],
      )
      const many = Array.from({ length: 250 }, (_, index) => `${SITE}/${index}`)
      assert.equal((await store.reading.urlStates(crawl.crawlId, [...many, ...urls])).size, 3)
      const pages = await store.reading.comparablePages(crawl.crawlId, { limit: 2 })
      const rest = await store.reading.comparablePages(crawl.crawlId, { after: pages.at(-1), limit: 2 })
      const all = [...pages, ...rest]
      assert.deepEqual(
        all.map(({ url, isHtml, status }) => [url.replace(SITE, ''), isHtml, status]),
        [
          ['/a', true, 200],
          ['/b', true, 200],
          ['/gone', false, 404],
        ],
      )
      const byUrl = await store.reading.comparablePagesAt(crawl.crawlId, [...urls, `${SITE}/b`])
      assert.deepEqual(
        [...byUrl.keys()].sort(),
        ['/a', '/b', '/gone', '/skipped'].map(path => SITE + path),
      )
      assert.equal(byUrl.get(`${SITE}/skipped`)?.isRequested, false)
      const ids = all.map(({ urlId }) => urlId)
      const keys = await store.reading.pageKeys(crawl.crawlId, { limit: 2 })
      const further = await store.reading.pageKeys(crawl.crawlId, { after: keys.at(-1), limit: 2 })
      assert.deepEqual(
        [...keys, ...further].map(key => ({ ...key })),
        all.map(({ number, urlId }) => ({ number, urlId })),
      )
      const byId = await store.reading.comparablePagesById(crawl.crawlId, ids)
      for (const { columns: _, ...page } of all)
        for (const same of [byUrl.get(page.url), byId.get(page.urlId)]) assert.partialDeepStrictEqual(same, page)
    })
  })
}
