import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, type Selectable, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { linkKinds } from '#shared/model.ts'
import { kindsToMask, maskToKinds } from '#shared/page-record.ts'
import type { HostFileTarget, Target, TargetFilter } from '#shared/site-facts.ts'
import { batches } from '../database/batches.ts'
import type { CrawlDatabase } from '../database/database.ts'
import { inOrder, isBeyond, isText, textInOrder, textOrder } from '../database/indexed-text.ts'
import type { Schema, UrlTable } from '../database/schema.ts'
import { isDecided } from '../pages/decided.ts'
import { unpackAttempts, unpackHops } from '../pages/responses.ts'
import { isNumberedAfter, isUrlWithin, mayHold, readTargetWindows, type TargetWindow } from './target-windows.ts'

/** Rows looked through at once; a filter may let few of them pass. */
const WINDOW_SIZE = 1_000
const HOST_FILE_TARGETS_AT_ONCE = 500

/** Conditions of partial indexes, literally: most filters are about a small part of all URLs. */
type Narrowed = RawBuilder<SqlBool>
const inTrouble = sql<SqlBool>`(status >= 300 or response_kind = 'failed')`
const isExternal = sql<SqlBool>`scope = 'external'`
const FIRST_TROUBLE = 300

/**
 * Reads URLs that were requested or skipped: those with a frontier number in its order, then all others by URL. Read window by window
 * along an index, so that a filter with few matches never makes one long query. Checks read one crawl with many filters, most without
 * a match: the windows are read once, and those without a match are skipped. Valid while the URLs of the crawl do not change.
 */
export function createTargetReader(crawl: CrawlDatabase): (filter: TargetFilter) => AsyncGenerator<Target[]> {
  let known: Promise<TargetWindow[]> | null = null
  const windows = async () => {
    known ??= readTargetWindows(crawl)
    try {
      return await known
    } catch (error) {
      known = null
      throw error
    }
  }
  return async function* read(filter) {
    const targets = filtered(selectTargets(crawl), filter)
    const among = narrowed(filter)
    if (among) return yield* readAmong(crawl, { targets, among })
    for (const window of await windows()) {
      if (!mayHold(window, filter)) continue
      const rows = await withinWindow(crawl, targets, window).execute()
      if (rows.length > 0) yield rows.map(toTarget)
      await setImmediate()
    }
  }
}

function withinWindow(crawl: CrawlDatabase, targets: Targets, window: TargetWindow): Targets {
  if (window.by === 'url') {
    const rows = targets.where('number', '=', 0).where(isUrlWithin(crawl, window))
    return rows.orderBy(inOrder(crawl, 'url'))
  }
  const rows = targets.where(isNumberedAfter(window.after))
  const inWindow = window.last === null ? rows : rows.where('number', '<=', window.last)
  return inWindow.orderBy('number').orderBy(inOrder(crawl, 'url'))
}

type Targets = ReturnType<typeof filtered>

/** The same along a partial index. */
async function* readAmong(
  crawl: CrawlDatabase,
  { targets, among }: { targets: Targets; among: Narrowed },
): AsyncGenerator<Target[]> {
  for (const hasNumbers of [true, false]) {
    for await (const keys of walkAmong(crawl, { among, hasNumbers })) {
      const ids = keys.map(({ id }) => id)
      const rows = await targets.where('id', 'in', ids).orderBy('number').orderBy('url').execute()
      if (rows.length > 0) yield rows.map(toTarget)
    }
  }
}

function walkAmong(
  crawl: CrawlDatabase,
  { among, hasNumbers }: { among: Narrowed; hasNumbers: boolean },
): AsyncGenerator<{ id: number; number: number; url: string }[]> {
  const all = crawl.db.selectFrom('url').select(['id', 'number', 'url']).where('crawl_id', '=', crawl.crawlId)
  const chosen = all.where(isDecided).where(among).orderBy('number').orderBy(inOrder(crawl, 'url')).limit(WINDOW_SIZE)
  const columns = textOrder(crawl, 'url')
  return batches({
    // No URL is empty, and the first number is 1.
    after: { number: 1, url: '' },
    read: async ({ number, url }) => {
      const after = textInOrder(crawl, url)
      return hasNumbers
        ? await chosen.where(isBeyond([sql.ref('number'), ...columns], '>', [sql`${number}`, ...after])).execute()
        : await chosen
            .where('number', '=', 0)
            .where(isBeyond(columns, '>', after))
            .execute()
    },
    keyOf: row => row,
  })
}

