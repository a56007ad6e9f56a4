import { CompiledQuery, type Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** Runs one statement of the database's own dialect. */
interface StatementRunner {
  run(statement: string, values: readonly unknown[]): Promise<readonly unknown[]>
}

/**
 * Announces a waiting crawl within the transaction that makes it wait: a queue in the same database then holds a job for it, or
 * neither is stored.
 */
export type AnnounceCrawl = (transaction: StatementRunner, crawlId: number) => Promise<void>

/** Announces a crawl if it waits and a queue listens; `transaction` has written its row. */
export async function announceIfWaiting(
  transaction: Transaction<Schema>,
  { announce, crawlId }: { announce: AnnounceCrawl | undefined; crawlId: number },
): Promise<void> {
  if (announce === undefined) return
  const crawl = await transaction
    .selectFrom('crawl')
    .select('id')
    .where('id', '=', crawlId)
    .where('status', '=', 'pending')
    .where('is_hidden', '=', 0)
    .executeTakeFirst()
  if (!crawl) return
  const run = async (statement: string, values: readonly unknown[]) =>
    (await transaction.executeQuery(CompiledQuery.raw(statement, [...values]))).rows
  await announce({ run }, crawlId)
}
