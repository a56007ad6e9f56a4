import assert from 'node:assert/strict'
import { encodeFacts, urlsOnPage } from '#crawl/visit/encode-facts.ts'
import type { ReadingStore } from '#store/store.ts'
import { rowsIn } from './storage.ts'

/** Of each page with facts: what was stored of them when its checks had run. */
const STORED = `select url.url, page.columns, page.traits, page_body.links, page_body.ids, page_body.minhash
  from page join page_body on page_body.crawl_id = page.crawl_id and page_body.url_id = page.url_id
  join url on url.crawl_id = page.crawl_id and url.id = page.url_id where page_body.extractor is not null`

/**
 * Extracts every stored page again, and compares what is made of the facts with what was made of those that were checked.
 *
 * @returns how many pages there are
 */
export async function assertFactsAsChecked(
  reading: ReadingStore,
  { folder, crawlId }: { folder: string; crawlId: number },
): Promise<number> {
  const rows = await rowsIn(folder, `${STORED} and page.crawl_id = ${crawlId}`)
  for (const row of rows) {
    const url = String(row.url)
    const facts = await reading.pageFacts(crawlId, url)
    assert.ok(facts, url)
    const { columns, traits, links, ids, minhash } = encodeFacts(facts, urlsOnPage(facts).places, {
      needsLikeness: false,
    })
    // Whether the likeness is kept depends on the other pages of its pattern, and whether it is eligible on its canonical.
    const stored = { ...JSON.parse(String(row.columns)), likeness: '', isEligible: columns.isEligible }
    assert.deepEqual(stored, columns, url)
    assert.equal(row.traits, traits, url)
    for (const [name, bytes] of Object.entries({ links, ids, minhash }))
      assert.deepEqual(bytesOf(row[name]), bytes && [...bytes], `${name} of ${url}`)
  }
  return rows.length
}

function bytesOf(value: unknown): number[] | null {
  return value instanceof Uint8Array ? [...value] : null
}
