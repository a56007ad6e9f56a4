import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testFacts, testStoredPage } from '#shared/test-stored-page.ts'
import { readFacts } from './read-facts.ts'
import { type OpenStore, ownerOf, SITE, startTestCrawl, type TestRecord } from './test-crawl.ts'

const TEXT = 'Members only: the tide tables'
const page = (path: string, number: number, isSecret: boolean): TestRecord => ({
  path,
  number,
  mainText: TEXT,
  page: {
    isSecret,
    result: isSecret ? null : Uint8Array.of(4, 5),
    body: Uint8Array.of(1, 2, 3),
    rendered: new TextEncoder().encode(TEXT),
  },
})

/** The store has a key. */
export function storedPagesContract(open: OpenStore): void {
  describe('stored pages', () => {
    const records: TestRecord[] = [
      page('/', 1, false),
      page('/members', 2, true),
      { path: '/gone', number: 3, fetched: { status: 404 }, columns: null },
    ]

    it('come back as they were, encrypted or not', async () => {
      await using store = await open()
      const { crawlId, commit } = await startTestCrawl(store)
      await commit(records)
      const paths = ['/', '/members', '/gone', '/nowhere']
      const pages = await Promise.all(paths.map(path => store.reading.storedPage(crawlId, SITE + path)))
      const [plain, secret, ...none] = pages
      assert.deepEqual(none, [null, null])
      for (const each of [plain, secret]) {
        assert.ok(each)
        assert.equal(testFacts(each).content.mainText, TEXT)
        assert.deepEqual([...each.body], [1, 2, 3])
        assert.equal(new TextDecoder().decode(each.rendered ?? new Uint8Array()), TEXT)
        assert.equal(each.extractor, testStoredPage({}).extractor)
      }
      assert.deepEqual([plain?.isSecret, secret?.isSecret], [false, true])
      assert.deepEqual([plain?.result && [...plain.result], secret?.result], [[4, 5], null])
    })

    it('are read as facts, also those that are encrypted', async () => {
      const texts = await readFacts({ open, records }, async site => [
        await site.mainText(`${SITE}/`),
        await site.mainText(`${SITE}/members`),
        await site.mainText(`${SITE}/gone`),
      ])
      assert.deepEqual(texts, [TEXT, TEXT, ''])
    })

    it('go with their crawl', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      await crawl.commit(records)
      await store.websites.clear(crawl.websiteId, await ownerOf(store, 'owner'))
      assert.equal(await store.reading.storedPage(crawl.crawlId, `${SITE}/`), null)
    })
  })
}
