import { type Selectable, sql } from 'kysely'
import { type LightCheckSettings, type LightResult, lightCheckSettingsSchema } from '#shared/light-checks.ts'
import { lockOwner } from '../crawls/websites.ts'
import type { Database } from '../database/database.ts'
import type { LightCheckTable } from '../database/monitoring-tables.ts'
import { holdWebsite } from '../issues/website-settings.ts'
import { addDelivery, type NewDelivery } from './alerts.ts'

/** URLs of websites that are checked between crawls. The caller has checked the owner. */
export interface LightCheckStore {
  /** null where nothing was set for the website. */
  find(websiteId: number): Promise<LightCheckRow | null>
  /** Replaces what is checked; results of URLs that stay are kept. Something is checked on `maxPerOwner` websites of an owner at most. */
  save(checks: NewLightCheck): Promise<{ ok: true } | { ok: false; reason: 'full' | 'gone' }>
  /** The longest due first; none of accounts that are disabled. */
  due(nowMs: number, limit: number): Promise<DueLightCheck[]>
  /** Compare and set. False when another process has claimed the run, or the settings have changed. */
  claim(due: DueLightCheck, nextMs: number): Promise<boolean>
  /** Stores the results of a claimed run with its messages, unless the settings have changed since. */
  finish(run: FinishedLightCheck): Promise<void>
}

interface LightCheckRow {
  websiteId: number
  settings: LightCheckSettings
  results: LightResult[]
  nextMs: number | null
}

interface NewLightCheck extends Omit<LightCheckRow, 'results'> {
  ownerId: number
  maxPerOwner: number
}

export interface DueLightCheck extends LightCheckRow {
  ownerId: number
  url: string
}

interface FinishedLightCheck {
  website: DueLightCheck
  results: readonly LightResult[]
  deliveries: readonly NewDelivery[]
  nowMs: number
}

export function createLightCheckStore({ db }: Database): LightCheckStore {
  return {
    async find(websiteId) {
      const row = await db.selectFrom('light_check').selectAll().where('website_id', '=', websiteId).executeTakeFirst()
      return row ? toRow(row) : null
    },

    async save({ websiteId, ownerId, settings, nextMs, maxPerOwner }) {
      return await db.transaction().execute(async transaction => {
        await lockOwner(transaction, ownerId)
        if (!(await holdWebsite(transaction, websiteId))) return { ok: false, reason: 'gone' }
        const { count } = await transaction
          .selectFrom('light_check')
          .innerJoin('website', 'website.id', 'light_check.website_id')
          .select(({ fn }) => fn.countAll().as('count'))
          .where('website.owner_id', '=', ownerId)
          .where('website.is_cleared', '=', sql.lit(0))
          .where('website.id', '!=', websiteId)
          .where('light_check.next_ms', 'is not', null)
          .executeTakeFirstOrThrow()
        if (nextMs !== null && Number(count) >= maxPerOwner) return { ok: false, reason: 'full' }
        const changed = { settings: JSON.stringify(settings), next_ms: nextMs }
        await transaction
          .insertInto('light_check')
          .values({ website_id: websiteId, results: '[]', ...changed })
          .onConflict(conflict => conflict.column('website_id').doUpdateSet(changed))
          .execute()
        return { ok: true }
      })
    },

    async due(nowMs, limit) {
      const rows = await db
        .selectFrom('light_check')
        .innerJoin('website', 'website.id', 'light_check.website_id')
        .innerJoin('account', 'account.owner_id', 'website.owner_id')
        .selectAll('light_check')
        .select(['website.owner_id', 'website.url'])
        .where('website.is_cleared', '=', sql.lit(0))
        .where('account.is_disabled', '=', 0)
        .where('light_check.next_ms', '<=', nowMs)
        .orderBy('light_check.next_ms')
        .limit(limit)
        .execute()
      return rows.map(row => ({ ...toRow(row), ownerId: row.owner_id, url: row.url }))
    },

    async claim(due, nextMs) {
      const { numUpdatedRows } = await db
        .updateTable('light_check')
        .set({ next_ms: nextMs })
        .where('website_id', '=', due.websiteId)
        .where('next_ms', '=', due.nextMs)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async finish({ website, results, deliveries, nowMs }) {
      await db.transaction().execute(async transaction => {
        const { numUpdatedRows } = await transaction
          .updateTable('light_check')
          .set({ results: JSON.stringify(results) })
          .where('website_id', '=', website.websiteId)
          .where('next_ms', '=', website.nextMs)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return
        for (const delivery of deliveries) await addDelivery(transaction, { delivery, nowMs })
      })
    },
  }
}

function toRow(row: Selectable<LightCheckTable>): LightCheckRow {
  const settings = lightCheckSettingsSchema.parse(JSON.parse(row.settings))
  const results: LightResult[] = JSON.parse(row.results)
  return { websiteId: row.website_id, settings, results, nextMs: row.next_ms }
}
