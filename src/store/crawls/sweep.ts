import { sql, type Transaction } from 'kysely'
import { PAGE_SPEED_CACHE_MS } from '#shared/constants.ts'
import type { CrawlDatabase, Database, DatabaseSpecifics } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { applyDueSettings } from '../issues/website-settings.ts'
import { forgetPageSpeedOf } from './page-speed.ts'

/** Websites that one sweep hides at most; the next sweep takes the rest. */
const MAX_CLEARED_AT_ONCE = 100
/** SHA-256 in hexadecimal digits. */
const COOKIE_HASH_LENGTH = 64

/** Tables with rows of a crawl, each with its key, and which column of that is a text of any length. */
const crawlTables = [
  ['page_body', ['crawl_id', 'url_id']],
  ['page', ['crawl_id', 'url_id']],
  ['page_list', ['crawl_id', 'url_id']],
  ['page_field', ['crawl_id', 'url_id', 'field']],
  ['conditional_result', ['crawl_id', 'url_id']],
  ['page_copy', ['crawl_id', 'url_id']],
  ['translation_set', ['crawl_id', 'number']],
  ['group_key', ['crawl_id', 'name', 'value', 'number', 'url_id'], 'value'],
  ['inlink', ['crawl_id', 'target_id', 'part']],
  ['link_figures', ['crawl_id', 'url_id']],
  ['search_part', ['crawl_id', 'part']],
  ['issue_order', ['crawl_id', 'part']],
  ['issue_url', ['crawl_id', 'url', 'issue_id'], 'url'],
  ['issue_page', ['crawl_id', 'issue_id', 'part']],
  ['found_cause', ['crawl_id', 'check_id', 'cause_key', 'part']],
  ['issue', ['id']],
  ['suppressed_issue', ['id']],
  ['recheck', ['id']],
  ['absent_issue', ['crawl_id', 'absence', 'severity_rank', 'check_id', 'issue_id']],
  ['changed_page', ['crawl_id', 'change', 'position']],
  ['issue_counter', ['crawl_id', 'is_site', 'type', 'check_id', 'severity', 'is_new']],
  ['check_counter', ['crawl_id', 'is_site', 'check_id', 'result', 'reason']],
  ['crawl_counter', ['crawl_id', 'name', 'key']],
  ['page_speed_group', ['crawl_id', 'position']],
  ['page_speed_sample', ['crawl_id', 'position']],
  ['url_log', ['crawl_id', 'part']],
  ['visit_join', ['crawl_id']],
  ['visit_url', ['crawl_id', 'id']],
  ['url', ['crawl_id', 'id']],
] as const

/**
 * Hides websites that are due to be cleared, then deletes rows of hidden crawls, cleared websites and expired data: at most `maxRows`
 * rows, in several short transactions. True when more may be left. No read returns anything of a hidden crawl, so the order of
 * deletion does not matter.
 */
export async function sweep(
  database: Database,
  options: { nowMs: number; maxRows: number; isShortOfStorage: boolean },
): Promise<boolean> {
  const { nowMs, maxRows, isShortOfStorage } = options
  await scheduleAbandoned(database, nowMs)
  if (isShortOfStorage) await hastenClearings(database, nowMs)
  const cleared = await clearDue(database, nowMs)
  if (await applyDueSettings(database, nowMs)) return true
  let left = maxRows
  for (const step of [
    deleteHiddenCrawls,
    deleteWebsites,
    forgetSessions,
    forgetAttempts,
    forgetPageSpeed,
    forgetShareLinks,
    forgetVisitors,
  ]) {
    left -= await step(database, { nowMs, maxRows: left })
    if (left <= 0) return true
  }
  return cleared === MAX_CLEARED_AT_ONCE
}

/** Hides the crawls of websites, ends the claims on them, and deletes the page speed measured there. */
export async function hideCrawls(
  { transaction, specifics }: { transaction: Transaction<Schema>; specifics: DatabaseSpecifics },
  websiteIds: readonly number[],
): Promise<void> {
  await transaction
    .updateTable('crawl')
    .set(({ eb }) => ({ is_hidden: 1, is_stop_requested: 1, epoch: eb('epoch', '+', 1) }))
    .where('website_id', 'in', websiteIds)
    .execute()
  await forgetPageSpeedOf({ transaction, specifics }, websiteIds)
}

/**
 * Schedules websites of visitors not seen for a day: their browser did not report that they left (it crashed or lost the network). An
 * open page sends a request every few minutes.
 */
