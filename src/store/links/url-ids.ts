import { setImmediate } from 'node:timers/promises'
import type { CrawlDatabase } from '../database/database.ts'
import { readLoggedScopes } from '../urls/url-log.ts'

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

/** Reads which URLs that a running crawl knows belong to other sites, whether they have a row yet or not: one bit each. */
export async function readExternalUrls(crawl: CrawlDatabase): Promise<(urlId: number) => boolean> {
  let bits = new Uint8Array(FIRST_BYTES)
  for await (const { ids, isExternal } of readLoggedScopes(crawl)) {
    const lastByte = (ids.at(-1) ?? 0) >>> 3
    if (lastByte >= bits.length) {
      const room = new Uint8Array(2 * lastByte)
      room.set(bits)
      bits = room
    }
    for (const [index, id] of ids.entries()) {
      const bit = 1 << (id & 7)
      const byte = bits[id >>> 3] ?? 0
      bits[id >>> 3] = isExternal(index) ? byte | bit : byte & ~bit
    }
    await setImmediate()
  }
  return urlId => ((bits[urlId >>> 3] ?? 0) & (1 << (urlId & 7))) !== 0
}

const FIRST_BYTES = 1_024
