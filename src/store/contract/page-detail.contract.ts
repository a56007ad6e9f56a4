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
      { url: `${SITE}/b`, text: 'first', region: 'nav', line: 3 },
      { url: `${SITE}/b`, text: 'second', isNofollow: true },
      { url: ELSEWHERE },
      { url: `${SITE}/b`, kind: 'image', text: 'picture' },
    ],
  },
  { path: '/b', number: 2, depth: 1, links: [{ url: `${SITE}/` }] },
  {
    path: '/old',
    number: 3,
    depth: 1,
    fetched: { hops: [{ url: `${SITE}/old`, status: 301, location: `${SITE}/b`, elapsedMs: 5 }] },
  },
  { path: '/c', number: 4, depth: 2, links: [{ url: `${SITE}/b`, text: 'from c', rel: ['nofollow'] }] },
]

async function crawlOf(store: Store) {
  const crawl = await startTestCrawl(store)
  await crawl.commit(records)
  await store.crawls.indexLinks(crawl.claim)
  return crawl
}

export function pageDetailContract(open: OpenStore): void {
  describe('the links of one page', () => {
    it('come part by part as they stand in the source, filtered by kind', async () => {
      await using store = await open()
      const { crawlId } = await crawlOf(store)
      const texts = async (query: { offset: number; limit: number; kinds?: ['anchor'] }) => {
        const { total, links } = await store.reading.outlinks(crawlId, { url: `${SITE}/`, ...query })
        return [total, links.map(link => [link.text, link.target?.url])]
      }
      const b = `${SITE}/b`
      assert.deepEqual(await texts({ offset: 0, limit: 2 }), [
        4,
        [
          ['first', b],
          ['second', b],
        ],
      ])
      assert.deepEqual(await texts({ offset: 2, limit: 9, kinds: ['anchor'] }), [3, [['text', ELSEWHERE]]])
      assert.deepEqual(await texts({ offset: 9, limit: 9 }), [4, []])
    })

    it('are none for what is no page', async () => {
      await using store = await open()
      const { crawlId } = await crawlOf(store)
      const query = { url: ELSEWHERE, offset: 0, limit: 9 }
      assert.deepEqual(await store.reading.outlinks(crawlId, query), { total: 0, links: [] })
    })
  })

  describe('pages that link to one URL', () => {
    it('come part by part in the order of the crawl, each with its first link', async () => {
      await using store = await open()
      const { crawlId } = await crawlOf(store)
      const rows = async (part: { offset: number; limit: number; kinds?: ['anchor'] }) => {
        const { total, pages } = await store.reading.inlinkPages(crawlId, { url: `${SITE}/b`, ...part })
        return [total, pages.map(page => [page.source.url.replace(SITE, ''), page.text, page.kind, page.linkCount])]
      }
      assert.deepEqual(await rows({ offset: 0, limit: 9 }), [
        3,
        [
          ['/', 'first', 'anchor', 3],
          ['/old', '', 'redirect', 1],
          ['/c', 'from c', 'anchor', 1],
        ],
      ])
      assert.deepEqual(await rows({ offset: 1, limit: 1 }), [3, [['/old', '', 'redirect', 1]]])
      assert.deepEqual(await rows({ offset: 0, limit: 9, kinds: ['anchor'] }), [
        2,
        [
          ['/', 'first', 'anchor', 2],
          ['/c', 'from c', 'anchor', 1],
        ],
      ])
      assert.deepEqual(await rows({ offset: 3, limit: 9 }), [3, []])
    })

    it('hold the place of the link and the response of the page', async () => {
      await using store = await open()
      const { crawlId } = await crawlOf(store)
      const { pages } = await store.reading.inlinkPages(crawlId, { url: `${SITE}/b`, offset: 0, limit: 1 })
      const [page] = pages
      assert.deepEqual([page?.source.statusCode, page?.region, page?.line, page?.depth], [200, 'nav', 3, 0])
    })

    it('are none for a URL that the crawl has not met', async () => {
      await using store = await open()
      const { crawlId } = await crawlOf(store)
      const query = { url: `${SITE}/nowhere`, offset: 0, limit: 9 }
      assert.deepEqual(await store.reading.inlinkPages(crawlId, query), { total: 0, pages: [] })
    })
  })

  describe('one URL', () => {
    it('is read with its response, page or not', async () => {
      await using store = await open()
      const crawl = await crawlOf(store)
      await crawl.commitRows([{ url: `${SITE}/closed`, state: 'skipped', skipReason: 'robots' }])
      const { reading } = store
      assert.equal((await reading.target(crawl.crawlId, `${SITE}/old`))?.hops[0]?.location, `${SITE}/b`)
      assert.equal((await reading.target(crawl.crawlId, `${SITE}/closed`))?.skipReason, 'robots')
      assert.equal(await reading.target(crawl.crawlId, `${SITE}/nowhere`), null)
    })

    it('has neighbours by URL: pages of this site alone, nearest kept', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      const paths = ['/a', '/b/1', '/b/2', '/b/4', '/b/5', '/z']
      await crawl.commit(paths.map((path, index) => ({ path, number: index + 1, links: [] })))
      await crawl.commitRows([{ url: `${SITE}/b/3.png`, state: 'probed' }])
      const urls = async (url: string, limit: number) =>
        (await store.reading.neighbours(crawl.crawlId, url, limit)).map(page => page.url.replace(SITE, ''))
      assert.deepEqual(await urls(`${SITE}/b/3`, 2), ['/b/1', '/b/2', '/b/4', '/b/5'])
      assert.deepEqual(await urls(`${SITE}/`, 2), ['/a', '/b/1'])
      assert.deepEqual(await urls(`${SITE}/zz`, 1), ['/z'])
    })
  })
}
