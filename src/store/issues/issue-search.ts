import { setImmediate } from 'node:timers/promises'
import { type SqlBool, sql } from 'kysely'
import { severities } from '#shared/model.ts'
import { batches } from '../database/batches.ts'
import type { CrawlDatabase } from '../database/database.ts'
import type { ReportCrawl } from '../database/kept-lists.ts'
import { findRowsWith } from '../search/search-parts.ts'
import { hasText, type IssueQuery, narrowed, type OrderKey, readKeys, readRuns, selectIssues } from './issue-keys.ts'
import { inStoredOrder } from './issue-order.ts'
import { readPartIssues } from './part-reach.ts'
import { readIdRange } from './searched-issues.ts'

/** Issues searched at once for a text: some milliseconds, in which an embedded database runs no other query. */
const SEARCH_WINDOW = 2_000

/** The same along ids, which are closer together. */
const ID_WINDOW = 5_000

/** Found issues whose rows are read to sort them; for more, the stored order of all is read. */
const MAX_SORTED_BY_ROWS = 500

/** Found issues that the database sorts; more are ordered by reading the whole list. */
const MAX_SORTED = 5_000

/** Ids of all issues with a text, or of the pages that meet conditions, in the order of the list. */
export async function searchAll(crawl: ReportCrawl, query: IssueQuery): Promise<readonly number[]> {
  return await crawl.lists.read(crawl, {
    name: `issues ${nameOf(query)}`,
    make: () => findAll(crawl, query),
  })
}

async function findAll(crawl: ReportCrawl, query: IssueQuery): Promise<readonly number[]> {
  if (query.conditions) return await findOfPages(crawl, query)
  const { search = '', ...unsearched } = query
  const withText = await findRowsWith(crawl, search)
  if (withText !== null && withText.length <= MAX_SORTED_BY_ROWS)
    return await inListOrder(crawl, { query: unsearched, found: withText })
  const ordered = withText && (await inStoredOrder(crawl, { query: unsearched, found: withText }))
  if (ordered !== null) return ordered
  if (!crawl.specifics.isEmbedded) return await findInListOrder(crawl, query)
  if (withText !== null) return await inListOrder(crawl, { query: unsearched, found: withText })
  return await inListOrder(crawl, { query: unsearched, found: await findIds(crawl, query) })
}

async function findOfPages(crawl: ReportCrawl, { conditions = [], ...query }: IssueQuery): Promise<readonly number[]> {
  const found = await readPartIssues(crawl, { ...query, conditions })
  const { search, url, ...rest } = query
  if (!search && url === undefined) {
    const isFew = found.length <= MAX_SORTED_BY_ROWS
    return (
      (isFew ? null : await inStoredOrder(crawl, { query: rest, found: found.toSorted((a, b) => a - b) })) ??
      (await inListOrder(crawl, { query: rest, found }))
    )
  }
  const isFound = new Set(found)
  const all = url === undefined ? await searchAll(crawl, query) : await findInListOrder(crawl, query)
  return all.filter(id => isFound.has(id))
}

async function findInListOrder(crawl: CrawlDatabase, query: IssueQuery): Promise<number[]> {
  return await idsInOrder(selectIssues(crawl, query))
}

/** Issues with these ids, which imply the crawl: with it as a condition the planner would read all of its issues. */
async function sorted(crawl: CrawlDatabase, query: IssueQuery & { ids: readonly number[] }): Promise<number[]> {
  return await idsInOrder(narrowed(crawl, query))
}

async function idsInOrder(issues: ReturnType<typeof narrowed>): Promise<number[]> {
  const rows = await issues
    .select('id')
    .orderBy('severity_rank')
    .orderBy('affected_order')
    .orderBy('check_id')
    .orderBy('page_url')
    .orderBy('id')
    .execute()
  return rows.map(row => row.id)
}

/** Searches the rows in storage order, which reads each part of the file once. Ascending. */
async function findIds(crawl: CrawlDatabase, query: IssueQuery): Promise<number[]> {
  const range = await readIdRange(crawl, await readRuns(crawl, query))
  const found: number[] = []
  for (let after = range.first - 1; after < range.last; after += ID_WINDOW) {
    const rows = await narrowed(crawl, query)
      .select('id')
      .where('id', '>', after)
      .where('id', '<=', Math.min(range.last, after + ID_WINDOW))
      // An expression, so that the planner uses no index by crawl.
      .where(sql<SqlBool>`crawl_id + 0 = ${crawl.crawlId}`)
      .orderBy('id')
      .execute()
    for (const { id } of rows) found.push(id)
    await setImmediate()
  }
  return found
}

/** Those of the found issues that the other filters let through. */
async function inListOrder(
  crawl: CrawlDatabase,
  { query, found }: { query: IssueQuery; found: readonly number[] },
): Promise<readonly number[]> {
  if (found.length === 0) return []
  if (found.length <= MAX_SORTED) return await sorted(crawl, { ...query, ids: within(found, query.ids) })
  const wanted = new Set(found)
  const ordered: number[] = []
  // By severities, as the list is ordered: each has the runs of few checks.
  for (const severity of severities.filter(each => query.severity === undefined || each === query.severity)) {
    const windows = batches<OrderKey | null, OrderKey>({
      after: null,
      read: last => readKeys(crawl, { query: { ...query, severity }, last, limit: SEARCH_WINDOW, offset: 0 }),
      keyOf: key => key,
    })
    for await (const keys of windows) for (const { id } of keys) if (wanted.has(id)) ordered.push(id)
  }
  return ordered
}

function within(found: readonly number[], ids: readonly number[] | undefined): readonly number[] {
  if (ids === undefined) return found
  const wanted = new Set(ids)
  return found.filter(id => wanted.has(id))
}

/**
 * Ids of the next issues with a text, window by window. A merge of runs would search each run for its own next match, and a run
 * without any to its end, for every batch again.
 */
export async function searchOnwards(
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

export function nameOf({ afterId: _after, offset: _offset, limit: _limit, ...filter }: IssueQuery): string {
  const { types, severity, checkId, category, reach, ids, search, change, url, conditions } = filter
  return JSON.stringify({ types, severity, checkId, category, reach, ids, search, change, url, conditions })
}
