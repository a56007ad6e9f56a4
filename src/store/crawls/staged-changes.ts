import { setImmediate } from 'node:timers/promises'
import { addCrawlCounters } from '../database/counters.ts'
import type { ClaimedDatabase } from '../database/database.ts'
import { type FencedWrite, fencedWrite } from '../database/fenced.ts'
import { type ChangedRows, type UrlChanges, urlChangesOf, writeUrlChanges } from './frontier.ts'

/**
 * Commits many changes of URL rows in short transactions, all or none: each part is staged, one transaction marks all parts as
 * committed, then each part is applied and deleted. Interrupted before that transaction, nothing has happened; interrupted after it,
 * the next worker applies the rest.
 */

/** Marks the parts as committed; it precedes all of them. */
const COMMITTED_MARK = 0
const INSERT_PART = 'insert into staged_url_change (crawl_id, part, changes) values (?, ?, ?)'

/** Stages the parts. Parts of an interrupted attempt are deleted first. */
export async function stageParts(claimed: ClaimedDatabase, parts: readonly ChangedRows[]): Promise<void> {
  await forgetParts(claimed)
  for (const [index, part] of parts.entries()) {
    const row = [claimed.crawlId, COMMITTED_MARK + 1 + index, JSON.stringify(urlChangesOf(claimed.claim, part))]
    await fencedWrite(claimed, {
      write: ({ transaction, specifics }) => specifics.runEach(transaction, { statement: INSERT_PART, rows: [row] }),
    })
    await setImmediate()
  }
}

/** Within the committing transaction: once it ends, the parts are committed. */
export async function markCommitted({ transaction, specifics, crawlId }: FencedWrite): Promise<void> {
  await specifics.runEach(transaction, { statement: INSERT_PART, rows: [[crawlId, COMMITTED_MARK, '']] })
}

/** Applies committed parts and deletes uncommitted ones. No effect without parts. */
export async function finishParts(claimed: ClaimedDatabase): Promise<void> {
  const { db, crawlId } = claimed
  const first = await db
    .selectFrom('staged_url_change')
    .select('part')
    .where('crawl_id', '=', crawlId)
    .orderBy('part')
    .limit(1)
    .executeTakeFirst()
  if (!first) return
  if (first.part === COMMITTED_MARK) while (await fencedWrite(claimed, { write: applyPart })) await setImmediate()
  await forgetParts(claimed)
}

/** False when no part is left. */
async function applyPart(fenced: FencedWrite): Promise<boolean> {
  const { transaction, crawlId } = fenced
  const next = await transaction
    .selectFrom('staged_url_change')
    .select(['part', 'changes'])
    .where('crawl_id', '=', crawlId)
    .where('part', '>', COMMITTED_MARK)
    .orderBy('part')
    .limit(1)
    .executeTakeFirst()
  if (!next) return false
  const changes: UrlChanges = JSON.parse(next.changes)
  await addCrawlCounters(fenced, { name: 'skipped', sums: await writeUrlChanges(fenced, changes) })
  await transaction
    .deleteFrom('staged_url_change')
    .where('crawl_id', '=', crawlId)
    .where('part', '=', next.part)
    .execute()
  return true
}

async function forgetParts(claimed: ClaimedDatabase): Promise<void> {
  await fencedWrite(claimed, {
    write: ({ transaction, crawlId }) =>
      transaction.deleteFrom('staged_url_change').where('crawl_id', '=', crawlId).execute(),
  })
}
