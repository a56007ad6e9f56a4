import { sql, type Transaction } from 'kysely'
import { type IssueSettings, MAX_MUTES_PER_WEBSITE, type Mute, noSettings } from '#shared/issue-settings.ts'
import type { Severity } from '#shared/model.ts'
import type { Segment } from '#shared/segments.ts'
import type { ThresholdSetting } from '#shared/thresholds.ts'
import type { Database } from '../database/database.ts'
import { endedWrite } from '../database/fenced.ts'
import type { Schema } from '../database/schema.ts'
import { applySettings } from './apply-settings.ts'
import { readSettings, readThresholds, toMute } from './settings-rows.ts'

/**
 * The issue settings of a website. The caller has checked the owner. A change holds for every later crawl; `apply` updates the newest
 * ended one.
 */
export interface SettingsStore {
  /** Empty for a website that does not exist. */
  read(websiteId: number): Promise<IssueSettings>
  /** Adds none to a website that has MAX_MUTES_PER_WEBSITE, or that does not exist. */
  addMute(mute: NewMute): Promise<{ ok: true; mute: Mute } | { ok: false; reason: 'full' | 'gone' }>
  /** The removed mute; null when the website has no such mute. */
  removeMute(websiteId: number, muteId: number): Promise<Mute | null>
  /**
   * Replaces the setting; a check that is neither off nor of another severity has its defaults. False when the website does not
   * exist.
   */
  setCheck(setting: { websiteId: number; checkId: string; isOff: boolean; severity: Severity | null }): Promise<boolean>
  /** Thresholds of its checks that differ from the defaults, by check and name. */
  thresholds(websiteId: number): Promise<ThresholdSetting[]>
  /**
   * Replaces the thresholds of one check, unless `decide` throws on the resulting thresholds of the whole website. Later crawls use
   * them. False when the website does not exist.
   */
  setThresholds(change: ThresholdChange): Promise<boolean>
  /** The named parts of the website, as they were given; none for a website that does not exist. */
  segments(websiteId: number): Promise<Segment[]>
  /** Replaces them. False when the website does not exist. */
  setSegments(websiteId: number, segments: readonly Segment[]): Promise<boolean>
  /**
   * Applies the settings to the newest ended crawl of the website, in short transactions. `sweep` finishes what a process that died
   * left undone.
   */
  apply(websiteId: number, nowMs: number): Promise<void>
}

interface ThresholdChange {
  websiteId: number
  checkId: string
  values: readonly { name: string; value: number }[]
  /** Throws the error for the caller. */
  decide(all: readonly ThresholdSetting[]): void
}

interface NewMute {
  websiteId: number
  checkId: string | null
  pattern: string | null
  reason: string
  nowMs: number
}

