import { type Expression, expressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { FindingChange } from '#shared/changes.ts'
import {
  categoryOf,
  type IssueCategory,
  type IssueReach,
  type IssueType,
  issueTypes,
  type Severity,
  severities,
} from '#shared/model.ts'
import type { PageCondition } from '#shared/page-conditions.ts'
import type { CrawlDatabase, Database } from '../database/database.ts'
import { inOrder, isBeyond, textInOrder, textOrder } from '../database/indexed-text.ts'
import type { Schema } from '../database/schema.ts'
import { issuesNaming } from '../pages/issues-of-page.ts'

export interface IssueQuery {
  /** Only issues after this one: for batches of an export, without counting all earlier rows. */
  afterId?: number
  offset?: number
  limit?: number
  types?: readonly IssueType[]
  severity?: Severity
  checkId?: string
  /** The page itself, the source and any affected URL. */
  url?: string
  /** Case-insensitive substring of URL, type and message. */
  search?: string
  category?: IssueCategory
  reach?: IssueReach
  /** Only those that the earlier crawl has, or has not; all of a crawl without an earlier one are unchanged. */
  change?: FindingChange
  ids?: readonly number[]
  /** Only those that affect a page that meets all of these. */
  conditions?: readonly PageCondition[]
}

/** The sort key of an issue: ascending in every column. */
export interface OrderKey {
  severity_rank: number
  affected_order: number
  check_id: string
  page_url: string
  id: number
}

const orderColumns = ['severity_rank', 'affected_order', 'check_id', 'page_url', 'id'] as const

type OrderedIssues = SelectQueryBuilder<Schema, 'issue', OrderKey>

/** The issues of one check, new or not: the index holds them in the order of the list. */
export interface Run {
  type: IssueType
  checkId: string
  isNew: 0 | 1
  count: number
}

/** Rows of each run requested from a database server, which would sort whole runs otherwise; further in the list it has to. */
const MAX_AHEAD = 5_000

export async function readKeys(
  crawl: CrawlDatabase,
  list: { query: IssueQuery; last: OrderKey | null; limit: number; offset: number },
): Promise<OrderKey[]> {
  const { query, last } = list
  const ahead = list.offset + list.limit
  if (!crawl.specifics.isEmbedded && query.url === undefined && ahead <= MAX_AHEAD)
    return await readAhead(crawl, { ...list, ahead })
  const chosen = selectIssues(crawl, query).select(orderColumns)
  const ordered =
    query.url === undefined
      ? merged(crawl, { issues: chosen, runs: await readRuns(crawl, query), last, severity: query.severity })
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

/** The same, with no more of each run than the part may hold. */
async function readAhead(
  crawl: CrawlDatabase,
  list: { query: IssueQuery; last: OrderKey | null; limit: number; offset: number; ahead: number },
): Promise<OrderKey[]> {
  const { query, last, ahead } = list
  const runs = await readRuns(crawl, query)
  if (runs.length === 0) return []
  const chosen = selectIssues(crawl, query).select(orderColumns)
  const parts = runs.map(run => {
    const part = inRunOrder(crawl, runPart(crawl, { issues: chosen, run, last, severity: query.severity })).limit(ahead)
    return sql<OrderKey>`(${part})`
  })
  return await crawl.db
    .selectFrom(sql<OrderKey>`(${sql.join(parts, sql` union all `)})`.as('list'))
    .select(orderColumns)
    .orderBy('severity_rank')
    .orderBy('affected_order')
    .orderBy('check_id')
    .orderBy('page_url')
    .orderBy('id')
    .limit(list.limit)
    .offset(list.offset)
    .execute()
}

/** The next issues of one run, after one of them. */
export async function readRun(
  crawl: CrawlDatabase,
  { run, last, limit }: { run: Run; last: OrderKey | null; limit: number },
): Promise<OrderKey[]> {
  const issues = selectIssues(crawl, {}).select(orderColumns)
  return await inRunOrder(crawl, runPart(crawl, { issues, run, last, severity: undefined }))
    .limit(limit)
    .execute()
}

/** As the index holds a run, so that nothing is sorted. */
function inRunOrder(database: Pick<Database, 'specifics'>, issues: OrderedIssues): OrderedIssues {
  return issues.orderBy('severity_rank').orderBy('affected_order').orderBy(inOrder(database, 'page_url')).orderBy('id')
}

/** The runs as one list after `last`; null when there are none. */
function merged(
  database: Pick<Database, 'specifics'>,
  list: { issues: OrderedIssues; runs: readonly Run[]; last: OrderKey | null; severity: Severity | undefined },
): OrderedIssues | null {
  const [first, ...others] = list.runs.map(run => runPart(database, { ...list, run }))
  return first ? first.unionAll(others) : null
}

function runPart(
  database: Pick<Database, 'specifics'>,
  list: { issues: OrderedIssues; run: Run; last: OrderKey | null; severity: Severity | undefined },
): OrderedIssues {
  const { run, last, severity } = list
  const ofCheck = list.issues
    .where('type', '=', run.type)
    .where('check_id', '=', run.checkId)
    .where('is_new', '=', run.isNew)
  if (!last) return ofCheck
  return ofCheck.where(isAfter(database, { last, checkId: run.checkId, isOneSeverity: severity !== undefined }))
}

/**
 * What follows `last` within the run of a check, as a range of the index. Columns that are equal in the whole run, such as the check,
 * are not compared: with them SQLite uses no range and reads the run from its start. All runs compare the same columns, so that every
 * batch of a list is the same prepared statement.
 */
function isAfter(
  database: Pick<Database, 'specifics'>,
  { last, checkId, isOneSeverity }: { last: OrderKey; checkId: string; isOneSeverity: boolean },
) {
  const { affected_order, page_url, id } = startOf(last, checkId)
  const columns = [sql.ref('affected_order'), ...textOrder(database, 'page_url'), sql.ref('id')]
  const values = [sql`${affected_order}`, ...textInOrder(database, page_url), sql`${id}`]
  return isOneSeverity
    ? isBeyond(columns, '>', values)
    : isBeyond([sql.ref('severity_rank'), ...columns], '>', [sql`${last.severity_rank}`, ...values])
}

/** Where a run continues: after its own last issue, or before the first issue with the same or the next number of affected pages. */
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

export async function readOrderKey({ db, crawlId }: CrawlDatabase, id: number): Promise<OrderKey | null> {
  const key = await db
    .selectFrom('issue')
    .select(orderColumns)
    .where('crawl_id', '=', crawlId)
    .where('id', '=', id)
    .executeTakeFirst()
  return key ?? null
}

/** The checks with issues that the filter may let through, with their numbers of issues. */
export async function readRuns({ db, crawlId }: CrawlDatabase, query: IssueQuery): Promise<Run[]> {
  const types = typesOf(query)
  const rows = await db
    .selectFrom('issue_counter')
    .select(['type', 'check_id as checkId', 'is_new'])
    .select(({ fn }) => fn.sum<number>('count').as('count'))
    .where('crawl_id', '=', crawlId)
    .$if(types !== null, counters => counters.where('type', 'in', types ?? []))
    .$if(query.severity !== undefined, counters => counters.where('severity', '=', query.severity ?? 'error'))
    .$if(query.checkId !== undefined, counters => counters.where('check_id', '=', query.checkId ?? ''))
    .$if(query.change !== undefined, counters => counters.where('is_new', '=', query.change === 'new' ? 1 : 0))
    .groupBy(['type', 'check_id', 'is_new'])
    .having(({ fn }) => fn.sum<number>('count'), '>', 0)
    .orderBy('type')
    .orderBy('check_id')
    .orderBy('is_new')
    .execute()
  return rows.map(({ is_new, ...run }) => ({ ...run, isNew: is_new === 1 ? 1 : 0 }))
}

/** Issues of all crawls that match the filter but for the conditions. */
export function narrowed({ db, specifics }: Database, query: IssueQuery) {
  const { severity, checkId, search, reach, ids, change } = query
  const types = typesOf(query)
  let issues = db.selectFrom('issue')
  if (types !== null) issues = issues.where('type', 'in', types)
  if (severity !== undefined) issues = issues.where('severity_rank', '=', severities.indexOf(severity))
  if (checkId !== undefined) issues = issues.where('check_id', '=', checkId)
  if (ids !== undefined) issues = issues.where('id', 'in', ids)
  // The column holds the number of pages below zero.
  if (reach !== undefined) issues = issues.where('affected_order', reach === 'one' ? '>=' : '<', -1)
  if (change !== undefined) issues = issues.where('is_new', '=', change === 'new' ? 1 : 0)
  if (search) issues = issues.where(hasText({ specifics }, search))
  return issues
}

export function selectIssues(crawl: CrawlDatabase, query: IssueQuery) {
  const { crawlId } = crawl
  const { url } = query
  let issues = narrowed(crawl, query)
  if (url === undefined) issues = issues.where('crawl_id', '=', crawlId)
  else {
    // Without the crawl, which the ids imply: with it the planner would read all issues of the crawl.
    issues = issues.where(sql<SqlBool>`id in (select issue_id from (${issuesNaming(crawl, [url])}) as named)`)
  }
  return issues
}

export function hasText({ specifics }: Pick<CrawlDatabase, 'specifics'>, text: string): Expression<SqlBool> {
  const columns = ['issue.page_url', 'issue.type', 'issue.message']
  return expressionBuilder<Schema, 'issue'>().or(
    columns.map(column => specifics.contains(sql.ref<string>(column), text)),
  )
}

/** Types that the filter lets through, null for all. */
export function typesOf({ types, category }: IssueQuery): IssueType[] | null {
  if (types === undefined && category === undefined) return null
  const wanted = types ?? issueTypes
  return wanted.filter(type => category === undefined || categoryOf(type) === category)
}
