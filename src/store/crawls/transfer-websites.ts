import { sql, type Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { MovedWebsite } from '../store.ts'
import { mergeSettings } from './merge-settings.ts'
import { hideSurplusCrawls } from './sweep.ts'

interface Adoption {
  fromOwnerId: number
  toOwnerId: number
  keptCrawls: number
}

/**
 * Gives an owner everything of another, who is forgotten. Crawls keep their ids and claims, so whoever works on one goes on;
 * where both owners have one of the same address in work, both end. Cleared websites move along, hidden as they are, until they
 * are swept.
 */
export async function adoptWebsites(transaction: Transaction<Schema>, adoption: Adoption): Promise<MovedWebsite[]> {
  const { fromOwnerId, toOwnerId, keptCrawls } = adoption
  if (fromOwnerId === toOwnerId) return []
  const merged = await findShared(transaction, adoption)
  for (const { from, to } of merged) {
    // Hidden crawls too: a website is deleted only when no crawl is left that names it.
    await transaction.updateTable('crawl').set({ website_id: to }).where('website_id', '=', from).execute()
    await mergeSettings(transaction, { from, to })
    await transaction.deleteFrom('website').where('id', '=', from).execute()
    await hideSurplusCrawls(transaction, { websiteId: to, keptCrawls })
  }
  await transaction
    .updateTable('website')
    .set({ owner_id: toOwnerId, clear_at_ms: null })
    .where('owner_id', 'in', [fromOwnerId, toOwnerId])
    .execute()
  await transaction.deleteFrom('owner').where('id', '=', fromOwnerId).execute()
  return merged
}

/** Websites of the one whose address the other has as well. */
async function findShared(
  transaction: Transaction<Schema>,
  { fromOwnerId, toOwnerId }: Adoption,
): Promise<MovedWebsite[]> {
  const shared = await transaction
    .selectFrom('website as given')
    .innerJoin('website as own', 'own.url', 'given.url')
    .select(['given.id as from', 'own.id as to'])
    .where('given.owner_id', '=', fromOwnerId)
    .where('given.is_cleared', '=', sql.lit(0))
    .where('own.owner_id', '=', toOwnerId)
    .where('own.is_cleared', '=', sql.lit(0))
    .orderBy('given.id')
    .execute()
  return shared.map(({ from, to }) => ({ from, to }))
}
