import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { SuppressedKind } from '#shared/issue-settings.ts'
import { type IssueDetails, type IssueType, type NewIssue, type Severity, severities } from '#shared/model.ts'
import { batches } from '../database/batches.ts'
import { addTo } from '../database/counters.ts'
import type { CrawlDatabase, Database } from '../database/database.ts'
import type { ReportCrawl } from '../database/kept-lists.ts'
import type { Schema } from '../database/schema.ts'
import { issuesNaming } from '../pages/issues-of-page.ts'
import { DEFAULT_LIST_ROWS } from '../pages/pages.ts'
import {
  type IssueQuery,
  type OrderKey,
  readKeys,
  readOrderKey,
  readRuns,
  selectIssues,
  typesOf,
} from './issue-keys.ts'
import { nameOf, searchAll, searchOnwards } from './issue-search.ts'

/** An issue as it is stored. */
export interface IssueRow extends NewIssue {
  id: number
  discoveredMs: number
  /** The severity of its check, where the settings of the website change it. */
  ownSeverity?: Severity
}

/** Rows between two places of the list whose keys are kept. */
const STRIDE = 10_000

/**
 * Issues by severity, then affectedCount descending, check id, page URL, id. Every list is a merge of the runs of those checks that the filter lets
 * through, so that its first page is read without sorting; the few issues of one URL are sorted.
 */
export async function readIssues(crawl: ReportCrawl, query: IssueQuery): Promise<IssueRow[]> {
  if (typesOf(query)?.length === 0) return []
  const last = query.afterId === undefined ? null : await readOrderKey(crawl, query.afterId)
  if (query.afterId !== undefined && !last) return []
  const { limit = DEFAULT_LIST_ROWS, offset = 0 } = query
  const end = offset + limit
  if (query.conditions && query.afterId !== undefined) {
    const ids = await searchAll(crawl, query)
    const start = ids.indexOf(query.afterId) + 1
    return start === 0 ? [] : await readRows(crawl.db, ids.slice(start + offset, start + end))
  }
  if (query.search && last)
    return await readRows(crawl.db, (await searchOnwards(crawl, { query, last, wanted: end })).slice(offset, end))
  if (isSearch(query)) return await readRows(crawl.db, (await searchAll(crawl, query)).slice(offset, end))
  const isFar = !last && crawl.specifics.isEmbedded && offset >= STRIDE && isCounted(query)
  const keys = isFar
    ? await readFar(crawl, { query, limit, offset })
    : await readKeys(crawl, { query, last, limit, offset })
  return await readRows(
    crawl.db,
    keys.map(key => key.id),
  )
}

/** Whether counters know how many issues of each check match, but for a text. */
function isCounted({ url, reach, ids }: IssueQuery): boolean {
  return url === undefined && reach === undefined && ids === undefined
}

/** The few issues of one URL need no search. */
function isSearch({ search, url, conditions }: IssueQuery): boolean {
  return conditions !== undefined || (Boolean(search) && url === undefined)
}

/**
 * By severity, as the list is ordered: rows before the right severity are counted already, and each severity has the runs of few
 * checks.
 */
async function readFar(
  crawl: ReportCrawl,
  { query, limit, offset }: { query: IssueQuery; limit: number; offset: number },
): Promise<OrderKey[]> {
  const keys: OrderKey[] = []
  let before = offset
  for (const severity of severities.filter(each => query.severity === undefined || each === query.severity)) {
    if (keys.length >= limit) break
    const part = { ...query, severity }
    const count = (await readRuns(crawl, part)).reduce((sum, run) => sum + Number(run.count), 0)
    if (before < count) {
      const start = await startNear(crawl, { query: part, offset: before })
      keys.push(...(await readKeys(crawl, { query: part, limit: limit - keys.length, ...start })))
    }
    before = Math.max(0, before - count)
  }
  return keys
}

/** Where to start skipping rows: far in the list, at the last known place before the offset. */
async function startNear(
  crawl: ReportCrawl,
  { query, offset }: { query: IssueQuery; offset: number },
): Promise<{ last: OrderKey | null; offset: number }> {
  if (offset < STRIDE) return { last: null, offset }
  const places = await crawl.lists.read(crawl, {
    name: `places ${nameOf(query)}`,
    make: () => readPlaces(crawl, query),
  })
  const known = Math.min(places.length, Math.floor(offset / STRIDE))
  return { last: places[known - 1] ?? null, offset: offset - known * STRIDE }
}

/** Every row of a list at a multiple of STRIDE. */
async function readPlaces(crawl: CrawlDatabase, query: IssueQuery): Promise<OrderKey[]> {
  const places: OrderKey[] = []
  const walk = batches<OrderKey | null, OrderKey>({
    after: null,
    read: last => readKeys(crawl, { query, last, limit: 1, offset: STRIDE - 1 }),
    keyOf: key => key,
  })
  for await (const keys of walk) places.push(...keys)
  return places
}