/** One URL with the response to it; null for a URL that was neither requested nor skipped. */
export async function readTarget(crawl: CrawlDatabase, url: string): Promise<Target | null> {
  const row = await selectTargets(crawl)
    .where(isText(crawl, 'url', url))
    .executeTakeFirst()
  return row ? toTarget(row) : null
}

/** The part of all URLs that a filter is about, where a partial index holds only those. */
function narrowed({ scope, response, statusFrom }: TargetFilter): Narrowed | null {
  if (response === 'failed' || (statusFrom !== undefined && statusFrom >= FIRST_TROUBLE)) return inTrouble
  return scope === 'external' ? isExternal : null
}

export const targetColumns = [
  'url',
  'scope',
  'state',
  'number',
  'depth',
  'status',
  'final_status',
  'failure',
  'failure_detail',
  'skip_reason',
  'hops',
  'final_url',
  'media_type',
  'bytes',
  'attempts',
  'is_challenge',
  'file_headers',
  'kinds',
] as const
type TargetRow = Pick<Selectable<UrlTable>, (typeof targetColumns)[number]>

function selectTargets({ db, crawlId }: CrawlDatabase) {
  return db.selectFrom('url').select(targetColumns).where('crawl_id', '=', crawlId).where(isDecided)
}

function filtered(
  targets: SelectQueryBuilder<Schema, 'url', TargetRow>,
  { scope, kinds, response, statusFrom, statusTo }: TargetFilter,
): SelectQueryBuilder<Schema, 'url', TargetRow> {
  let chosen = targets
  if (scope !== undefined) chosen = chosen.where('scope', '=', scope)
  if (kinds !== undefined) chosen = chosen.where(sql<SqlBool>`(kinds & ${kindsToMask(kinds, linkKinds)}) <> 0`)
  if (response === 'skipped') chosen = chosen.where('state', '=', 'skipped')
  else if (response !== undefined) chosen = chosen.where('response_kind', '=', response).where('state', '<>', 'skipped')
  if (statusFrom !== undefined) chosen = chosen.where('status', '>=', statusFrom)
  if (statusTo !== undefined) chosen = chosen.where('status', '<=', statusTo)
  return chosen
}

/** What was not visited may have been requested for its status: no reason speaks against what that says. */
function isRequested({ state, skip_reason }: TargetRow): boolean {
  return (state === 'visited' || state === 'probed') && skip_reason !== 'address-refused'
}

export function toTarget(row: TargetRow): Target {
  return {
    url: row.url,
    scope: row.scope,
    number: row.state === 'visited' ? row.number : null,
    depth: row.depth,
    status: row.status,
    failure: row.failure,
    failureDetail: row.failure_detail ?? '',
    skipReason: isRequested(row) ? null : row.skip_reason,
    hops: unpackHops(row.hops),
    finalUrl: row.final_url ?? row.url,
    finalStatus: row.final_status,
    mediaType: row.media_type ?? '',
    bytes: row.bytes,
    attempts: unpackAttempts(row.attempts),
    isBotChallenge: row.is_challenge === 1,
    fileHeaders: row.file_headers === null ? null : JSON.parse(row.file_headers),
    kinds: maskToKinds(row.kinds, linkKinds),
  }
}

/** URLs of the site that a sitemap lists, or that robots.txt disallows for Googlebot, by URL. */
export async function* readHostFileTargets(
  { db, specifics, crawlId }: CrawlDatabase,
  choice: 'listed' | 'closed',
): AsyncGenerator<HostFileTarget[]> {
  const found = batches({
    after: '',
    read: after =>
      db
        .selectFrom('url')
        .select([...targetColumns, 'sitemap_number', 'listed_day', 'googlebot_line'])
        .where('crawl_id', '=', crawlId)
        .where(conditions[choice])
        .where(isDecided)
        .where('scope', '=', 'internal')
        .where(isBeyond(textOrder({ specifics }, 'url'), '>', textInOrder({ specifics }, after)))
        .orderBy(inOrder({ specifics }, 'url'))
        .limit(HOST_FILE_TARGETS_AT_ONCE)
        .execute(),
    keyOf: row => row.url,
  })
  for await (const rows of found) {
    yield rows.map(row => ({
      ...toTarget(row),
      sitemapNumber: row.sitemap_number,
      listedDay: row.listed_day,
      googlebotLine: row.googlebot_line,
    }))
  }
}

/** The conditions of the indexes, literally: only then are the indexes used. */
export const conditions = { listed: sql<SqlBool>`sitemap_number > 0`, closed: sql<SqlBool>`googlebot_line > 0` }
