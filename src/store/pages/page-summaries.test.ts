import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { PageSummary } from '#shared/site-facts.ts'
import { startTestCrawl } from '../contract/test-crawl.ts'
import { createStore } from '../create-store.ts'
import type { CrawlDatabase } from '../database/database.ts'
import { openSqliteDatabase } from '../database/sqlite.ts'
import { createSummaryReader } from './page-summaries.ts'

const PAGES = 1_100
const BUSY_TIMEOUT_MS = 1_000

describe('createSummaryReader()', async () => {
  const database = await openSqliteDatabase({ file: ':memory:', busyTimeoutMs: BUSY_TIMEOUT_MS })
  after(() => database[Symbol.asyncDispose]())
  let crawl: CrawlDatabase
  before(async () => {
    const store = { ...createStore(database, {}), [Symbol.asyncDispose]: async () => {} }
    const { crawlId, commit } = await startTestCrawl(store, { crawlLimit: PAGES })
    await commit(Array.from({ length: PAGES }, (_, index) => ({ path: `/${index}`, number: PAGES - index })))
    crawl = { ...database, crawlId }
  })

  const walk = async (pages: AsyncIterable<PageSummary[]>) => {
    const batches: PageSummary[][] = []
    for await (const batch of pages) batches.push(batch)
    return batches
  }
  const numbersOf = (batches: readonly PageSummary[][]) => batches.flat().map(({ number }) => number)
  const all = Array.from({ length: PAGES }, (_, index) => index + 1)

  const rooms: [string, number, number][] = [
    ['no page', 0, 0],
    ['some pages', 450_000, 1],
    ['all pages', 1e9, 3],
  ]
  for (const [name, room, keptBatches] of rooms)
    it(`returns the same each time when it keeps ${name}`, async () => {
      const pages = createSummaryReader(crawl, room)
      const walks = [await walk(pages()), await walk(pages()), await walk(pages())]
      for (const batches of walks) assert.deepEqual(numbersOf(batches), all)
      const [first = [], second = []] = walks
      assert.equal(first.filter((batch, index) => batch === second[index]).length, keptBatches)
    })

  it('returns all pages to each of several readers at once', async () => {
    const pages = createSummaryReader(crawl)
    const [ahead, behind] = [pages(), pages()]
    const begun = [(await ahead.next()).value ?? [], (await ahead.next()).value ?? []]
    const [whole, rest] = await Promise.all([walk(behind), walk(ahead)])
    assert.deepEqual(numbersOf(whole), all)
    assert.deepEqual(numbersOf([...begun, ...rest]), all)
    assert.deepEqual(numbersOf(await walk(pages())), all)
  })
})
