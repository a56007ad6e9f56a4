import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LISTED_FIRST_NUMBER } from '#shared/crawl-depth.ts'
import { type ColumnId, pageColumnIds } from '#shared/page-columns.ts'
import { readConditions } from '#shared/page-conditions.ts'
import { pageKinds } from '#shared/page-list.ts'
import type { PageQuery, Store } from '../store.ts'
import { type OpenStore, SITE, startTestCrawl, type TestRecord, testIssue } from './test-crawl.ts'

const records: TestRecord[] = [
  {
    path: '/',
    number: 1,
    columns: {
      title: 'Zebra',
      metaDescription: 'A description; 100% oak',
      h1: 'Oak',
      h1Count: 1,
      wordCount: 900,
      lang: 'de',
    },
    links: [{ url: `${SITE}/b` }, { url: `${SITE}/c` }],
    fields: { Price: '1.299,00 €', Brand: 'Öko', '“text: UA-”': '12' },
    issues: [testIssue({ checkId: 'a', severity: 'info', type: 'link_issue' })],
  },
  {
    path: '/b',
    number: 2,
    depth: 1,
    columns: { title: 'äpfel', wordCount: 40, totalImages: 4, missingAltTags: 1, emptyAltTags: 1 },
    fields: { Price: 'on request', Brand: '', '“text: UA-”': '0' },
    links: [{ url: `${SITE}/c` }],
    issues: [
      testIssue({ path: '/b', checkId: 'b', severity: 'warning', type: 'redirect' }),
      testIssue({ path: '/b', checkId: 'c', severity: 'error' }),
    ],
  },
  {
    path: '/c',
    number: 3,
    depth: 2,
    columns: { title: 'apple', wordCount: 120, canonicalUrl: `${SITE}/b` },
    fields: { Price: '20' },
  },
  {
    path: '/old',
    number: 4,
    depth: 1,
    fetched: {
      finalUrl: `${SITE}/c`,
      hops: [{ url: `${SITE}/old`, status: 301, location: `${SITE}/c`, elapsedMs: 5 }],
    },
  },
  {
    path: '/gone',
    number: 5,
    depth: -1,
    columns: null,
    fetched: { status: 404, bytes: null, ttfbMs: null, totalMs: null },
  },
]

async function completeCrawl(store: Store) {
  const crawl = await startTestCrawl(store)
  await crawl.commit(records)
  await crawl.commitRows([
    { url: `${SITE}/gone`, firstNumber: LISTED_FIRST_NUMBER },
    { url: `${SITE}/old`, firstNumber: 1, redirectDepth: 1 },
  ])
  await store.crawls.indexLinks(crawl.claim)
  await store.crawls.scoreLinks(crawl.claim)
  await store.crawls.completePageList(crawl.claim)
  return crawl
}

function query(conditions: string, sort?: ColumnId, order?: 'descending'): PageQuery {
  return {
    conditions: readConditions(conditions) ?? assert.fail(conditions),
    ...(sort && { sort: { column: sort, isDescending: order === 'descending' } }),
  }
}

