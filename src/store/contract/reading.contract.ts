import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { IssueQuery, IssueRow, PageQuery, Store } from '../store.ts'
import { type OpenStore, SITE, startTestCrawl, type TestRecord, testIssue } from './test-crawl.ts'

const records: TestRecord[] = [
  {
    path: '/',
    number: 1,
    columns: { title: 'Häuser & Gärten', titleKey: 'same', textHash: 'same' },
    links: [{ url: `${SITE}/b` }, { url: `${SITE}/c`, region: 'nav' }, { url: `${SITE}/old` }],
    issues: [testIssue({ checkId: 'a', severity: 'info', type: 'link_issue', affectedCount: 3 })],
  },
  {
    path: '/b',
    number: 2,
    depth: 1,
    columns: { titleKey: 'same', textHash: 'same' },
    links: [{ url: `${SITE}/c` }, { url: `${SITE}/` }],
    issues: [
      testIssue({ path: '/b', checkId: 'b', severity: 'warning', type: 'redirect' }),
      testIssue({ path: '/b', checkId: 'a', severity: 'info', type: 'link_issue', message: 'Großer Fehler' }),
    ],
  },
  { path: '/c', number: 3, depth: 1, issues: [testIssue({ path: '/c', details: { title: 'x', evidence: [] } })] },
  {
    path: '/old',
    number: 4,
    depth: 1,
    fetched: {
      finalUrl: `${SITE}/c`,
      hops: [{ url: `${SITE}/old`, status: 301, location: `${SITE}/c`, elapsedMs: 5 }],
      attempts: [{ atMs: 1, method: 'GET', status: 301, failure: null }],
    },
  },
  {
    path: '/dead',
    number: 5,
    depth: 1,
    fetched: { status: null, failure: 'dns', failureDetail: 'no such host', bytes: null, ttfbMs: null, totalMs: null },
    issues: [testIssue({ path: '/dead', checkId: 'b', severity: 'warning', type: 'redirect', affectedCount: 2 })],
  },
  { path: '/gone', number: 6, depth: 2, columns: null, fetched: { status: 404 } },
]

/** A crawl of all records, committed in the given order, one by one or at once. */
async function crawlOf(store: Store, order: readonly number[], batchSize: number) {
  const crawl = await startTestCrawl(store)
  const ordered = order.map(index => records[index]).filter(record => record !== undefined)
  for (let start = 0; start < ordered.length; start += batchSize) {
    await crawl.commit(ordered.slice(start, start + batchSize))
  }
  await store.crawls.indexLinks(crawl.claim)
  await store.crawls.addSiteIssues(
    crawl.claim,
    [
      testIssue({
        checkId: 'link-broken',
        type: 'broken_link',
        path: '/gone',
        affectedCount: 2,
        details: { sourceUrl: `${SITE}/b`, referringSources: [`${SITE}/b`, `${SITE}/c`], evidence: [] },
      }),
      testIssue({
        checkId: 'content-duplicate',
        type: 'duplicate',
        severity: 'warning',
        details: { duplicateUrls: [`${SITE}/b`], evidence: [] },
      }),
    ],
    {},
  )
  return crawl
}

const IN_ORDER = [0, 1, 2, 3, 4, 5]

const brief = (issue: IssueRow) => `${issue.severity} ${issue.affectedCount} ${issue.checkId} ${issue.pageUrl}`

const allIssues = [
  `error 2 link-broken ${SITE}/gone`,
  `error 1 title-missing ${SITE}/c`,
  `warning 2 b ${SITE}/dead`,
  `warning 1 b ${SITE}/b`,
  `warning 1 content-duplicate ${SITE}/`,
  `info 3 a ${SITE}/`,
  `info 1 a ${SITE}/b`,
]

