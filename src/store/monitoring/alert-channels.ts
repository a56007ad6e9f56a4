import type { Selectable } from 'kysely'
import type { ChannelFormat } from '#shared/alerts.ts'
import { AppError } from '#shared/errors.ts'
import { seal, unseal } from '../accounts/sealed.ts'
import { lockOwner } from '../crawls/websites.ts'
import type { Database } from '../database/database.ts'
import type { AlertChannelTable } from '../database/monitoring-tables.ts'

/** Where the alerts of a user go. URLs of webhooks hold secrets, so all of it is encrypted. */
export interface ChannelStore {
  /** Without a key none can be added or read. */
  isAvailable: boolean
  /** In the order of their ids; without those that another key has encrypted. */
  list(ownerId: number): Promise<ChannelRow[]>
  /** null for unknown and foreign ids alike. */
  find(channelId: number, ownerId: number): Promise<ChannelRow | null>
  /** null where the owner has `max` of them. @throws AppError 'unavailable' without a key. */
  add(channel: NewChannelRow): Promise<ChannelRow | null>
  setSecrets(channelId: number, secrets: ChannelSecrets): Promise<void>
  /** Counts an entered code before it is compared, so that guesses at the same moment count each. False where `max` were entered. */
  countTry(channelId: number, max: number): Promise<boolean>
  confirm(channelId: number): Promise<void>
  /** With its deliveries. */
  remove(channelId: number): Promise<void>
}

export interface ChannelSecrets {
  /** URL or e-mail address. */
  target: string
  /** Signs webhooks. */
  secret: string
  /** The secret before it was rotated, and until when it signs as well. */
  earlier?: { secret: string; untilMs: number }
  /** Confirms an e-mail address. */
  code?: string
}

export interface ChannelRow {
  id: number
  ownerId: number
  name: string
  format: ChannelFormat
  secrets: ChannelSecrets
  isConfirmed: boolean
}

interface NewChannelRow extends Omit<ChannelRow, 'id'> {
  nowMs: number
  max: number
}

export function createChannelStore({ db }: Database, key: Uint8Array | null): ChannelStore {
  return {
    isAvailable: key !== null,

    async list(ownerId) {
      const rows = await db
        .selectFrom('alert_channel')
        .selectAll()
        .where('owner_id', '=', ownerId)
        .orderBy('id')
        .execute()
      return rows.flatMap(row => toChannel(row, key) ?? [])
    },

    async find(channelId, ownerId) {
      const row = await db
        .selectFrom('alert_channel')
        .selectAll()
        .where('id', '=', channelId)
        .where('owner_id', '=', ownerId)
        .executeTakeFirst()
      return row ? toChannel(row, key) : null
    },

    async add({ ownerId, name, format, secrets, isConfirmed, nowMs, max }) {
      const sealed = sealSecrets(secrets, { key, ownerId })
      return await db.transaction().execute(async transaction => {
        await lockOwner(transaction, ownerId)
        const { count } = await transaction
          .selectFrom('alert_channel')
          .select(({ fn }) => fn.countAll().as('count'))
          .where('owner_id', '=', ownerId)
          .executeTakeFirstOrThrow()
        if (Number(count) >= max) return null
        const row = await transaction
          .insertInto('alert_channel')
          .values({
            owner_id: ownerId,
            name,
            format,
            secrets: sealed,
            is_confirmed: isConfirmed ? 1 : 0,
            tries: 0,
            created_ms: nowMs,
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        return toChannel(row, key)
      })
    },

    async setSecrets(channelId, secrets) {
      const { owner_id: ownerId } = await db
        .selectFrom('alert_channel')
        .select('owner_id')
        .where('id', '=', channelId)
        .executeTakeFirstOrThrow()
      const sealed = sealSecrets(secrets, { key, ownerId })
      await db.updateTable('alert_channel').set({ secrets: sealed }).where('id', '=', channelId).execute()
    },

    async countTry(channelId, max) {
      const { numUpdatedRows } = await db
        .updateTable('alert_channel')
        .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
        .where('id', '=', channelId)
        .where('tries', '<', max)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async confirm(channelId) {
      await db.updateTable('alert_channel').set({ is_confirmed: 1 }).where('id', '=', channelId).execute()
    },

    async remove(channelId) {
      await db.deleteFrom('alert_channel').where('id', '=', channelId).execute()
    },
  }
}

const NO_KEY = 'This server stores no secrets: its operator has to set SITESOUNDER_CREDENTIALS_KEY.'

/** Bound to the owner: the row has no id before it is there. */
const ownerOf = (ownerId: number) => `alert channel of ${ownerId}`

function sealSecrets(secrets: ChannelSecrets, { key, ownerId }: { key: Uint8Array | null; ownerId: number }) {
  if (key === null) throw new AppError('unavailable', NO_KEY)
  return seal(JSON.stringify(secrets), { key, owner: ownerOf(ownerId) })
}

/** null where its secrets cannot be read: another key has encrypted them. */
export function toChannel(row: Selectable<AlertChannelTable>, key: Uint8Array | null): ChannelRow | null {
  const text = key === null ? null : unseal(row.secrets, { key, owner: ownerOf(row.owner_id) })
  if (text === null) return null
  return {
    id: row.id,
    ownerId: row.owner_id,
    name: row.name,
    format: row.format,
    secrets: JSON.parse(text),
    isConfirmed: row.is_confirmed === 1,
  }
}
