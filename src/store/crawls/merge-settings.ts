import type { Transaction } from 'kysely'
import { MAX_MUTES_PER_WEBSITE } from '#shared/issue-settings.ts'
import type { Schema } from '../database/schema.ts'
import type { MovedWebsite } from '../store.ts'

/**
 * Gives a website what is decided about another of the same address. Where both say something of a check, the one that stays has its
 * way; a mute that both have stands once, and the oldest ones come along while there is room.
 */
export async function mergeSettings(transaction: Transaction<Schema>, { from, to }: MovedWebsite): Promise<void> {
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
