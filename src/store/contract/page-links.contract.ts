import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Store } from '../store.ts'
import { type OpenStore, SITE, startTestCrawl, type TestRecord } from './test-crawl.ts'

const ELSEWHERE = 'https://elsewhere.test/'
const records: TestRecord[] = [
  {
    path: '/',
    number: 1,
    links: [
      { url: `${SITE}/b`, text: 'B', fragment: 'part', rel: ['next'], line: 3 },
      { url: ELSEWHERE, isNofollow: true, region: 'footer' },
      { url: `${SITE}/b`, kind: 'image', text: 'again' },
      { url: `${SITE}/closed` },
    ],
  },
  { path: '/b', number: 2, links: [] },
  {
    path: '/old',
    number: 3,
    fetched: { hops: [{ url: `${SITE}/old`, status: 301, location: `${SITE}/b`, elapsedMs: 5 }] },
  },
  { path: '/gone', number: 4, columns: null, fetched: { status: 404 } },
]

async function crawlOf(store: Store) {
  const crawl = await startTestCrawl(store)
  await crawl.commit(records)
  await crawl.commitRows([{ url: `${SITE}/closed`, state: 'skipped', skipReason: 'robots' }])
  return crawl
}

const noResponse = { statusCode: null, failure: null, failureDetail: '', skipReason: null, mediaType: '', bytes: null }
const pageB = {
  ...noResponse,
  url: `${SITE}/b`,
  isExternal: false,
  statusCode: 200,
  mediaType: 'text/html',
  bytes: 1_000,
}
const link = {
  kind: 'anchor',
  fragment: null,
  text: 'text',
  rel: [],
  isNofollow: false,
  region: 'main',
  path: 'body > a',
  line: 7,
}

export function pageLinksContract(open: OpenStore): void {
  describe('the links of pages', () => {
    it('name their targets, also of a crawl that failed before these were requested or skipped', async () => {
      await using store = await open()
      const { claim, crawlId } = await crawlOf(store)
      await store.crawls.end(claim, { reason: 'failed', sentence: 'Failed.', endedMs: 9_000 })
      const [start] = await store.reading.linksOfPages(crawlId, { limit: 1 })
      assert.deepEqual(start?.links[1]?.target, { ...noResponse, url: ELSEWHERE, isExternal: true })
    })

    it('come page by page as they stand in the source, with what came of their targets', async () => {
      await using store = await open()
      const { crawlId } = await crawlOf(store)
      assert.deepEqual(await store.reading.linksOfPages(crawlId, { limit: 10 }), [
        {
          url: `${SITE}/`,
          links: [
            { ...link, text: 'B', fragment: 'part', rel: ['next'], line: 3, target: pageB },
            {
              ...link,
              isNofollow: true,
              region: 'footer',
              target: { ...noResponse, url: ELSEWHERE, isExternal: true },
            },
            { ...link, kind: 'image', text: 'again', target: pageB },
            { ...link, target: { ...noResponse, url: `${SITE}/closed`, isExternal: false, skipReason: 'robots' } },
          ],
        },
        { url: `${SITE}/b`, links: [] },
        {
          url: `${SITE}/old`,
          links: [{ ...link, kind: 'redirect', text: '', region: 'body', path: '', line: 0, target: pageB }],
        },
        { url: `${SITE}/gone`, links: [] },
      ])
    })

    it('continue after a page', async () => {
      await using store = await open()
      const { crawlId } = await crawlOf(store)
      const urls = async (range: { afterUrl?: string; limit: number }) =>
        (await store.reading.linksOfPages(crawlId, range)).map(page => page.url)
      assert.deepEqual(await urls({ limit: 1 }), [`${SITE}/`])
      assert.deepEqual(await urls({ afterUrl: `${SITE}/`, limit: 2 }), [`${SITE}/b`, `${SITE}/old`])
      assert.deepEqual(await urls({ afterUrl: `${SITE}/gone`, limit: 2 }), [])
      assert.deepEqual(await urls({ afterUrl: `${SITE}/nowhere`, limit: 2 }), [])
    })

    it('have no target where the crawl did not take the URL in', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      await crawl.commit([{ path: '/', number: 1, links: [{ url: `${SITE}/b` }], isDropping: true }])
      const [page] = await store.reading.linksOfPages(crawl.crawlId, { limit: 1 })
      assert.deepEqual(page?.links, [{ ...link, target: null }])
    })
  })

  describe('targets of links', () => {
    it('are found by URL once their state is final', async () => {
      await using store = await open()
      const { crawlId } = await crawlOf(store)
      const many = Array.from({ length: 2_500 }, (_, index) => `${SITE}/none-${index}`)
      const targets = await store.reading.linkTargets(crawlId, [...many, `${SITE}/b`, `${SITE}/b`, ELSEWHERE])
      assert.deepEqual([...targets], [[`${SITE}/b`, pageB]])
      assert.deepEqual(await store.reading.linkTargets(crawlId, []), new Map())
      const other = await startTestCrawl(store, { owner: 'other', url: 'https://other.test/' })
      assert.equal((await store.reading.linkTargets(other.crawlId, [`${SITE}/b`])).size, 0)
    })

    it('know in which ways they are named', async () => {
      await using store = await open()
      const { crawlId } = await crawlOf(store)
      const kindsOf = (path: string) => store.reading.linkKindsOf(crawlId, SITE + path)
      assert.deepEqual(await kindsOf('/b'), ['anchor', 'image', 'redirect'])
      // Undecided, and unknown.
      assert.deepEqual(await store.reading.linkKindsOf(crawlId, ELSEWHERE), [])
      assert.deepEqual(await kindsOf('/none'), [])
    })
  })

  describe('skipped URLs', () => {
    it('continue after any of them', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      const reasons = ['robots', 'limit', 'robots', 'type'] as const
      await crawl.commitRows(
        reasons.map((skipReason, index) => ({ url: `${SITE}/${index}`, state: 'skipped', skipReason })),
      )
      const all = await store.reading.skippedUrls(crawl.crawlId, { limit: 10 })
      assert.deepEqual(
        all.map(skipped => skipped.url),
        [`${SITE}/1`, `${SITE}/0`, `${SITE}/2`, `${SITE}/3`],
      )
      for (const [index, after] of all.entries())
        assert.deepEqual(await store.reading.skippedUrls(crawl.crawlId, { after, limit: 10 }), all.slice(index + 1))
    })
  })
}
