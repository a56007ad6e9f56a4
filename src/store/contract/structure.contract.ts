import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hop, readFacts } from './read-facts.ts'
import { type OpenStore, SITE, startTestCrawl, type TestRecord, testIssue } from './test-crawl.ts'

const records: TestRecord[] = [
  {
    path: '/',
    number: 1,
    links: [
      { url: `${SITE}/a` },
      { url: `${SITE}/a` },
      { url: `${SITE}/` },
      { url: `${SITE}/x.png`, kind: 'image' },
      { url: `${SITE}/b`, kind: 'canonical' },
    ],
    issues: [
      testIssue({ path: '/' }),
      testIssue({ path: '/', severity: 'info', details: { evidence: [], affectedUrls: [`${SITE}/a`] } }),
    ],
  },
  { path: '/a', number: 2, depth: 1, links: [{ url: `${SITE}/b` }] },
  { path: '/old', number: 3, depth: 1, fetched: hop('/old', '/a') },
  { path: '/b', number: 4, depth: 2, columns: null, fetched: { status: 404 } },
]

export function structureContract(open: OpenStore): void {
  describe('the structure of a site', () => {
    it('gives of each page its status, its place and the issues that concern it', async () => {
      const pages = await readFacts({ open, records }, async (_, store) =>
        (await store.reading.structurePages(1, { limit: 10 })).map(page => [
          page.url.replace(SITE, ''),
          page.statusCode,
          page.depth,
          page.inlinkCount,
          Object.values(page.bySeverity),
        ]),
      )
      assert.deepEqual(pages, [
        ['/', 200, 0, 0, [1, 0, 1]],
        ['/a', 200, 1, 2, [0, 0, 1]],
        ['/old', 301, 1, 0, [0, 0, 0]],
        ['/b', 404, 2, 1, [0, 0, 0]],
      ])
    })

    it('counts the issues of a page as the list of its issues does', async () => {
      await readFacts({ open, records }, async (_, store) => {
        for (const { url, bySeverity } of await store.reading.structurePages(1, { limit: 10 })) {
          const sum = bySeverity.error + bySeverity.warning + bySeverity.info
          assert.equal(sum, await store.reading.countIssues(1, { url }))
        }
        return true
      })
    })

    it('says where each page links to, every URL once and itself omitted', async () => {
      const links = await readFacts({ open, records }, async (_, store) => {
        const { reading } = store
        const urls = new Map((await reading.structurePages(1, { limit: 10 })).map(page => [page.id, page.url]))
        const pages = await reading.structureLinks(1, { limit: 10 })
        return pages.map(({ id, targetIds }) => [urls.get(id), ...targetIds.map(target => urls.get(target))])
      })
      assert.deepEqual(links, [
        [`${SITE}/`, `${SITE}/a`],
        [`${SITE}/a`, `${SITE}/b`],
        [`${SITE}/old`, `${SITE}/a`],
        [`${SITE}/b`],
      ])
    })

    it('goes on after a page, and is empty after one that is not in the list', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      await crawl.commit(records)
      const { reading } = store
      for (const read of [reading.structurePages, reading.structureLinks]) {
        const urls = async (range: { afterUrl?: string; limit: number }) =>
          (await read(crawl.crawlId, range)).map(page => page.url.replace(SITE, ''))
        assert.deepEqual(await urls({ limit: 1 }), ['/'])
        assert.deepEqual(await urls({ afterUrl: `${SITE}/a`, limit: 9 }), ['/old', '/b'])
        assert.deepEqual(await urls({ afterUrl: `${SITE}/nowhere`, limit: 9 }), [])
      }
    })
  })
}
