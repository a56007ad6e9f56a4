import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SitemapReading } from '#shared/host-facts.ts'
import { type OpenStore, SITE, startTestCrawl, testCheckpoint } from './test-crawl.ts'
import { loggedRows, noChangedUrls } from './test-urls.ts'

/** Lists are read in windows of 1,000 URLs. */
const MANY = 1_001

export function hostFactsContract(open: OpenStore): void {
  describe('site facts: robots.txt and sitemaps', () => {
    it('list the URLs of sitemaps and the robots.txt lines that disallow URLs, by URL', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      await crawl.commit([
        { path: '/b', number: 1 },
        { path: '/d', number: 2 },
      ])
      await crawl.commitRows([
        { url: `${SITE}/b`, isInSitemap: true, sitemapNumber: 2, listedDay: 20_000 },
        { url: `${SITE}/a`, state: 'skipped', skipReason: 'robots', sitemapNumber: 1, googlebotLine: 7 },
        { url: `${SITE}/c`, state: 'skipped', skipReason: 'robots', googlebotLine: 3 },
        { url: `${SITE}/d`, googlebotLine: 9 },
        { url: `${SITE}/known`, state: 'found', sitemapNumber: 1 },
        { url: 'https://other.test/', state: 'probed', sitemapNumber: 1 },
        ...Array.from({ length: MANY }, (_, index) => ({ url: `${SITE}/b/${index}`, state: 'probed' as const })),
      ])
      const site = await store.crawls.siteFacts(crawl.crawlId)
      const read = async (choice: 'listed' | 'closed') => {
        const targets = (await Array.fromAsync(site.hostFileTargets(choice))).flat()
        return targets.map(({ url, sitemapNumber, listedDay, googlebotLine, number }) => [
          url.replace(SITE, ''),
          sitemapNumber,
          listedDay,
          googlebotLine,
          number,
        ])
      }
      assert.deepEqual(await read('listed'), [
        ['/a', 1, 0, 7, null],
        ['/b', 2, 20_000, 0, 1],
      ])
      assert.deepEqual(await read('closed'), [
        ['/a', 1, 0, 7, null],
        ['/c', 0, 0, 3, null],
        ['/d', 0, 0, 9, 2],
      ])
      const pages = (await Array.fromAsync(site.pages())).flat()
      assert.deepEqual(
        pages.map(page => [page.url, page.isInSitemap, page.isClosed]),
        [
          [`${SITE}/b`, true, undefined],
          [`${SITE}/d`, false, true],
        ],
      )
      const rows = await loggedRows(store.crawls.urlLog(crawl.claim))
      assert.deepEqual(
        rows.filter(row => row.sitemapNumber !== undefined).map(row => [row.url, row.sitemapNumber, row.googlebotLine]),
        [
          [`${SITE}/b`, 2, undefined],
          [`${SITE}/a`, 1, 7],
          [`${SITE}/known`, 1, undefined],
          ['https://other.test/', 1, undefined],
        ],
      )
    })

    it('are the files in the checkpoint, and empty before they are fetched', async () => {
      await using store = await open()
      const { claim, crawlId } = await startTestCrawl(store)
      const commit = (changes: Parameters<typeof testCheckpoint>[0]) =>
        store.crawls.commit(claim, {
          ...noChangedUrls,
          records: [],
          counters: {},
          checkpoint: testCheckpoint(changes),
          nowMs: 5,
        })
      const read = async () => {
        const { robotsFiles, sitemaps, llmsFile, shareImages, styleFiles } = (await store.crawls.siteFacts(crawlId))
          .crawl
        return { robotsFiles, sitemaps, llmsFile, shareImages, styleFiles }
      }
      await commit({})
      const nothing = {
        robotsFiles: undefined,
        sitemaps: undefined,
        llmsFile: undefined,
        shareImages: undefined,
        styleFiles: undefined,
      }
      assert.deepEqual(await read(), nothing)
      const sitemaps: SitemapReading = { files: [], isWhole: true }
      await commit({ robotsFiles: [], sitemaps })
      assert.deepEqual(await read(), { ...nothing, robotsFiles: [], sitemaps })
      await commit({ robotsFiles: [], sitemaps, shareImages: [], styleFiles: [] })
      assert.deepEqual(await read(), { ...nothing, robotsFiles: [], sitemaps, shareImages: [], styleFiles: [] })
    })
  })
}