/** Length of the list: a sum of counters, unless it is filtered by URL or text. */
export async function countIssues(crawl: ReportCrawl, query: IssueQuery): Promise<number> {
  if (typesOf(query)?.length === 0) return 0
  if (isSearch(query)) return (await searchAll(crawl, query)).length
  if (isCounted(query) && !query.search) {
    const runs = await readRuns(crawl, query)
    return runs.reduce((sum, run) => sum + run.count, 0)
  }
  const { count } = await selectIssues(crawl, query)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Distinct types with their counts, alphabetical. */
export async function readIssueTypes(crawl: CrawlDatabase): Promise<{ type: IssueType; count: number }[]> {
  const counts = new Map<IssueType, number>()
  for (const { type, count } of await readRuns(crawl, {})) addTo(counts, type, count)
  return [...counts].map(([type, count]) => ({ type, count })).sort((a, b) => (a.type < b.type ? -1 : 1))
}

/** By their ids, in the order of the ids; none for the id of another crawl's issue. */
export async function readIssuesById({ db, crawlId }: CrawlDatabase, ids: readonly number[]): Promise<IssueRow[]> {
  if (ids.length === 0) return []
  // Without the crawl as a condition: it would tempt the planner to look through all issues of the crawl.
  const found = await db.selectFrom('issue').select(['id', 'crawl_id']).where('id', 'in', ids).execute()
  const ownIds = new Set(found.filter(row => row.crawl_id === crawlId).map(row => row.id))
  return await readRows(
    db,
    ids.filter(id => ownIds.has(id)),
  )
}

async function readRows(db: Kysely<Schema>, ids: readonly number[]): Promise<IssueRow[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('issue').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => {
    const row = byId.get(id)
    return row ? [toIssueRow(row)] : []
  })
}

/** Converts a row of either table. */
export function toIssueRow(row: Selectable<Schema['issue']>): IssueRow {
  const details: IssueDetails = JSON.parse(row.details)
  return {
    id: row.id,
    checkId: row.check_id,
    type: row.type,
    severity: row.severity,
    message: row.message,
    pageUrl: row.page_url,
    details,
    affectedCount: -row.affected_order,
    isHostWide: row.is_host_wide === 1,
    discoveredMs: row.discovered_ms,
    ...(row.own_severity === null ? {} : { ownSeverity: row.own_severity }),
  }
}

export interface FindingQuery {
  crawlIds: readonly number[]
  checkId: string
  urls: readonly string[]
  limit: number
}

export interface FoundIssueRow extends IssueRow {
  crawlId: number
  /** Why it is suppressed; null for a reported one. */
  suppressed: SuppressedKind | null
}

/**
 * Issues of one check that name one of these URLs, suppressed ones included, by crawl and id; none of hidden crawls. Reads at most
 * `limit` issues per crawl that name them.
 */
export async function readIssuesNaming({ db, specifics }: Database, query: FindingQuery): Promise<FoundIssueRow[]> {
  const { crawlIds, checkId, urls } = query
  if (crawlIds.length === 0 || urls.length === 0) return []
  const crawls = await db
    .selectFrom('crawl')
    .select('id')
    .where('id', 'in', crawlIds)
    .where('is_hidden', '=', 0)
    .orderBy('id')
    .execute()
  if (crawls.length === 0) return []
  const named = namedIn(
    { specifics },
    crawls.map(({ id }) => id),
    query,
  )
  const reported = await db
    .selectFrom('issue')
    .selectAll()
    .where('id', 'in', named)
    .where('check_id', '=', checkId)
    .execute()
  const suppressed = await db
    .selectFrom('suppressed_issue')
    .selectAll()
    .where('id', 'in', named)
    .where('check_id', '=', checkId)
    .execute()
  const found = [
    ...reported.map(row => ({ row, suppressed: null })),
    ...suppressed.map(row => ({ row, suppressed: row.cause })),
  ]
  return found
    .map(({ row, suppressed }) => ({ ...toIssueRow(row), crawlId: row.crawl_id, suppressed }))
    .sort((a, b) => a.crawlId - b.crawlId || a.id - b.id)
}

/** One issue of a crawl, reported or suppressed; null for the id of another crawl's issue. */
export async function findIssue({ db, crawlId }: CrawlDatabase, issueId: number): Promise<FoundIssueRow | null> {
  const reported = await db.selectFrom('issue').selectAll().where('id', '=', issueId).executeTakeFirst()
  if (reported?.crawl_id === crawlId) return { ...toIssueRow(reported), crawlId, suppressed: null }
  const suppressed = await db.selectFrom('suppressed_issue').selectAll().where('id', '=', issueId).executeTakeFirst()
  return suppressed?.crawl_id === crawlId ? { ...toIssueRow(suppressed), crawlId, suppressed: suppressed.cause } : null
}

/** The issue ids of each crawl are limited separately: a page that thousands of issues name hides none of another crawl. */
function namedIn(
  { specifics }: Pick<Database, 'specifics'>,
  crawlIds: readonly number[],
  { urls, limit }: FindingQuery,
): RawBuilder<number> {
  const parts = crawlIds.map(
    crawlId => sql`select issue_id from (select issue_id from (${issuesNaming({ specifics, crawlId }, urls)}) as named
      order by ${sql.raw(specifics.indexedText.lookupKey('url'))}, issue_id limit ${limit}) as named`,
  )
  return sql<number>`(${sql.join(parts, sql` union `)})`
}