async function scheduleAbandoned({ db }: Database, nowMs: number): Promise<void> {
  const abandoned = await db
    .selectFrom('website')
    .innerJoin('owner', 'owner.id', 'website.owner_id')
    .select('website.id')
    .where('owner.last_seen_ms', '<=', nowMs - DAY_MS)
    // Visitors of a browser only: websites of accounts and of the command line stay.
    .where(({ eb, fn }) => eb(fn<number>('length', ['owner.cookie_hash']), '=', COOKIE_HASH_LENGTH))
    .where('website.clear_at_ms', 'is', null)
    .where('website.is_cleared', '=', 0)
    .limit(MAX_CLEARED_AT_ONCE)
    .execute()
  if (abandoned.length === 0) return
  await db
    .updateTable('website')
    .set({ clear_at_ms: nowMs })
    .where(
      'id',
      'in',
      abandoned.map(website => website.id),
    )
    .where('clear_at_ms', 'is', null)
    .execute()
}

/** An open page sends a request every five minutes, or later where a browser slows down tabs in the background. */
const SURELY_LEFT_MS = 10 * 60_000
/** So few go at once that no more go than the storage needs. */
const MAX_HASTENED_AT_ONCE = 5

/**
 * Makes scheduled clearings of visitors who have surely left due now, the oldest first. Not before the rows of those that were cleared
 * are deleted: only then is it known how much storage that has freed.
 */
async function hastenClearings({ db }: Database, nowMs: number): Promise<void> {
  if (await isDeletionLeft(db, nowMs)) return
  const departed = await db
    .selectFrom('website')
    .innerJoin('owner', 'owner.id', 'website.owner_id')
    .select('website.id')
    .where('website.clear_at_ms', '>', nowMs)
    .where('website.is_cleared', '=', 0)
    .where('owner.last_seen_ms', '<=', nowMs - SURELY_LEFT_MS)
    .orderBy('website.clear_at_ms')
    .orderBy('website.id')
    .limit(MAX_HASTENED_AT_ONCE)
    .execute()
  const ids = departed.map(({ id }) => id)
  if (ids.length > 0)
    // One that has been taken back meanwhile stays.
    await db
      .updateTable('website')
      .set({ clear_at_ms: nowMs })
      .where('id', 'in', ids)
      .where('clear_at_ms', 'is not', null)
      .execute()
}

/** Whether a clearing is due, or rows of one are left. */
async function isDeletionLeft(db: Database['db'], nowMs: number): Promise<boolean> {
  const website = await db
    .selectFrom('website')
    .select('id')
    .where(({ eb, or }) => or([eb('is_cleared', '=', sql.lit(1)), eb('clear_at_ms', '<=', nowMs)]))
    .executeTakeFirst()
  if (website) return true
  return Boolean(await db.selectFrom('crawl').select('id').where('is_hidden', '=', sql.lit(1)).executeTakeFirst())
}

async function clearDue({ db, specifics }: Database, nowMs: number): Promise<number> {
  const due = await db
    .selectFrom('website')
    .select('id')
    .where('clear_at_ms', '<=', nowMs)
    .where('is_cleared', '=', 0)
    .orderBy('clear_at_ms')
    .limit(MAX_CLEARED_AT_ONCE)
    .execute()
  if (due.length === 0) return 0
  await db.transaction().execute(async transaction => {
    // Checked again within the transaction: the owner may have come back in between.
    const cleared = await transaction
      .updateTable('website')
      .set({ is_cleared: 1, clear_at_ms: null, credentials: null })
      .where(
        'id',
        'in',
        due.map(website => website.id),
      )
      .where('clear_at_ms', '<=', nowMs)
      .returning('id')
      .execute()
    const ids = cleared.map(website => website.id)
    if (ids.length > 0) await hideCrawls({ transaction, specifics }, ids)
  })
  return due.length
}

/** Deletes rows of hidden crawls, one crawl after the other; returns how many. */
async function deleteHiddenCrawls(database: Database, { maxRows }: Forgetting): Promise<number> {
  let deleted = 0
  while (deleted < maxRows) {
    const crawl = await database.db
      .selectFrom('crawl')
      .select('id')
      .where('is_hidden', '=', sql.lit(1))
      .orderBy('id')
      .executeTakeFirst()
    if (!crawl) break
    deleted += await deleteRows({ ...database, crawlId: crawl.id }, maxRows - deleted)
  }
  return deleted
}

