import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { IssueQuery, PageQuery, Store } from '../store.ts'
import { type OpenStore, SITE, startTestCrawl, type TestCrawl, testIssue } from './test-crawl.ts'

const ENDED = { reason: 'finished', sentence: '', endedMs: 9_000 } as const

const texts = [
  'CHAIRS',
  'a',
  '/',
  '%20',
  'b_c',
  '"',
  "'",
  '\\',
  'straße',
  'ΛΌΓΟΣ',
  '🪑',
  'meta_',
  'nowhere',
  'x\0y',
  '*',
]

const issueFilters: IssueQuery[] = [
  {},
  { checkId: 'b' },
  { severity: 'warning' },
  { types: ['duplicate'] },
  { reach: 'one' },
  { url: `${SITE}/chairs?a=1%202` },
  { limit: 2, offset: 1 },
]

const pageFilters: PageQuery[] = [{}, { statusClass: '4xx' }, { isPassed: true }, { depth: 1 }, { limit: 2, offset: 1 }]

/** Issues of a running crawl are searched row by row, those of an ended one in the texts that are stored for it. */
export function searchContract(open: OpenStore): void {
  describe('searching for a text', () => {
    it('finds the same in a crawl that has ended as in one that runs', async () => {
      await using store = await open()
      const crawl = await crawlWithTexts(store, 'owner')
      // Their rows lie among those of the first.
      await crawlWithTexts(store, 'another')
      const before = await searched(store, crawl.crawlId)
      assert.ok(before.filter(({ count }) => count > 0).length > 60)
      await store.crawls.end(crawl.claim, ENDED)
      assert.deepEqual(await searched(store, crawl.crawlId), before)
    })

    it('finds what is reported at the time: not what is suppressed, and what is restored', async () => {
      await using store = await open()
      const { claim, crawlId } = await crawlWithTexts(store, 'owner')
      await store.crawls.end(claim, ENDED)
      const query = { search: 'straße' }
      const found = await store.reading.issues(crawlId, query)
      const issueIds = found.slice(0, 1).map(({ id }) => id)
      const cause = { kind: 'fixed', checkedAtMs: 9_000 } as const
      await store.issues.suppress({ crawlId, issueIds, cause, nowMs: 9_000 })
      assert.deepEqual(await store.reading.issues(crawlId, query), found.slice(1))
      assert.equal(await store.reading.countIssues(crawlId, query), found.length - 1)
      await store.issues.restore({ crawlId, issueIds })
      assert.deepEqual(await store.reading.issues(crawlId, query), found)
      assert.equal(found.length, 2)
    })
  })
}

async function searched(store: Store, crawlId: number) {
  const { reading } = store
  const results: { search: string; filter: IssueQuery | PageQuery; count: number; rows: (number | string)[] }[] = []
  for (const search of texts) {
    for (const filter of issueFilters) {
      const rows = (await reading.issues(crawlId, { ...filter, search })).map(({ id }) => id)
      results.push({ search, filter, count: await reading.countIssues(crawlId, { ...filter, search }), rows })
    }
    for (const filter of pageFilters) {
      const rows = (await reading.pages(crawlId, { ...filter, search })).map(({ url }) => url)
      results.push({ search, filter, count: await reading.countPages(crawlId, { ...filter, search }), rows })
    }
  }
  return results
}

async function crawlWithTexts(store: Store, owner: string): Promise<TestCrawl> {
  const crawl = await startTestCrawl(store, { owner })
  const paths = ['/', '/chairs?a=1%202', '/Chairs?a=1%20b_c', '/stra%C3%9Fe', `/it's`]
  await crawl.commit(
    paths.map((path, index) => ({
      path,
      number: index + 1,
      depth: index === 0 ? 0 : 1,
      fetched: index === 2 ? { status: 404 } : {},
      columns: { title: index % 2 === 0 ? 'Λόγος: "Straße" 🪑' : 'A \\ title * of chairs' },
      issues: [
        testIssue({ path, checkId: 'a', severity: 'info', message: 'Straße'.repeat(index % 2), type: 'meta_issue' }),
        testIssue({
          path,
          checkId: 'b',
          severity: 'warning',
          message: `Duplicate “Λόγος” 🪑 "${index}"`,
          type: 'duplicate',
        }),
        testIssue({ path, checkId: 'c', severity: 'error', message: `A \\ in ${path} *`, affectedCount: index + 1 }),
      ],
    })),
  )
  return crawl
}
