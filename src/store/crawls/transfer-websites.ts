import { sql, type Transaction } from 'kysely'
import { MAX_NOTES_PER_WEBSITE } from '#shared/finding-note.ts'
import { MAX_MUTES_PER_WEBSITE } from '#shared/issue-settings.ts'
import type { Schema } from '../database/schema.ts'
import { hideSurplusCrawls } from './kept-crawls.ts'

/** The account had crawled the same URL: the visitor's crawls now belong to the account's website. */
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
 * Moves everything of one owner to another and deletes the first. Crawls keep their ids and claims, so their workers go on; both end
 * where both owners crawl the same URL. Cleared websites move along, hidden, until the sweep deletes them.
 */
export async function transferWebsites(transaction: Transaction<Schema>, transfer: Transfer): Promise<MovedWebsite[]> {
  const { fromOwnerId, toOwnerId, keptCrawls } = transfer
  if (fromOwnerId === toOwnerId) return []
  const merged = await findShared(transaction, transfer)
  for (const { from, to } of merged) {
    // Hidden crawls too: a website is deleted only when no crawl is left that names it.
    await transaction.updateTable('crawl').set({ website_id: to }).where('website_id', '=', from).execute()
    await mergeSettings(transaction, { from, to })
    await mergeNotes(transaction, { from, to })
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

/** Websites of the first owner whose URL the second owner has as well. */
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
 * Moves the settings of one website to another of the same URL. Where both have a setting of a check, the one that stays wins; equal
 * mutes are kept once, the oldest first while there is room.
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
  // Higher than any version applied to a crawl of either, so that the newest crawl is updated.
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

/** Moves the notes of findings that the other website has no note of, in the order of their fingerprints while there is room. */
async function mergeNotes(transaction: Transaction<Schema>, { from, to }: MovedWebsite): Promise<void> {
  const { count } = await transaction
    .selectFrom('finding_note')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('website_id', '=', to)
    .executeTakeFirstOrThrow()
  await transaction
    .updateTable('finding_note')
    .set({ website_id: to })
    .where('website_id', '=', from)
    .where('fingerprint', 'in', ({ selectFrom }) =>
      selectFrom('finding_note as given')
        .select('given.fingerprint')
        .where('given.website_id', '=', from)
        .where('given.fingerprint', 'not in', ({ selectFrom: select }) =>
          select('finding_note as own').select('own.fingerprint').where('own.website_id', '=', to),
        )
        .orderBy('given.fingerprint')
        .limit(Math.max(0, MAX_NOTES_PER_WEBSITE - Number(count))),
    )
    .execute()
}
