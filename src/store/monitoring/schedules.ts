import { type Selectable, type SelectQueryBuilder, sql, type Transaction } from 'kysely'
import type { CrawlOptions } from '#shared/crawl-options.ts'
import type { OwnershipProof } from '#shared/ownership.ts'
import { type RunResult, type Schedule, scheduleSchema } from '#shared/schedule.ts'
import type { AnnounceCrawl } from '../crawls/announce.ts'
import { insertCrawl, isNewestCrawl, lockOwner, runningCrawl, seenBy } from '../crawls/websites.ts'
import type { Database } from '../database/database.ts'
import type { ScheduleTable } from '../database/monitoring-tables.ts'
import type { Schema } from '../database/schema.ts'
import { holdWebsite } from '../issues/website-settings.ts'

/** When websites are crawled by themselves: at most one schedule for each. The caller has checked the owner. */
export interface ScheduleStore {
  /** null where the website has none. */
  find(websiteId: number): Promise<ScheduleRow | null>
  /** Of all websites of an owner, in the order of their ids. */
  list(viewerId: number): Promise<ScheduleRow[]>
  /** Replaces the schedule of the website, unless its owner has `maxPerOwner` others. */
  save(schedule: NewSchedule): Promise<{ ok: true } | { ok: false; reason: 'full' | 'gone' }>
  /** False where there is none. */
  remove(websiteId: number): Promise<boolean>
  /** The schedules that are due, the longest due first; none of accounts that are disabled. */
  due(nowMs: number, limit: number): Promise<DueSchedule[]>
  /**
   * Claims a run and starts its crawl, with the options of the newest crawl, in one transaction: a process that dies leaves both undone,
   * and of several processes one does both. null when the run was claimed by another, or the schedule has changed.
   */
  run(run: ScheduledRun): Promise<{ result: RunResult; crawlId: number } | null>
  /** Claims a run that starts no crawl. False as above. */
  skip(run: { due: DueSchedule; nextMs: number | null; nowMs: number; sentence: string }): Promise<boolean>
  /** Claims a run and pauses the schedule with a sentence. False as above. */
  pause(run: { due: DueSchedule; nowMs: number; sentence: string }): Promise<boolean>
}

export interface ScheduleRow {
  websiteId: number
  url: string
  schedule: Schedule
  /** null while it is paused. */
  nextMs: number | null
  /** When the last run was due; null before the first. */
  lastMs: number | null
  result: RunResult | null
  /** Why the last run started no crawl, or why the schedule was paused; '' for neither. */
  sentence: string
}

export interface DueSchedule extends ScheduleRow {
  ownerId: number
  nextMs: number
  /** Of the newest crawl. */
  options: CrawlOptions
}

interface NewSchedule {
  websiteId: number
  ownerId: number
  schedule: Schedule
  nextMs: number | null
  maxPerOwner: number
}

export interface ScheduledRun {
  due: DueSchedule
  /** The run after this one; null for none. */
  nextMs: number | null
  maxCrawlLimit: number
  /** In place of the proof of the newest crawl. */
  ownership: OwnershipProof | null
  nowMs: number
}

export function createScheduleStore(
  { db }: Database,
  { announce }: { announce: AnnounceCrawl | undefined },
): ScheduleStore {
  const schedules = () =>
    db
      .selectFrom('schedule')
      .innerJoin('website', 'website.id', 'schedule.website_id')
      .where('website.is_cleared', '=', sql.lit(0))
  return {
    async find(websiteId) {
      const row = await withColumns(schedules()).where('website_id', '=', websiteId).executeTakeFirst()
      return row ? toRow(row) : null
    },

    async list(viewerId) {
      const rows = await withColumns(schedules()).where('website.id', 'in', seenBy(db, viewerId)).execute()
      return rows.map(toRow).sort((a, b) => a.websiteId - b.websiteId)
    },

    save: schedule => db.transaction().execute(transaction => saveSchedule(transaction, schedule)),

    async remove(websiteId) {
      const { numDeletedRows } = await db.deleteFrom('schedule').where('website_id', '=', websiteId).executeTakeFirst()
      return numDeletedRows > 0n
    },

    async due(nowMs, limit) {
      const rows = await withColumns(schedules())
        .innerJoin('account', 'account.owner_id', 'website.owner_id')
        .innerJoin('crawl', join => join.on(isNewestCrawl))
        .select(['website.owner_id', 'crawl.options'])
        .where('account.is_disabled', '=', 0)
        .where('next_ms', '<=', nowMs)
        .orderBy('next_ms')
        .orderBy('schedule.website_id')
        .limit(limit)
        .execute()
      return rows.map(({ owner_id, options, ...row }) => ({
        ...toRow(row),
        ownerId: owner_id,
        nextMs: row.next_ms ?? nowMs,
        options: JSON.parse(options),
      }))
    },

    run: run => db.transaction().execute(transaction => startRun(transaction, { ...run, announce })),

    async skip({ due, nextMs, nowMs, sentence }) {
      const claim = { due, nextMs, nowMs, result: 'refused', sentence } as const
      return await db.transaction().execute(transaction => claimRun(transaction, claim))
    },

    async pause({ due, nowMs, sentence }) {
      return await db.transaction().execute(async transaction => {
        if (!(await claimRun(transaction, { due, nextMs: null, nowMs, result: 'refused', sentence }))) return false
        const schedule = JSON.stringify({ ...due.schedule, isPaused: true })
        await transaction.updateTable('schedule').set({ schedule }).where('website_id', '=', due.websiteId).execute()
        return true
      })
    },
  }
}

