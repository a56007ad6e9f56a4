import type { CrawlDatabase } from '../database/schema.ts'

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