const lists: [string, PageQuery, string[]][] = [
  ['no condition', query(''), ['/', '/b', '/c', '/old', '/gone']],
  ['a number that is under another', query('words:under:121'), ['/b', '/c']],
  ['a number between two, both included', query('words:between:40..120'), ['/b', '/c']],
  ['a number that is not another, or not known', query('status:not:200'), ['/old', '/gone']],
  ['a number that is not known', query('words:empty'), ['/old', '/gone']],
  ['a depth, which pages of a sitemap alone do not have', query('depth:under:9'), ['/', '/b', '/c', '/old']],
  ['no depth', query('depth:empty'), ['/gone']],
  ['two conditions', query('words:over:39;depth:over:0'), ['/b', '/c']],
  ['a text whatever its case', query('title:contains:ÄPF'), ['/b']],
  ['a text with characters of the grammar', query('description:contains:description%3B 100%25'), ['/']],
  ['characters that mean something to SQL', query('title:contains:%25'), []],
  ['a text without another', query('url:not-contains:/old'), ['/', '/b', '/c', '/gone']],
  ['the beginning of a text', query(`url:starts:${SITE}/o`), ['/old']],
  ['a text as it is', query('language:is:de'), ['/']],
  ['an empty text', query('title:empty'), ['/old', '/gone']],
  ['a text that is not empty', query('redirectUrl:not-empty'), ['/old']],
  ['a canonical target', query('canonical:is:https://site.test/b'), ['/c']],
  ['a choice', query('indexability:is:redirect'), ['/old']],
  ['another choice', query('indexability:not:redirect;foundBy:is:links'), ['/b', '/c']],
  ['how it was found', query('foundBy:is:sitemap'), ['/gone']],
  ['how it was found, by a redirect', query('foundBy:is:redirect'), ['/old']],
  ['images without alt text', query('alt:over:0'), ['/b']],
  ['a custom field that is over a number', query('field.Price:over:100'), ['/']],
  ['a custom field between numbers', query('field.Price:between:20..2000'), ['/', '/c']],
  ['a custom field with a text', query('field.Brand:contains:öK'), ['/']],
  ['a custom field that is a text', query('field.Price:is:20'), ['/c']],
  ['a custom field without a text', query('field.Price:not-contains:request'), ['/', '/c', '/old', '/gone']],
  ['a custom field that is empty', query('field.Brand:empty;status:is:200'), ['/b', '/c']],
  ['a field that no page has', query('field.None:not-empty'), []],
  ['a search that is found', query('search.text%3A UA-:over:0'), ['/']],
  ['a search that is not found', query('search.text%3A UA-:is:0'), ['/b']],
  ['sorted by a field, numbers first', query('', 'field.Price'), ['/c', '/', '/b', '/old', '/gone']],
  ['sorted downwards by a field', query('', 'field.Price', 'descending'), ['/', '/c', '/b', '/old', '/gone']],
  ['some pages', { numbers: [5, 2, 9] }, ['/b', '/gone']],
  ['links to the page', query('inlinks:is:3'), ['/c']],
  ['issues', query('issues:over:0', 'issues', 'descending'), ['/b', '/']],
  ['errors and warnings', query('errors:is:1;warnings:is:1'), ['/b']],
  ['a condition and the status class', { ...query('words:over:50'), statusClass: '2xx' }, ['/', '/c']],
  ['sorted by a number, unknown ones last', query('', 'words'), ['/b', '/c', '/', '/old', '/gone']],
  ['sorted downwards, unknown ones last', query('', 'words', 'descending'), ['/', '/c', '/b', '/old', '/gone']],
  ['sorted by title whatever its case, empty ones last', query('', 'title'), ['/c', '/', '/b', '/old', '/gone']],
  ['sorted by a choice', query('', 'foundBy'), ['/b', '/c', '/old', '/gone', '/']],
  ['a part of a sorted list', { ...query('', 'title'), offset: 1, limit: 2 }, ['/', '/b']],
  [
    'what follows a page in a sorted list',
    { ...query('', 'title'), afterUrl: `${SITE}/b`, limit: 9 },
    ['/old', '/gone'],
  ],
  ['a part beyond the first rows', { ...query('', 'title'), offset: 1, limit: 1_500 }, ['/', '/b', '/old', '/gone']],
]

