import { setImmediate } from 'node:timers/promises'
import type { CrawlDatabase } from '../database/database.ts'

/** The highest id of the crawl's URLs, 0 without any. */
export async function maxUrlId({ db, crawlId }: CrawlDatabase): Promise<number> {
  const last = await db
    .selectFrom('url')
    .select('id')
    .where('crawl_id', '=', crawlId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.id ?? 0
}

/** Ids read by one query: some ten milliseconds. */
const IDS_AT_ONCE = 20_000

/** Reads which URLs of a crawl belong to other sites: one bit each. */
export async function readExternalUrls(crawl: CrawlDatabase): Promise<(urlId: number) => boolean> {
  const lastId = await maxUrlId(crawl)
  const bits = new Uint8Array((lastId >>> 3) + 1)
  for (let after = 0; after < lastId; after += IDS_AT_ONCE) {
    const rows = await crawl.db
      .selectFrom('url')
      .select('id')
      .where('crawl_id', '=', crawl.crawlId)
      .where('id', '>', after)
      .where('id', '<=', after + IDS_AT_ONCE)
      .where('scope', '=', 'external')
      .execute()
    for (const { id } of rows) bits[id >>> 3] = (bits[id >>> 3] ?? 0) | (1 << (id & 7))
    await setImmediate()
  }
  return urlId => ((bits[urlId >>> 3] ?? 0) & (1 << (urlId & 7))) !== 0
}
