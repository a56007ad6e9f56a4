import type { Database } from '../database/database.ts'
import type { CrawlCheckpoint } from './crawl-row.ts'

/** What a crawl has taken of the server. */
export interface CrawlUse {
  receivedBytes: number
  /** Time in which it made requests. */
  spentMs: number
  hasEnded: boolean
}

/** null for a crawl that is not stored; one that was cleared is, until it is swept. */
export async function readCrawlUse({ db }: Pick<Database, 'db'>, crawlId: number): Promise<CrawlUse | null> {
  const row = await db
    .selectFrom('crawl')
    .select(['checkpoint', 'ended_ms'])
    .where('id', '=', crawlId)
    .executeTakeFirst()
  if (!row) return null
  const checkpoint: CrawlCheckpoint | null = row.checkpoint === null ? null : JSON.parse(row.checkpoint)
  return {
    receivedBytes: checkpoint?.receivedBytes ?? 0,
    spentMs: checkpoint?.spentMs ?? 0,
    hasEnded: row.ended_ms !== null,
  }
}
