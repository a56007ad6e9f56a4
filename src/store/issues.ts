import {
  type Expression,
  expressionBuilder,
  type Kysely,
  type Selectable,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import { categoryOf, type IssueDetails, type IssueType, issueTypes, type Severity, severities } from '#shared/model.ts'
import { batches } from './batches.ts'
import { addTo } from './counts.ts'
import { DEFAULT_LIST_ROWS } from './pages.ts'
import type { CrawlDatabase, Schema } from './schema.ts'
import type { IssueQuery, IssueRow } from './store.ts'

/** Issues looked through at once for a text. */
const SEARCH_WINDOW = 2_000

/** Where an issue stands in the list: ascending in every column. */
interface OrderKey {
  severity_rank: number
  affected_order: number
  check_id: string
  page_url: string
  id: number
}
const orderColumns = ['severity_rank', 'affected_order', 'check_id', 'page_url', 'id'] as const

type OrderedIssues = SelectQueryBuilder<Schema, 'issue', OrderKey>

/** The issues of one check: they lie in the list's order in the index. */
interface Run {
  type: IssueType
  checkId: string
  count: number
}

/**
 * Issues by severity, affected pages, check, page and id. Every list is a merge of the runs of those checks that the filter lets
 * through, so that its first page is read without sorting; the few issues of one URL are sorted.
 */
export async function readIssues(crawl: CrawlDatabase, query: IssueQuery): Promise<IssueRow[]> {
  if (typesOf(query)?.length === 0) return []
  const last = query.afterId === undefined ? null : await readOrderKey(crawl, query.afterId)
  if (query.afterId !== undefined && !last) return []
  const { limit = DEFAULT_LIST_ROWS, offset = 0 } = query
  const ids =
    query.search && last
      ? (await searchOnwards(crawl, { query, last, wanted: offset + limit })).slice(offset, offset + limit)
      : (await readKeys(crawl, { query, last, limit, offset })).map(key => key.id)
  return await readRows(crawl.db, ids)
}

async function readKeys(
  crawl: CrawlDatabase,
  list: { query: IssueQuery; last: OrderKey | null; limit: number; offset: number },
): Promise<OrderKey[]> {
  const { query, last } = list
  const chosen = selectIssues(crawl, query).select(orderColumns)
  const ordered =
    query.url === undefined
      ? merged(chosen, { runs: await readRuns(crawl, query), last, severity: query.severity })
      : following(chosen, last)
  if (!ordered) return []
  return await ordered
    .orderBy('severity_rank')
    .orderBy('affected_order')
    .orderBy('check_id')
    .orderBy('page_url')
    .orderBy('id')
    .limit(list.limit)
    .offset(list.offset)
    .execute()
}

/**
 * Ids of the next issues with a text, looked through window by window. A merge of runs would go through each of them for its own
 * next match, and through one without any to its end, for every batch anew.
 */
async function searchOnwards(
  crawl: CrawlDatabase,
  { query, last, wanted }: { query: IssueQuery; last: OrderKey; wanted: number },
): Promise<number[]> {
  const { search = '', ...unsearched } = query
  const windows = batches({
    after: last,
    read: after => readKeys(crawl, { query: unsearched, last: after, limit: SEARCH_WINDOW, offset: 0 }),
    keyOf: key => key,
  })
  const found: number[] = []
  for await (const keys of windows) {
    const ids = keys.map(key => key.id)
    const matches = await crawl.db
      .selectFrom('issue')
      .select('id')
      .where('id', 'in', ids)
      .where(hasText(crawl, search))
      .execute()
    const matching = new Set(matches.map(match => match.id))
    found.push(...ids.filter(id => matching.has(id)))
    if (found.length >= wanted || keys.length < SEARCH_WINDOW) break
  }
  return found
}

/** Length of the list: a sum of tallies, unless it is filtered by URL or text. */
export async function countIssues(crawl: CrawlDatabase, query: IssueQuery): Promise<number> {
  if (typesOf(query)?.length === 0) return 0
  if (query.url === undefined && !query.search) {
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

/** The runs as one list, continued after `last`; null when there are none. */
function merged(
  issues: OrderedIssues,
  list: { runs: readonly Run[]; last: OrderKey | null; severity: Severity | undefined },
): OrderedIssues | null {
  const isOneSeverity = list.severity !== undefined
  const [first, ...others] = list.runs.map(run => {
    const ofCheck = issues.where('type', '=', run.type).where('check_id', '=', run.checkId)
    return list.last ? ofCheck.where(isAfter(list.last, { checkId: run.checkId, isOneSeverity })) : ofCheck
  })
  return first ? first.unionAll(others) : null
}

/**
 * What follows `last` within the run of a check, as a range of the index. What is the same in the whole run, such as the check, is
 * no column of the comparison: SQLite makes no range of it then, and would look through the run from its beginning. All runs are
 * compared in the same words, so that every batch of a list is the same prepared statement.
 */
function isAfter(last: OrderKey, { checkId, isOneSeverity }: { checkId: string; isOneSeverity: boolean }) {
  const { affected_order, page_url, id } = startOf(last, checkId)
  return isOneSeverity
    ? sql<SqlBool>`(affected_order, page_url, id) > (${affected_order}, ${page_url}, ${id})`
    : sql<SqlBool>`(severity_rank, affected_order, page_url, id) > (${last.severity_rank}, ${affected_order}, ${page_url}, ${id})`
}

/** After which place a run goes on: its own, or before the first issue of the same or of the next number of affected pages. */
function startOf(last: OrderKey, checkId: string): Pick<OrderKey, 'affected_order' | 'page_url' | 'id'> {
  if (checkId === last.check_id) return last
  return { affected_order: last.affected_order + (checkId > last.check_id ? 0 : 1), page_url: '', id: 0 }
}

function following(issues: OrderedIssues, last: OrderKey | null): OrderedIssues {
  if (!last) return issues
  return issues.where(({ eb, refTuple, tuple }) =>
    eb(
      refTuple(...orderColumns),
      '>',
      tuple(last.severity_rank, last.affected_order, last.check_id, last.page_url, last.id),
    ),
  )
}

async function readOrderKey({ db, crawlId }: CrawlDatabase, id: number): Promise<OrderKey | null> {
  const key = await db
    .selectFrom('issue')
    .select(orderColumns)
    .where('crawl_id', '=', crawlId)
    .where('id', '=', id)
    .executeTakeFirst()
  return key ?? null
}

/** The checks that have issues which the filter may let through, with how many. */
async function readRuns({ db, crawlId }: CrawlDatabase, query: IssueQuery): Promise<Run[]> {
  const types = typesOf(query)
  return await db
    .selectFrom('issue_tally')
    .select(['type', 'check_id as checkId'])
    .select(({ fn }) => fn.sum<number>('count').as('count'))
    .where('crawl_id', '=', crawlId)
    .$if(types !== null, tallies => tallies.where('type', 'in', types ?? []))
    .$if(query.severity !== undefined, tallies => tallies.where('severity', '=', query.severity ?? 'error'))
    .$if(query.checkId !== undefined, tallies => tallies.where('check_id', '=', query.checkId ?? ''))
    .groupBy(['type', 'check_id'])
    .having(({ fn }) => fn.sum<number>('count'), '>', 0)
    .orderBy('type')
    .orderBy('check_id')
    .execute()
}

function selectIssues({ db, specifics, crawlId }: CrawlDatabase, query: IssueQuery) {
  const { severity, checkId, url, search } = query
  const types = typesOf(query)
  let issues = db.selectFrom('issue')
  if (types !== null) issues = issues.where('type', 'in', types)
  if (severity !== undefined) issues = issues.where('severity_rank', '=', severities.indexOf(severity))
  if (checkId !== undefined) issues = issues.where('check_id', '=', checkId)
  if (url === undefined) issues = issues.where('crawl_id', '=', crawlId)
  else {
    // Without the crawl, which the ids imply: it would tempt the planner to look through all issues of the crawl.
    issues = issues.where('id', 'in', ({ selectFrom }) =>
      selectFrom('issue_url')
        .select('issue_id')
        .where('issue_url.crawl_id', '=', crawlId)
        .where('issue_url.url', '=', url),
    )
  }
  if (search) issues = issues.where(hasText({ specifics }, search))
  return issues
}

function hasText({ specifics }: Pick<CrawlDatabase, 'specifics'>, text: string): Expression<SqlBool> {
  const columns = ['issue.page_url', 'issue.type', 'issue.message']
  return expressionBuilder<Schema, 'issue'>().or(
    columns.map(column => specifics.contains(sql.ref<string>(column), text)),
  )
}

/** Types that the filter lets through, null for all. */
function typesOf({ types, category }: IssueQuery): IssueType[] | null {
  if (types === undefined && category === undefined) return null
  const wanted = types ?? issueTypes
  return wanted.filter(type => category === undefined || categoryOf(type) === category)
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

/** Of an issue, wherever it is kept. */
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