/** Deletes at most `maxRows` rows of a hidden crawl, itself last; returns how many. */
async function deleteRows({ db, specifics, crawlId }: CrawlDatabase, maxRows: number): Promise<number> {
  let deleted = 0
  for (const [table, columns, text] of crawlTables) {
    const key = sql.join(
      columns.map(column => (column === text ? sql.raw(specifics.indexedText.lookupKey(column)) : sql.ref(column))),
    )
    const result = await sql`delete from ${sql.table(table)} where (${key}) in
      (select ${key} from ${sql.table(table)} where crawl_id = ${crawlId} limit ${maxRows - deleted})`.execute(db)
    deleted += Number(result.numAffectedRows ?? 0)
    if (deleted >= maxRows) return deleted
  }
  await db.deleteFrom('crawl').where('id', '=', crawlId).execute()
  return deleted + 1
}

/** Deletes cleared websites without crawls; returns how many. */
async function deleteWebsites({ db }: Database, { maxRows }: Forgetting): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('website')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('website as cleared')
        .select('cleared.id')
        .where('cleared.is_cleared', '=', sql.lit(1))
        .where(({ not, exists, selectFrom: from }) =>
          not(exists(from('crawl').select('crawl.id').whereRef('crawl.website_id', '=', 'cleared.id'))),
        )
        .limit(maxRows),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** A visitor who sent no request for so long has left. */
const DAY_MS = 86_400_000

interface Forgetting {
  nowMs: number
  maxRows: number
}

/** Deletes ended sessions; returns how many. */
async function forgetSessions({ db }: Database, { nowMs, maxRows }: Forgetting): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('token_hash', 'in', ({ selectFrom }) =>
      selectFrom('session as ended').select('ended.token_hash').where('ended.ends_ms', '<=', nowMs).limit(maxRows),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes counts of attempts older than a day that no pause follows; returns how many. */
async function forgetAttempts({ db }: Database, { nowMs, maxRows }: Forgetting): Promise<number> {
  const dayAgoMs = nowMs - DAY_MS
  const { numDeletedRows } = await db
    .deleteFrom('attempt')
    .where('key', 'in', ({ selectFrom }) =>
      selectFrom('attempt as old')
        .select('old.key')
        .where('old.last_ms', '<', dayAgoMs)
        .where('old.wait_until_ms', '<=', nowMs)
        .limit(maxRows),
    )
    // Checked again on the row itself: another attempt may have come in between.
    .where('last_ms', '<', dayAgoMs)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes measurements of page speed that are too old to be shown again; returns how many. */
async function forgetPageSpeed({ db }: Database, { nowMs, maxRows }: Forgetting): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('page_speed')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('owner_id', 'url', 'device'),
        'in',
        selectFrom('page_speed as old')
          .select(['old.owner_id', 'old.url', 'old.device'])
          .where('old.measured_ms', '<=', nowMs - PAGE_SPEED_CACHE_MS)
          .limit(maxRows)
          .$asTuple('owner_id', 'url', 'device'),
      ),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** For so long the list says that a link has ended, and the link itself says why. */
const ENDED_LINK_KEPT_MS = 90 * DAY_MS

/** Deletes share links that ended long ago; returns how many. */
async function forgetShareLinks({ db }: Database, { nowMs, maxRows }: Forgetting): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('share_link')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('share_link as ended')
        .select('ended.id')
        .where('ended.ends_ms', '<=', nowMs - ENDED_LINK_KEPT_MS)
        .limit(maxRows),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes visitors not seen for a day who have no website; returns how many. */
async function forgetVisitors({ db }: Database, { nowMs, maxRows }: Forgetting): Promise<number> {
  const dayAgoMs = nowMs - DAY_MS
  const { numDeletedRows } = await db
    .deleteFrom('owner')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('owner as absent')
        .select('absent.id')
        .where('absent.last_seen_ms', '<=', dayAgoMs)
        .where(({ not, exists, selectFrom: from }) =>
          not(exists(from('website').select('website.id').whereRef('website.owner_id', '=', 'absent.id'))),
        )
        .where(({ not, exists, selectFrom: from }) =>
          not(exists(from('account').select('account.id').whereRef('account.owner_id', '=', 'absent.id'))),
        )
        .limit(maxRows),
    )
    // Checked again on the row itself: the visitor may have come back in between.
    .where('last_seen_ms', '<=', dayAgoMs)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