export function pageListContract(open: OpenStore): void {
  describe('conditions and order of the pages list', () => {
    it('choose and sort its pages', async () => {
      await using store = await open()
      const { crawlId } = await completeCrawl(store)
      for (const [name, wanted, paths] of lists) {
        const pages = await store.reading.pages(crawlId, wanted)
        assert.deepEqual(
          pages.map(page => page.url),
          paths.map(path => SITE + path),
          name,
        )
        if (wanted.limit !== undefined) continue
        assert.equal(await store.reading.countPages(crawlId, wanted), paths.length, name)
      }
    })

    it('gives the figures of a part of it, each as long as its list', async () => {
      await using store = await open()
      const { claim } = await completeCrawl(store)
      const figuresOf = (part: string) =>
        store.reading.pageFigures(claim.crawlId, readConditions(part) ?? assert.fail(part))
      const count = async (part: string, more: PageQuery = {}) =>
        await store.reading.countPages(claim.crawlId, { ...query(part), ...more })
      for (const part of ['url:contains:/', 'depth:over:0', 'words:over:5000', 'errors:over:0;status:is:200'])
        assert.deepEqual(await figuresOf(part), {
          pages: await count(part),
          passed: await count(part, { isPassed: true }),
          withErrors: await count(`${part};errors:over:0`),
          withWarnings: await count(`${part};warnings:over:0`),
        })
      assert.equal((await figuresOf('url:contains:/')).pages, records.length)
    })

    it('has issues that add up to what the issues of each check affect of a part of it', async () => {
      await using store = await open()
      const { claim } = await completeCrawl(store)
      const reachOf = async (part: string) =>
        (await store.reading.partReach(claim.crawlId, readConditions(part) ?? assert.fail(part))).map(
          ({ checkId, severity, issueCount, affected }) => [checkId, severity, issueCount, affected],
        )
      assert.deepEqual(await reachOf('url:contains:/'), [
        ['a', 'info', 1, 1],
        ['b', 'warning', 1, 1],
        ['c', 'error', 1, 1],
      ])
      assert.deepEqual(await reachOf('depth:is:1'), [
        ['b', 'warning', 1, 1],
        ['c', 'error', 1, 1],
      ])
      assert.deepEqual(await reachOf('words:over:5000'), [])
    })

    it('is found by what is good about a page', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      const nothing = { title: '', metaDescription: '' }
      const hop = (status: number) => ({ url: SITE, status, location: SITE, elapsedMs: 1 })
      await crawl.commit([
        { path: '/', number: 1 },
        { path: '/empty', number: 2, columns: nothing, fetched: { status: 204 } },
        { path: '/plain', number: 3, columns: { ...nothing, title: 'Tides' } },
        { path: '/moved', number: 4, fetched: { hops: [hop(301)] } },
        { path: '/moved-too', number: 5, fetched: { hops: [hop(308)] } },
        { path: '/for-now', number: 6, fetched: { hops: [hop(302)] } },
        { path: '/lost', number: 7, fetched: { hops: [hop(301)], status: 404 } },
        { path: '/silent', number: 8, fetched: { hops: [hop(301)], status: null, failure: 'dns' } },
        { path: '/long', number: 9, fetched: { hops: [hop(301), hop(301)] } },
      ])
      const found: Record<string, string[]> = {}
      for (const kind of pageKinds) {
        const pages = await store.reading.pages(crawl.crawlId, { kind })
        found[kind] = pages.map(page => page.url.slice(SITE.length))
      }
      assert.deepEqual(found, {
        ok: ['/', '/plain'],
        redirects: ['/moved', '/moved-too'],
        titles: ['/', '/plain'],
        descriptions: ['/'],
      })
    })

    it('sorts by any column', async () => {
      await using store = await open()
      const { crawlId } = await completeCrawl(store)
      for (const column of pageColumnIds) {
        const pages = await store.reading.pages(crawlId, { sort: { column, isDescending: true } })
        assert.equal(new Set(pages.map(page => page.url)).size, records.length, column)
      }
    })

    it('knows the issues of each page once the list is complete', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      await crawl.commit(records)
      const [before] = await store.reading.pages(crawl.crawlId, { url: `${SITE}/b` })
      assert.equal(before?.issueCounts, null)
      await store.crawls.completePageList(crawl.claim)
      const pages = await store.reading.pages(crawl.crawlId, {})
      assert.deepEqual(
        pages.map(page => page.issueCounts),
        [
          { issues: 1, errors: 0, warnings: 0 },
          { issues: 2, errors: 1, warnings: 1 },
          { issues: 0, errors: 0, warnings: 0 },
          { issues: 0, errors: 0, warnings: 0 },
          { issues: 0, errors: 0, warnings: 0 },
        ],
      )
    })

    it('follows issues that are fixed, and open again', async () => {
      await using store = await open()
      const crawl = await completeCrawl(store)
      await store.crawls.end(crawl.claim, { reason: 'finished', sentence: '', endedMs: 9_000 })
      const counts = async () => {
        const [page] = await store.reading.pages(crawl.crawlId, { url: `${SITE}/b` })
        return page?.issueCounts
      }
      const before = await counts()
      const [error] = await store.reading.issues(crawl.crawlId, { severity: 'error' })
      assert.ok(error)
      const move = { crawlId: crawl.crawlId, issueIds: [error.id], nowMs: 20_000 }
      await store.issues.suppress({ ...move, cause: { kind: 'fixed', checkedAtMs: 12_000 } })
      assert.deepEqual(await counts(), { issues: 1, errors: 0, warnings: 1 })
      await store.issues.restore(move)
      assert.deepEqual(await counts(), before)
    })
  })
}