function withColumns<Output>(query: SelectQueryBuilder<Schema, 'schedule' | 'website', Output>) {
  return query.select([
    'schedule.website_id',
    'schedule.schedule',
    'schedule.next_ms',
    'schedule.last_ms',
    'schedule.result',
    'schedule.sentence',
    'website.url',
  ])
}

function toRow(row: Selectable<ScheduleTable> & { url: string }): ScheduleRow {
  return {
    websiteId: row.website_id,
    url: row.url,
    schedule: scheduleSchema.parse(JSON.parse(row.schedule)),
    nextMs: row.next_ms,
    lastMs: row.last_ms,
    result: row.result,
    sentence: row.sentence,
  }
}

async function saveSchedule(
  transaction: Transaction<Schema>,
  { websiteId, ownerId, schedule, nextMs, maxPerOwner }: NewSchedule,
): ReturnType<ScheduleStore['save']> {
  // So that two schedules at once are counted one after the other.
  await lockOwner(transaction, ownerId)
  if (!(await holdWebsite(transaction, websiteId))) return { ok: false, reason: 'gone' }
  const { count } = await transaction
    .selectFrom('schedule')
    .innerJoin('website', 'website.id', 'schedule.website_id')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('website.owner_id', '=', ownerId)
    .where('website.is_cleared', '=', sql.lit(0))
    .where('website.id', '!=', websiteId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxPerOwner) return { ok: false, reason: 'full' }
  const changed = { schedule: JSON.stringify(schedule), next_ms: nextMs, sentence: '', result: null }
  await transaction
    .insertInto('schedule')
    .values({ website_id: websiteId, last_ms: null, ...changed })
    .onConflict(conflict => conflict.column('website_id').doUpdateSet(changed))
    .execute()
  return { ok: true }
}

interface ClaimedRun {
  due: DueSchedule
  nextMs: number | null
  nowMs: number
  result: RunResult
  sentence: string
}

/** Compare and set: of several processes, one finds the schedule still due at that time. */
async function claimRun(transaction: Transaction<Schema>, run: ClaimedRun): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('schedule')
    .set({ next_ms: run.nextMs, last_ms: run.due.nextMs, result: run.result, sentence: run.sentence })
    .where('website_id', '=', run.due.websiteId)
    .where('next_ms', '=', run.due.nextMs)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const STILL_RUNNING = 'The crawl before was still running, so none was started.'

async function startRun(
  transaction: Transaction<Schema>,
  run: ScheduledRun & { announce: AnnounceCrawl | undefined },
): ReturnType<ScheduleStore['run']> {
  const { due, nextMs, nowMs, maxCrawlLimit, ownership, announce } = run
  const { websiteId } = due
  await lockOwner(transaction, due.ownerId)
  if (!(await holdWebsite(transaction, websiteId))) return null
  const runningId = await runningCrawl(transaction, websiteId)
  const result = runningId === null ? 'started' : 'running'
  const sentence = runningId === null ? '' : STILL_RUNNING
  if (!(await claimRun(transaction, { due, nextMs, nowMs, result, sentence }))) return null
  if (runningId !== null) return { result, crawlId: runningId }
  const newest = await transaction
    .selectFrom('crawl')
    .select(['seed_url', 'crawl_limit', 'options', 'listed_urls'])
    .where('website_id', '=', websiteId)
    .where('is_hidden', '=', 0)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const options: CrawlOptions = JSON.parse(newest.options)
  // As they are set now.
  delete options.thresholds
  delete options.hasCredentials
  const crawlId = await insertCrawl(transaction, {
    websiteId,
    start: {
      url: newest.seed_url,
      crawlLimit: Math.min(newest.crawl_limit, maxCrawlLimit),
      options: { ...options, ...(ownership && { ownership }) },
      ...(newest.listed_urls !== null && { urls: JSON.parse(newest.listed_urls) }),
      nowMs,
    },
    announce,
  })
  return { result, crawlId }
}
