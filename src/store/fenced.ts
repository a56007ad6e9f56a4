import type { Transaction, UpdateObject } from 'kysely'
import type { ClaimedDatabase, CrawlTable, DatabaseSpecifics, Schema } from './schema.ts'
import { type CrawlCounts, StaleClaimError, StorageFullError } from './store.ts'

export interface FencedWrite {
  transaction: Transaction<Schema>
  specifics: DatabaseSpecifics
  crawlId: number
  /** The crawl's counters: what is changed here is written when the write ends. */
  counts: CrawlCounts
  /** Time of the newest settle: what is written between settles carries it. */
  settledMs: number
}

type CrawlChanges = Pick<
  UpdateObject<Schema, 'crawl'>,
  Exclude<keyof CrawlTable, 'id' | 'website_id' | 'epoch' | 'counts'>
>

/**
 * One write transaction of the crawl's claimant. It first updates the crawl row where the epoch is the claim's; unless that
 * changes one row, somebody else has claimed the crawl (or it was cleared, or has ended), nothing is written, and StaleClaimError
 * is thrown.
 *
 * @throws StorageFullError
 */
export async function fencedWrite<Result>(
  { db, specifics, claim }: ClaimedDatabase,
  options: { changes?: CrawlChanges; write(fenced: FencedWrite): Promise<Result> },
): Promise<Result> {
  const writing = db.transaction().execute(async transaction => {
    const crawl = await transaction
      .updateTable('crawl')
      .set({ ...options.changes, epoch: claim.epoch })
      .where('id', '=', claim.crawlId)
      .where('epoch', '=', claim.epoch)
      .returning(['counts', 'settled_ms', 'created_ms'])
      .executeTakeFirst()
    if (!crawl) throw new StaleClaimError(claim.crawlId)
    const counts: CrawlCounts = JSON.parse(crawl.counts)
    const result = await options.write({
      transaction,
      specifics,
      crawlId: claim.crawlId,
      counts,
      settledMs: crawl.settled_ms ?? crawl.created_ms,
    })
    const changed = JSON.stringify(counts)
    if (changed !== crawl.counts) {
      await transaction.updateTable('crawl').set({ counts: changed }).where('id', '=', claim.crawlId).execute()
    }
    return result
  })
  return await writing.catch((error: unknown) => {
    throw specifics.isFull(error) ? new StorageFullError(error) : error
  })
}

/** Columns of the claimed crawl's row. @throws StaleClaimError when the crawl is no longer the claimant's. */
export async function readClaimedCrawl<Column extends keyof CrawlTable>(
  { db, claim }: ClaimedDatabase,
  columns: readonly Column[],
) {
  const crawl = await db
    .selectFrom('crawl')
    .select(columns)
    .where('id', '=', claim.crawlId)
    .where('epoch', '=', claim.epoch)
    .executeTakeFirst()
  if (!crawl) throw new StaleClaimError(claim.crawlId)
  return crawl
}