/** The issue settings of websites. */
export function createSettingsStore(database: Database): SettingsStore {
  const { db } = database
  const underWay = new Map<number, Promise<void>>()
  return {
    async read(websiteId) {
      return (await readSettings(db, websiteId))?.settings ?? noSettings
    },

    async addMute({ websiteId, checkId, pattern, reason, nowMs }) {
      return await db.transaction().execute(async transaction => {
        if (!(await raiseVersion(transaction, websiteId))) return { ok: false, reason: 'gone' }
        const { count } = await transaction
          .selectFrom('mute')
          .select(({ fn }) => fn.countAll().as('count'))
          .where('website_id', '=', websiteId)
          .executeTakeFirstOrThrow()
        if (Number(count) >= MAX_MUTES_PER_WEBSITE) return { ok: false, reason: 'full' }
        const row = await transaction
          .insertInto('mute')
          .values({ website_id: websiteId, check_id: checkId, pattern, reason, created_ms: nowMs })
          .returningAll()
          .executeTakeFirstOrThrow()
        return { ok: true, mute: toMute(row) }
      })
    },

    async removeMute(websiteId, muteId) {
      return await db.transaction().execute(async transaction => {
        if (!(await raiseVersion(transaction, websiteId))) return null
        const row = await transaction
          .deleteFrom('mute')
          .where('id', '=', muteId)
          .where('website_id', '=', websiteId)
          .returningAll()
          .executeTakeFirst()
        return row ? toMute(row) : null
      })
    },

    async setCheck({ websiteId, checkId, isOff, severity }) {
      return await db.transaction().execute(async transaction => {
        if (!(await raiseVersion(transaction, websiteId))) return false
        await transaction
          .deleteFrom('check_setting')
          .where('website_id', '=', websiteId)
          .where('check_id', '=', checkId)
          .execute()
        if (isOff || severity !== null)
          await transaction
            .insertInto('check_setting')
            .values({ website_id: websiteId, check_id: checkId, is_off: isOff ? 1 : 0, severity })
            .execute()
        return true
      })
    },

    thresholds: websiteId => readThresholds(db, websiteId),

    async segments(websiteId) {
      const row = await db.selectFrom('website').select('segments').where('id', '=', websiteId).executeTakeFirst()
      return row ? JSON.parse(row.segments) : []
    },

    async setSegments(websiteId, segments) {
      const { numUpdatedRows } = await db
        .updateTable('website')
        .set({ segments: JSON.stringify(segments) })
        .where('id', '=', websiteId)
        .where('is_cleared', '=', 0)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async setThresholds({ websiteId, checkId, values, decide }) {
      return await db.transaction().execute(async transaction => {
        if (!(await holdWebsite(transaction, websiteId))) return false
        const others = (await readThresholds(transaction, websiteId)).filter(each => each.checkId !== checkId)
        decide([...others, ...values.map(each => ({ checkId, ...each }))])
        await transaction
          .deleteFrom('check_threshold')
          .where('website_id', '=', websiteId)
          .where('check_id', '=', checkId)
          .execute()
        const rows = values.map(({ name, value }) => ({ website_id: websiteId, check_id: checkId, name, value }))
        if (rows.length > 0) await transaction.insertInto('check_threshold').values(rows).execute()
        return true
      })
    },

    async apply(websiteId, nowMs) {
      // One after the other: a running one applies a later change, too, and then nothing is left to do.
      for (let earlier = underWay.get(websiteId); earlier; earlier = underWay.get(websiteId))
        await earlier.catch(() => {})
      const own = applyToNewest(database, { websiteId, nowMs })
      underWay.set(websiteId, own)
      await own.finally(() => underWay.delete(websiteId))
    },
  }
}

/**
 * Applies the settings to one crawl that lacks them: a process died before, or the settings came from another website of the same URL.
 * False when there is none.
 */
export async function applyDueSettings(database: Database, nowMs: number): Promise<boolean> {
  const websites = await database.db
    .selectFrom('website')
    .innerJoin('crawl', join =>
      join.on(({ eb, selectFrom }) =>
        eb(
          'crawl.id',
          '=',
          selectFrom('crawl as ended')
            .select(({ fn }) => fn.max('ended.id').as('id'))
            .whereRef('ended.website_id', '=', 'website.id')
            .where('ended.ended_ms', 'is not', null)
            .where('ended.is_hidden', '=', 0),
        ),
      ),
    )
    .select(['website.id as websiteId', 'crawl.id as crawlId'])
    // The condition of the index, literally.
    .where('website.settings_version', '>', sql.lit(0))
    .where('website.is_cleared', '=', 0)
    .whereRef('crawl.settings_version', '!=', 'website.settings_version')
    .limit(1)
    .execute()
  const [due] = websites
  if (!due) return false
  return (await applyToEnded(database, { ...due, nowMs })) !== null
}

async function applyToEnded(
  database: Database,
  { crawlId, websiteId, nowMs }: { crawlId: number; websiteId: number; nowMs: number },
): Promise<number | null> {
  const crawl = { ...database, crawlId }
  return await applySettings(crawl, { websiteId, nowMs, write: run => endedWrite(crawl, run) })
}

async function applyToNewest(
  database: Database,
  { websiteId, nowMs }: { websiteId: number; nowMs: number },
): Promise<void> {
  const crawl = await database.db
    .selectFrom('crawl')
    .innerJoin('website', 'website.id', 'crawl.website_id')
    .select(['crawl.id', 'crawl.settings_version as applied', 'website.settings_version as version'])
    .where('crawl.website_id', '=', websiteId)
    .where('crawl.ended_ms', 'is not', null)
    .where('crawl.is_hidden', '=', 0)
    .orderBy('crawl.id', 'desc')
    .executeTakeFirst()
  if (crawl && crawl.applied !== crawl.version) await applyToEnded(database, { crawlId: crawl.id, websiteId, nowMs })
}

/** The first statement of its transaction, so that changes of one website follow one another. False when there is no such website. */
async function raiseVersion(transaction: Transaction<Schema>, websiteId: number): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('website')
    .set(({ eb }) => ({ settings_version: eb('settings_version', '+', 1) }))
    .where('id', '=', websiteId)
    .where('is_cleared', '=', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The same for a change that affects no existing crawl. */
export async function holdWebsite(transaction: Transaction<Schema>, websiteId: number): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('website')
    .set(({ ref }) => ({ settings_version: ref('settings_version') }))
    .where('id', '=', websiteId)
    .where('is_cleared', '=', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
