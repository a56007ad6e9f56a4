import type { Database } from './schema.ts'
import type { CrawlsAhead } from './store.ts'

/** Crawls are begun in the order of their ids, whoever they belong to; one that rests keeps nobody waiting. */
export async function readCrawlsAhead({ db }: Database, crawlId: number): Promise<CrawlsAhead> {
  const counts = await db
    .selectFrom('crawl')
    .select(({ fn }) => ['status' as const, fn.countAll<number>().as('count')])
    .where('ended_ms', 'is', null)
    .where('is_hidden', '=', 0)
    .where(({ eb, and, or }) =>
      or([
        and([eb('status', '=', 'crawling'), eb('id', '!=', crawlId)]),
        and([eb('status', '=', 'pending'), eb('id', '<', crawlId)]),
      ]),
    )
    .groupBy('status')
    .execute()
  const countOf = (status: string) => Number(counts.find(each => each.status === status)?.count ?? 0)
  return { running: countOf('crawling'), waiting: countOf('pending') }
}
