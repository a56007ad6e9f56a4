import { type Selectable, sql, type Transaction } from 'kysely'
import { type Alert, type AlertSettings, alertSettingsSchema, type DeliveryState } from '#shared/alerts.ts'
import type { Database } from '../database/database.ts'
import type { AlertDeliveryTable } from '../database/monitoring-tables.ts'
import type { Schema } from '../database/schema.ts'
import { holdWebsite } from '../issues/website-settings.ts'
import { type ChannelRow, toChannel } from './alert-channels.ts'

/** What is reported of websites, and the messages that are to be sent. The caller has checked the owner. */
export interface AlertStore {
  /** null where nothing was set for the website. */
  settings(websiteId: number): Promise<AlertSettings | null>
  /** Crawls from the next one on are looked at. False for a website that is gone. */
  saveSettings(websiteId: number, settings: AlertSettings): Promise<boolean>
  /** Websites with an ended crawl that was not looked at, and that crawl: the oldest of each. */
  unchecked(limit: number): Promise<UncheckedCrawl[]>
  /**
   * Claims a crawl and adds the messages, in one transaction: what one crawl has to report is added once, however many processes look at
   * it. False when another process has claimed it.
   */
  raise(raised: RaisedAlerts): Promise<boolean>
  /** Adds a message that no crawl led to. */
  add(delivery: NewDelivery, nowMs: number): Promise<void>
  /** A message that is due, claimed until `nowMs + leaseMs`; null for none. At least once: one whose sender dies is due again. */
  claimDue(nowMs: number, leaseMs: number): Promise<ClaimedDelivery | null>
  finish(claimed: ClaimedDelivery, result: DeliveryAttempt): Promise<void>
  /** Of a channel. */
  countWaiting(channelId: number): Promise<number>
  /** Of a channel, newest first. */
  deliveries(channelId: number, limit: number): Promise<DeliveryRow[]>
  /** Makes a message of the channel due again, with the same delivery id. False for another's. */
  resend(delivery: { id: number; channelId: number; nowMs: number }): Promise<boolean>
  /** Deletes messages that were sent or given up before that; returns how many. */
  forget(beforeMs: number, limit: number): Promise<number>
}

/** What was reported and still holds, by a name of it. */
export type KnownAlerts = Readonly<Record<string, string>>

export interface UncheckedCrawl {
  websiteId: number
  ownerId: number
  url: string
  crawlId: number
  settings: AlertSettings
  known: KnownAlerts
  /** The last one that was looked at. */
  lastCrawlId: number
}

interface RaisedAlerts {
  crawl: UncheckedCrawl
  known: KnownAlerts
  deliveries: readonly NewDelivery[]
  nowMs: number
}

export interface NewDelivery {
  deliveryId: string
  channelId: number
  alerts: readonly Alert[]
  dueMs: number
  /** Joins the digest of the channel that waits. */
  isDigest: boolean
}

export interface DeliveryRow {
  id: number
  deliveryId: string
  alerts: Alert[]
  state: DeliveryState
  dueMs: number
  attempts: number
  createdMs: number
  status: number | null
  response: string
  triedMs: number | null
}

export interface ClaimedDelivery extends DeliveryRow {
  channel: ChannelRow
}

export interface DeliveryAttempt {
  state: DeliveryState
  /** Of the next attempt, for one that waits. */
  dueMs: number
  status: number | null
  response: string
  nowMs: number
}

/** A digest that has no room for more alerts is followed by another one. */
const MAX_ALERTS_PER_MESSAGE = 100