export function readingContract(open: OpenStore): void {
  describe('the pages list', () => {
    it('is ordered by frontier number and holds the responses', async () => {
      await using store = await open()
      const { crawlId } = await crawlOf(store, IN_ORDER, 2)
      const pages = await store.reading.pages(crawlId, {})
      assert.deepEqual(
        pages.map(page => [page.number, page.url, page.statusCode]),
        [
          [1, `${SITE}/`, 200],
          [2, `${SITE}/b`, 200],
          [3, `${SITE}/c`, 200],
          [4, `${SITE}/old`, 301],
          [5, `${SITE}/dead`, null],
          [6, `${SITE}/gone`, 404],
        ],
      )
      assert.deepEqual(pages[3], {
        number: 4,
        url: `${SITE}/old`,
        statusCode: 301,
        failure: null,
        failureDetail: '',
        depth: 1,
        mediaType: 'text/html',
        bytes: 1_000,
        ttfbMs: 12.5,
        totalMs: 20.25,
        hops: [{ url: `${SITE}/old`, status: 301, location: `${SITE}/c`, elapsedMs: 5 }],
        finalUrl: `${SITE}/c`,
        finalStatusCode: 200,
        attempts: [{ atMs: 1, method: 'GET', status: 301, failure: null }],
        columns: null,
        inlinkCount: 1,
        linkFigures: null,
        isPassed: true,
        issueCounts: null,
        indexability: 'redirect',
        foundBy: 'links',
        copyOf: null,
        fields: [],
        visits: { clicks: null, impressions: null, visits: null, botRequests: null, lastBotVisit: '' },
      })
      assert.equal(pages[4]?.failure, 'dns')
      assert.equal(pages[4]?.failureDetail, 'no such host')
      assert.equal(pages[0]?.columns?.title, 'Häuser & Gärten')
      assert.equal(pages[0]?.columns?.isEligible, true)
    })

    const filters: [string, PageQuery, string[]][] = [
      ['status class', { statusClass: '2xx' }, ['/', '/b', '/c']],
      ['redirects', { statusClass: '3xx' }, ['/old']],
      ['indexability', { indexability: 'redirect' }, ['/old']],
      ['indexability, and status class', { indexability: 'redirect', statusClass: '2xx' }, []],
      ['text of the URL, whatever its case', { search: '/B' }, ['/b']],
      ['text of the title, in any script', { search: 'GÄRTEN' }, ['/']],
      ['characters that mean something to SQL', { search: '%' }, []],
      ['URL', { url: `${SITE}/c` }, ['/c']],
      ['unknown URL', { url: `${SITE}/nowhere` }, []],
      ['URLs', { urls: [`${SITE}/gone`, `${SITE}/nowhere`, `${SITE}/b`] }, ['/b', '/gone']],
      ['URLs, and status class', { urls: [`${SITE}/gone`, `${SITE}/b`], statusClass: '4xx' }, ['/gone']],
      ['no URL at all', { urls: [] }, []],
      ['passed', { isPassed: true }, ['/old']],
      ['passed, and status class', { isPassed: true, statusClass: '4xx' }, []],
      ['no response', { statusClass: 'none' }, ['/dead']],
      ['depth', { depth: 0 }, ['/']],
      ['depth, and text', { depth: 1, search: '/b' }, ['/b']],
      ['kind', { kind: 'redirects' }, ['/old']],
      ['kind, and status class', { kind: 'ok', statusClass: '2xx' }, ['/', '/b', '/c']],
      ['sorted by URL', { sort: { column: 'url', isDescending: false } }, ['/', '/b', '/c', '/dead', '/gone', '/old']],
      [
        'sorted by URL, downwards, of a status class',
        { sort: { column: 'url', isDescending: true }, statusClass: '2xx' },
        ['/c', '/b', '/'],
      ],
      [
        'sorted by URL, of a kind',
        { sort: { column: 'url', isDescending: true }, kind: 'ok', offset: 1, limit: 1 },
        ['/b'],
      ],
      [
        'sorted by status, equal ones in the order of the crawl',
        { sort: { column: 'status', isDescending: true } },
        ['/gone', '/old', '/', '/b', '/c', '/dead'],
      ],
      ['offset and limit', { offset: 2, limit: 2 }, ['/c', '/old']],
      ['what follows a page', { afterUrl: `${SITE}/old`, limit: 1 }, ['/dead']],
      ['what follows an unknown page', { afterUrl: `${SITE}/nowhere` }, []],
    ]
    it('is filtered, and its length is the count', async () => {
      await using store = await open()
      const { crawlId } = await crawlOf(store, IN_ORDER, 6)
      for (const [name, query, paths] of filters) {
        const pages = await store.reading.pages(crawlId, query)
        assert.deepEqual(
          pages.map(page => page.url),
          paths.map(path => SITE + path),
          name,
        )
        if (query.limit !== undefined || query.afterUrl !== undefined) continue
        assert.equal(await store.reading.countPages(crawlId, query), paths.length, name)
      }
      assert.equal(await store.reading.countPages(crawlId, {}), records.length)
    })

    it('gives the stored facts of a page, and null where there are none', async () => {
      await using store = await open()
      const { crawlId } = await crawlOf(store, IN_ORDER, 6)
      const facts = await store.reading.pageFacts(crawlId, `${SITE}/b`)
      assert.equal(facts?.title, '/b')
      assert.equal(await store.reading.pageFacts(crawlId, `${SITE}/gone`), null)
      assert.equal(await store.reading.pageFacts(crawlId, `${SITE}/nowhere`), null)
    })

    it('gives the stored facts of all pages in the order of the list, batch by batch', async () => {
      await using store = await open()
      const { crawlId } = await crawlOf(store, [5, 2, 0, 1, 4, 3], 1)
      const all = await store.reading.factsOfPages(crawlId, { limit: 10 })
      assert.deepEqual(
        all.map(({ url, facts }) => [url, facts?.title]),
        ['/', '/b', '/c'].map(path => [SITE + path, path]),
      )
      const rest = await store.reading.factsOfPages(crawlId, { afterUrl: `${SITE}/`, limit: 1 })
      assert.deepEqual(rest, all.slice(1, 2))
      // Behind a page without facts, too.
      assert.deepEqual(await store.reading.factsOfPages(crawlId, { afterUrl: `${SITE}/old`, limit: 10 }), [])
      assert.deepEqual(await store.reading.factsOfPages(crawlId, { afterUrl: `${SITE}/nowhere`, limit: 10 }), [])
    })

    it('counts as inlinks what the list of inlinks holds', async () => {
      await using store = await open()
      const { crawlId } = await crawlOf(store, IN_ORDER, 6)
      for (const page of await store.reading.pages(crawlId, {})) {
        const inlinks = await store.reading.inlinks(crawlId, page.url, 10)
        assert.equal(page.inlinkCount, inlinks.total, page.url)
        assert.equal(inlinks.places.length, inlinks.total, page.url)
      }
      const inlinks = await store.reading.inlinks(crawlId, `${SITE}/c`, 10)
      assert.deepEqual(
        inlinks.places.map(place => [place.sourceUrl, place.kind]),
        [
          [`${SITE}/`, 'anchor'],
          [`${SITE}/b`, 'anchor'],
          [`${SITE}/old`, 'redirect'],
        ],
      )
    })
  })

  describe('the issues list', () => {
    const filters: [string, IssueQuery, number[]][] = [
      ['nothing', {}, [0, 1, 2, 3, 4, 5, 6]],
      ['severity', { severity: 'warning' }, [2, 3, 4]],
      ['types', { types: ['link_issue', 'broken_link'] }, [0, 5, 6]],
      ['no type', { types: [] }, []],
      ['check', { checkId: 'a' }, [5, 6]],
      ['unknown check', { checkId: 'x' }, []],
      ['category', { category: 'redirects' }, [2, 3]],
      ['category and a type outside it', { category: 'redirects', types: ['duplicate'] }, []],
      ['other category', { category: 'other' }, [5, 6]],
      ['several pages', { reach: 'several' }, [0, 2, 5]],
      ['one page', { reach: 'one', checkId: 'a' }, [6]],
      ['several pages and a text', { reach: 'several', search: 'dead' }, [2]],
      ['page, source and affected URLs', { url: `${SITE}/b` }, [0, 3, 4, 6]],
      ['URL and severity', { url: `${SITE}/b`, severity: 'warning' }, [3, 4]],
      ['unknown URL', { url: `${SITE}/nowhere` }, []],
      ['text of the URL', { search: 'DEAD' }, [2]],
      ['text of the type', { search: 'duplic' }, [4]],
      ['text of the message, in any script', { search: 'GROSSER' }, []],
      ['text of the message', { search: 'gROßER fehler' }, [6]],
      ['several at once', { severity: 'info', checkId: 'a', search: '/b' }, [6]],
      ['offset and limit', { offset: 1, limit: 3 }, [1, 2, 3]],
      ['offset behind the end', { offset: 99 }, []],
    ]
    it('is filtered, ordered, and its length is the count', async () => {
      await using store = await open()
      const { crawlId } = await crawlOf(store, IN_ORDER, 6)
      for (const [name, query, expected] of filters) {
        const issues = await store.reading.issues(crawlId, query)
        assert.deepEqual(
          issues.map(brief),
          expected.map(index => allIssues[index]),
          name,
        )
        if (query.offset === undefined) {
          assert.equal(await store.reading.countIssues(crawlId, query), expected.length, name)
        }
      }
    })

    it('continues after any of its issues', async () => {
      await using store = await open()
      const { crawlId } = await crawlOf(store, IN_ORDER, 6)
      for (const query of [{}, { url: `${SITE}/b` }, { severity: 'warning' as const }, { search: 'site.test' }]) {
        const all = await store.reading.issues(crawlId, query)
        assert.ok(all.length > 2)
        for (const [index, issue] of all.entries()) {
          const rest = await store.reading.issues(crawlId, { ...query, afterId: issue.id })
          assert.deepEqual(rest, all.slice(index + 1))
        }
      }
      assert.deepEqual(await store.reading.issues(crawlId, { afterId: 99_999 }), [])
    })

    it('gives details back as they were', async () => {
      await using store = await open()
      const { crawlId } = await crawlOf(store, IN_ORDER, 6)
      const [issue] = await store.reading.issues(crawlId, { checkId: 'link-broken' })
      assert.deepEqual(issue?.details, {
        sourceUrl: `${SITE}/b`,
        referringSources: [`${SITE}/b`, `${SITE}/c`],
        evidence: [],
      })
      assert.equal(issue?.isHostWide, false)
      assert.equal(issue?.message, 'Missing title')
    })

    it('gives issues by their ids, and none of another crawl', async () => {
      await using store = await open()
      const { crawlId } = await crawlOf(store, IN_ORDER, 6)
      const { reading } = store
      const [first, second] = await reading.issues(crawlId, {})
      assert.ok(first && second)
      assert.deepEqual(await reading.issuesById(crawlId, [second.id, 99_999, first.id]), [second, first])
      assert.deepEqual(await reading.issuesById(crawlId, []), [])
      assert.deepEqual(await reading.issuesById(crawlId + 1, [first.id]), [])
    })

    it('lists its types in alphabetical order', async () => {
      await using store = await open()
      const { crawlId } = await crawlOf(store, IN_ORDER, 6)
      assert.deepEqual(await store.reading.issueTypes(crawlId), [
        { type: 'broken_link', count: 1 },
        { type: 'duplicate', count: 1 },
        { type: 'link_issue', count: 2 },
        { type: 'meta_issue', count: 1 },
        { type: 'redirect', count: 2 },
      ])
    })
  })

  describe('every read', () => {
    it('is the same whatever order the records came in', async () => {
      const results = async (order: readonly number[], batchSize: number) => {
        await using store = await open()
        const { crawlId } = await crawlOf(store, order, batchSize)
        const { reading } = store
        const issues = await reading.issues(crawlId, {})
        return {
          counts: (await reading.crawl(crawlId))?.counts,
          pages: await reading.pages(crawlId, {}),
          issues: issues.map(({ id, ...issue }) => issue),
          types: await reading.issueTypes(crawlId),
          inlinks: await reading.inlinks(crawlId, `${SITE}/c`, 10),
          pageCounts: await reading.pageCounts(crawlId),
        }
      }
      const expected = await results(IN_ORDER, 6)
      assert.deepEqual(await results([5, 4, 3, 2, 1, 0], 1), expected)
      assert.deepEqual(await results([3, 0, 5, 1, 4, 2], 4), expected)
    })

    it('leaves other crawls out', async () => {
      await using store = await open()
      const crawl = await crawlOf(store, IN_ORDER, 6)
      await store.crawls.end(crawl.claim, { reason: 'finished', sentence: '', endedMs: 9_000 })
      const later = await startTestCrawl(store)
      assert.deepEqual(await store.reading.pages(later.crawlId, {}), [])
      assert.deepEqual(await store.reading.issues(later.crawlId, { url: `${SITE}/b` }), [])
      assert.deepEqual(await store.reading.issues(later.crawlId, {}), [])
      assert.equal((await store.reading.inlinks(later.crawlId, `${SITE}/c`, 10)).total, 0)
    })
  })
}
