import type { Transaction, UpdateObject } from 'kysely'
import { StaleClaimError, StorageFullError } from '../errors.ts'
import type { ClaimedDatabase, CrawlDatabase, DatabaseSpecifics } from './database.ts'
import type { CrawlCounts, CrawlTable, Schema } from './schema.ts'

/** A write transaction that may change the counters of a crawl. */
export interface CountedWrite {
  transaction: Transaction<Schema>
  specifics: DatabaseSpecifics
  crawlId: number
  /** The crawl's counters: what is changed here is written when the write ends. */
  counts: CrawlCounts
}

export interface FencedWrite extends CountedWrite {
  /** Time of the newest batch: what is written between batches carries it. */
  committedMs: number
}

type CrawlChanges = Pick<
  UpdateObject<Schema, 'crawl'>,
  Exclude<keyof CrawlTable, 'id' | 'website_id' | 'epoch' | 'counts'>
>

/**
 * One write transaction of the worker that has claimed the crawl. It first updates the crawl row where the epoch is the claim's.
 * Unless that changes one row (another worker has claimed the crawl, or it was cleared, or has ended), it writes nothing and throws
 * StaleClaimError.
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
      .returning(['counts', 'committed_ms', 'created_ms'])
      .executeTakeFirst()
    if (!crawl) throw new StaleClaimError(claim.crawlId)
    const counts: CrawlCounts = JSON.parse(crawl.counts)
    const committedMs = crawl.committed_ms ?? crawl.created_ms
    const result = await options.write({ transaction, specifics, crawlId: claim.crawlId, counts, committedMs })
    await writeCounts({ transaction, crawlId: claim.crawlId, counts }, crawl.counts)
    return result
  })
  return await writing.catch((error: unknown) => {
    throw specifics.isFull(error) ? new StorageFullError(error) : error
  })
}

/**
 * One write transaction on a crawl that has ended. Writers follow one another. Returns null and writes nothing when the crawl has not
 * ended or does not exist.
 *
 * @throws StorageFullError
 */
export async function endedWrite<Result>(
  { db, specifics, crawlId }: CrawlDatabase,
  write: (counted: CountedWrite) => Promise<Result>,
): Promise<Result | null> {
  const writing = db.transaction().execute(async transaction => {
    // A write first: a transaction that starts with a read may be refused later, when another one has written in between.
    const crawl = await transaction
      .updateTable('crawl')
      .set(({ ref }) => ({ epoch: ref('epoch') }))
      .where('id', '=', crawlId)
      .where('ended_ms', 'is not', null)
      .where('is_hidden', '=', 0)
      .returning('counts')
      .executeTakeFirst()
    if (!crawl) return null
    const counts: CrawlCounts = JSON.parse(crawl.counts)
    const result = await write({ transaction, specifics, crawlId, counts })
    await writeCounts({ transaction, crawlId, counts }, crawl.counts)
    return result
  })
  return await writing.catch((error: unknown) => {
    throw specifics.isFull(error) ? new StorageFullError(error) : error
  })
}

async function writeCounts(
  { transaction, crawlId, counts }: Omit<CountedWrite, 'specifics'>,
  before: string,
): Promise<void> {
  const changed = JSON.stringify(counts)
  if (changed === before) return
  await transaction.updateTable('crawl').set({ counts: changed }).where('id', '=', crawlId).execute()
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