export function createAlertStore({ db }: Database, key: Uint8Array | null): AlertStore {
  const claimDue: AlertStore['claimDue'] = async (nowMs, leaseMs) => {
    const waiting = db
      .selectFrom('alert_delivery')
      .select('id')
      .where('state', '=', sql.lit('waiting'))
      .where('due_ms', '<=', nowMs)
      .orderBy('due_ms')
      .limit(1)
    const row = await db
      .updateTable('alert_delivery')
      .set(({ eb }) => ({ due_ms: nowMs + leaseMs, attempts: eb('attempts', '+', 1), tried_ms: nowMs }))
      .where('id', '=', waiting)
      .where('state', '=', sql.lit('waiting'))
      .where('due_ms', '<=', nowMs)
      .returningAll()
      .executeTakeFirst()
    if (!row) return null
    const channel = await db.selectFrom('alert_channel').selectAll().where('id', '=', row.channel_id).executeTakeFirst()
    const read = channel ? toChannel(channel, key) : null
    if (read) return { ...toDelivery(row), channel: read }
    const gone = { state: 'failed', response: 'The channel cannot be read.' } as const
    await db.updateTable('alert_delivery').set(gone).where('id', '=', row.id).execute()
    return await claimDue(nowMs, leaseMs)
  }
  return {
    claimDue,

    async settings(websiteId) {
      const row = await db
        .selectFrom('alert_setting')
        .select('settings')
        .where('website_id', '=', websiteId)
        .executeTakeFirst()
      return row ? alertSettingsSchema.parse(JSON.parse(row.settings)) : null
    },

    async saveSettings(websiteId, settings) {
      return await db.transaction().execute(async transaction => {
        if (!(await holdWebsite(transaction, websiteId))) return false
        const { newest } = await transaction
          .selectFrom('crawl')
          .select(({ fn }) => fn.max('id').as('newest'))
          .where('website_id', '=', websiteId)
          .where('ended_ms', 'is not', null)
          .executeTakeFirstOrThrow()
        const text = JSON.stringify(settings)
        await transaction
          .insertInto('alert_setting')
          .values({ website_id: websiteId, settings: text, known: '{}', crawl_id: newest ?? 0 })
          .onConflict(conflict => conflict.column('website_id').doUpdateSet({ settings: text }))
          .execute()
        return true
      })
    },

    async unchecked(limit) {
      const rows = await db
        .selectFrom('alert_setting')
        .innerJoin('website', 'website.id', 'alert_setting.website_id')
        .innerJoin('crawl', join =>
          join.on(({ eb, selectFrom }) =>
            eb(
              'crawl.id',
              '=',
              selectFrom('crawl as ended')
                .select(({ fn }) => fn.min('ended.id').as('id'))
                .whereRef('ended.website_id', '=', 'alert_setting.website_id')
                .whereRef('ended.id', '>', 'alert_setting.crawl_id')
                .where('ended.ended_ms', 'is not', null)
                .where('ended.is_hidden', '=', 0),
            ),
          ),
        )
        .select(['alert_setting.website_id', 'website.owner_id', 'website.url', 'crawl.id as crawl_id'])
        .select(['alert_setting.settings', 'alert_setting.known', 'alert_setting.crawl_id as last_id'])
        .where('website.is_cleared', '=', sql.lit(0))
        .limit(limit)
        .execute()
      return rows.map(row => ({
        websiteId: row.website_id,
        ownerId: row.owner_id,
        url: row.url,
        crawlId: row.crawl_id,
        settings: alertSettingsSchema.parse(JSON.parse(row.settings)),
        known: JSON.parse(row.known),
        lastCrawlId: row.last_id,
      }))
    },

    raise: raised => db.transaction().execute(transaction => raiseAlerts(transaction, raised)),

    add: (delivery, nowMs) => db.transaction().execute(transaction => addDelivery(transaction, { delivery, nowMs })),

    async finish({ id, attempts }, { state, dueMs, status, response, nowMs }) {
      await db
        .updateTable('alert_delivery')
        .set({ state, due_ms: dueMs, status, response, tried_ms: nowMs })
        .where('id', '=', id)
        .where('attempts', '=', attempts)
        .execute()
    },

    async countWaiting(channelId) {
      const { count } = await db
        .selectFrom('alert_delivery')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('channel_id', '=', channelId)
        .where('state', '=', sql.lit('waiting'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    async deliveries(channelId, limit) {
      const rows = await db
        .selectFrom('alert_delivery')
        .selectAll()
        .where('channel_id', '=', channelId)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toDelivery)
    },

    async resend({ id, channelId, nowMs }) {
      const { numUpdatedRows } = await db
        .updateTable('alert_delivery')
        .set({ state: 'waiting', due_ms: nowMs, created_ms: nowMs, attempts: 0, is_digest: 0 })
        .where('id', '=', id)
        .where('channel_id', '=', channelId)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async forget(beforeMs, limit) {
      const { numDeletedRows } = await db
        .deleteFrom('alert_delivery')
        .where('id', 'in', ({ selectFrom }) =>
          selectFrom('alert_delivery as old')
            .select('old.id')
            .where('old.state', '!=', sql.lit('waiting'))
            .where('old.created_ms', '<', beforeMs)
            .limit(limit),
        )
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

async function raiseAlerts(
  transaction: Transaction<Schema>,
  { crawl, known, deliveries, nowMs }: RaisedAlerts,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('alert_setting')
    .set({ crawl_id: crawl.crawlId, known: JSON.stringify(known) })
    .where('website_id', '=', crawl.websiteId)
    .where('crawl_id', '=', crawl.lastCrawlId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  for (const delivery of deliveries) await addDelivery(transaction, { delivery, nowMs })
  return true
}

/** Adds a message, or its alerts to the digest of the channel that waits and was not tried. */
export async function addDelivery(
  transaction: Transaction<Schema>,
  { delivery, nowMs }: { delivery: NewDelivery; nowMs: number },
): Promise<void> {
  const { deliveryId, channelId, alerts, dueMs, isDigest } = delivery
  const waiting = isDigest
    ? await transaction
        .selectFrom('alert_delivery')
        .select(['id', 'alerts'])
        .where('channel_id', '=', channelId)
        .where('state', '=', sql.lit('waiting'))
        .where('is_digest', '=', 1)
        .where('attempts', '=', 0)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
    : undefined
  const joined: Alert[] = waiting ? [...JSON.parse(waiting.alerts), ...alerts] : []
  if (waiting && joined.length <= MAX_ALERTS_PER_MESSAGE) {
    const { numUpdatedRows } = await transaction
      .updateTable('alert_delivery')
      .set({ alerts: JSON.stringify(joined) })
      .where('id', '=', waiting.id)
      .where('attempts', '=', 0)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return
  }
  await transaction
    .insertInto('alert_delivery')
    .values({
      delivery_id: deliveryId,
      channel_id: channelId,
      alerts: JSON.stringify(alerts.slice(0, MAX_ALERTS_PER_MESSAGE)),
      state: 'waiting',
      due_ms: dueMs,
      attempts: 0,
      is_digest: isDigest ? 1 : 0,
      created_ms: nowMs,
      status: null,
      response: '',
      tried_ms: null,
    })
    .execute()
}

function toDelivery(row: Selectable<AlertDeliveryTable>): DeliveryRow {
  return {
    id: row.id,
    deliveryId: row.delivery_id,
    alerts: JSON.parse(row.alerts),
    state: row.state,
    dueMs: row.due_ms,
    attempts: row.attempts,
    createdMs: row.created_ms,
    status: row.status,
    response: row.response,
    triedMs: row.tried_ms,
  }
}
