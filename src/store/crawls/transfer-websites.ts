import { sql, type Transaction } from 'kysely'
import { MAX_MUTES_PER_WEBSITE } from '#shared/issue-settings.ts'
import type { Schema } from '../database/schema.ts'
import { hideSurplusCrawls } from './sweep.ts'

/** The account had crawled the same address: the visitor's crawls now stand under the account's website. */
export interface MovedWebsite {
  from: number
  to: number
}

interface Transfer {
  fromOwnerId: number
  toOwnerId: number
  keptCrawls: number
}

/**
 * Gives an owner everything of another, who is forgotten. Crawls keep their ids and claims, so whoever works on one goes on;
 * where both owners have one of the same address in work, both end. Cleared websites move along, hidden as they are, until they
 * are swept.
 */
export async function transferWebsites(transaction: Transaction<Schema>, transfer: Transfer): Promise<MovedWebsite[]> {
  const { fromOwnerId, toOwnerId, keptCrawls } = transfer
  if (fromOwnerId === toOwnerId) return []
  const merged = await findShared(transaction, transfer)
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
  { fromOwnerId, toOwnerId }: Transfer,
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

/**
 * Gives a website what is decided about another of the same address. Where both say something of a check, the one that stays has its
 * way; a mute that both have stands once, and the oldest ones come along while there is room.
 */
async function mergeSettings(transaction: Transaction<Schema>, { from, to }: MovedWebsite): Promise<void> {
  const given = await transaction.selectFrom('mute').selectAll().where('website_id', '=', from).orderBy('id').execute()
  const own = await transaction.selectFrom('mute').selectAll().where('website_id', '=', to).execute()
  const keyOf = (mute: { check_id: string | null; pattern: string | null }) => `${mute.check_id ?? ''} ${mute.pattern}`
  const known = new Set(own.map(keyOf))
  const room = Math.max(0, MAX_MUTES_PER_WEBSITE - own.length)
  const added = given
    .filter(mute => !known.has(keyOf(mute)))
    .map(mute => mute.id)
    .slice(0, room)
  await transaction
    .updateTable('mute')
    .set({ website_id: to })
    .where('id', 'in', [0, ...added])
    .execute()
  await transaction
    .updateTable('check_setting')
    .set({ website_id: to })
    .where('website_id', '=', from)
    .where('check_id', 'not in', ({ selectFrom }) =>
      selectFrom('check_setting as own').select('own.check_id').where('own.website_id', '=', to),
    )
    .execute()
  await transaction
    .updateTable('check_threshold')
    .set({ website_id: to })
    .where('website_id', '=', from)
    .where('check_id', 'not in', ({ selectFrom }) =>
      selectFrom('check_threshold as own').select('own.check_id').where('own.website_id', '=', to),
    )
    .execute()
  // Higher than any version that was ever applied to a crawl of either, so that the newest crawl is gone through again.
  const versions = await transaction
    .selectFrom('website')
    .select(({ fn }) => fn.sum<number>('settings_version').as('sum'))
    .where('id', 'in', [from, to])
    .executeTakeFirstOrThrow()
  if (Number(versions.sum) === 0) return
  await transaction
    .updateTable('website')
    .set({ settings_version: Number(versions.sum) + 1 })
    .where('id', '=', to)
    .execute()
}
