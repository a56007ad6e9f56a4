import { setImmediate } from 'node:timers/promises'
import { type InferResult, sql } from 'kysely'
import type { PageColumns } from '#shared/page-record.ts'
import { readCrawlCounter } from '../crawls/check-counters.ts'
import { batches, slices } from '../database/batches.ts'
import type { KeptLists } from '../database/kept-lists.ts'
import type { CrawlDatabase } from '../database/schema.ts'
import { linkFigureColumns, toLinkFigures } from '../links/link-figures.ts'
import type { CrawlCounts, PageQuery, PageRow, StoredFacts } from '../store.ts'
import { isDecided } from './decided.ts'
import {
  comparePageKeys,
  isAfterPage,
  isUpToPage,
  noPage,
  type PageKey,
  pageKeyColumns,
  pageOrder,
} from './page-key.ts'
import { isOfAskedKind, PageOrder } from './page-order.ts'
import { unpackAttempts, unpackHops } from './responses.ts'

/** Rows of a list when no limit is asked for. */
export const DEFAULT_LIST_ROWS = 1_000

/** Pages looked through at once for a text: some milliseconds, in which an embedded database answers nobody else. */
const SEARCH_WINDOW = 4_000
/** Rows read at once, and values of one `in` list. */
const PAGES_AT_ONCE = 1_000

/**
 * The pages list, by frontier number. Ten thousand rows are read in parts: an embedded database answers others in between, and rows
 * as they come from it are garbage before the next ones are there.
 */
export async function readPages(crawl: CrawlDatabase, query: PageQuery, lists: KeptLists): Promise<PageRow[]> {
  const { limit = DEFAULT_LIST_ROWS, offset = 0 } = query
  if (query.afterUrl === undefined) {
    const found = await findIds(crawl, query, lists)
    if (found) return await readPagesById(crawl, found.slice(offset, offset + limit))
  }
  const first = await keyToReadAfter(crawl, query)
  let after = first && (await skipPages(crawl, query, { after: first, count: offset }))
  const pages: PageRow[] = []
  while (after && pages.length < limit) {
    if (pages.length > 0) await setImmediate()
    const wanted = Math.min(PAGES_AT_ONCE, limit - pages.length)
    const rows = await selectRows(selectFiltered(crawl, query))
      .where(isAfterPage(after))
      .orderBy(pageOrder)
      .limit(wanted)
      .execute()
    for (const row of rows) {
      const page = toPageRow(row)
      if (isOfAskedKind(query, page)) pages.push(page)
    }
    after = rows.length < wanted ? undefined : rows.at(-1)
  }
  return pages
}

/** The last of those that are left out, counted in the index; undefined where there are not as many. */
async function skipPages(
  crawl: CrawlDatabase,
  query: PageQuery,
  { after, count }: { after: PageKey; count: number },
): Promise<PageKey | undefined> {
  if (count === 0) return after
  return await selectFiltered(crawl, query)
    .select(pageKeyColumns)
    .where(isAfterPage(after))
    .orderBy(pageOrder)
    .limit(1)
    .offset(count - 1)
    .executeTakeFirst()
}

/** Length of the list. By the filters that the crawl counts as it goes it costs one row. */
export async function countPages(crawl: CrawlDatabase, query: PageQuery, lists: KeptLists): Promise<number> {
  const found = await findIds(crawl, query, lists)
  if (found) return found.length
  const { statusClass, isPassed } = query
  if (statusClass !== undefined) {
    const counters = await readCrawlCounter(crawl, 'status')
    return counters.find(counter => counter.key === statusClass)?.count ?? 0
  }
  const { db, crawlId } = crawl
  const row = await db.selectFrom('crawl').select('counts').where('id', '=', crawlId).executeTakeFirst()
  if (!row) return 0
  const counts: CrawlCounts = JSON.parse(row.counts)
  return isPassed ? counts.passed : counts.pagesListed
}

/** Ids of all pages that match, in the order of the list, where no index and no counter knows them; null where one does. */
async function findIds(crawl: CrawlDatabase, query: PageQuery, lists: KeptLists): Promise<readonly number[] | null> {
  const { statusClass, search, url, urls = url === undefined ? undefined : [url], isPassed, depth, kind, sort } = query
  if (urls !== undefined) return await idsOfUrls(crawl, urls, query)
  const isCounted = statusClass !== 'none' && !(isPassed && statusClass !== undefined)
  if (!search && isCounted && depth === undefined && kind === undefined && sort === undefined) return null
  const name = `pages ${JSON.stringify({ statusClass, search, isPassed, depth, kind, sort })}`
  return await lists.read(crawl, { name, make: () => searchPages(crawl, query) })
}

/**
 * Addresses are looked up one by one: for a list of them SQLite, which knows nothing of how large a crawl is, would look through all
 * of its URLs.
 */
async function idsOfUrls(crawl: CrawlDatabase, urls: readonly string[], query: PageQuery): Promise<number[]> {
  const keys: PageKey[] = []
  for (const url of new Set(urls)) {
    const key = await findPage(crawl, url)
    if (key) keys.push(key)
  }
  const ids = keys.sort(comparePageKeys).map(key => key.urlId)
  const matching = new Set<number>()
  for (const slice of slices(ids, PAGES_AT_ONCE)) {
    const rows = await selectFiltered(crawl, query).select('page.url_id').where('page.url_id', 'in', slice).execute()
    for (const row of rows) matching.add(row.url_id)
  }
  return ids.filter(id => matching.has(id))
}

async function searchPages(crawl: CrawlDatabase, query: PageQuery): Promise<number[]> {
  const { kind, sort } = query
  if (sort?.column === 'url') return await pagesByUrl(crawl, query, sort)
  return kind === undefined && sort === undefined ? await filterPages(crawl, query) : await sortPages(crawl, query)
}

/** Pages that the database can tell by itself, in the order of the crawl. */
async function filterPages(crawl: CrawlDatabase, query: PageQuery): Promise<number[]> {
  const ids: number[] = []
  for await (const { after, upTo } of windows(crawl)) {
    const window = selectFiltered(crawl, query).select(pageKeyColumns).where(isAfterPage(after))
    const rows = await (upTo ? window.where(isUpToPage(upTo)) : window).execute()
    ids.push(...rows.sort(comparePageKeys).map(row => row.urlId))
  }
  return ids
}

/** What is worked out from the facts of a page is chosen and sorted here: a number for each page is all that is held. */
async function sortPages(crawl: CrawlDatabase, query: PageQuery): Promise<number[]> {
  const order = new PageOrder(query)
  for await (const { after, upTo } of windows(crawl)) {
    const window = selectRows(selectFiltered(crawl, query)).where(isAfterPage(after))
    const rows = await (upTo ? window.where(isUpToPage(upTo)) : window).execute()
    for (const row of rows.sort(comparePageKeys)) order.add(row.urlId, toPageRow(row))
    await setImmediate()
  }
  return order.ids()
}

/** Along the index by address, which holds what are no pages, too. */
async function pagesByUrl(
  crawl: CrawlDatabase,
  query: PageQuery,
  { isDescending }: { isDescending: boolean },
): Promise<number[]> {
  const { db, crawlId } = crawl
  const urls = batches<string, { id: number; url: string }>({
    after: '',
    read: after =>
      db
        .selectFrom('url')
        .select(['url.id', 'url.url'])
        .where('url.crawl_id', '=', crawlId)
        .where(isDecided)
        .where('url.url', '>', after)
        .orderBy('url.url')
        .limit(PAGES_AT_ONCE)
        .execute(),
    keyOf: ({ url }) => url,
  })
  const { sort: _, ...filter } = query
  const isChosen = filter.kind === undefined ? null : new Set(await sortPages(crawl, filter))
  const ids: number[] = []
  for await (const batch of urls) {
    const wanted = batch.map(({ id }) => id)
    const rows = await selectFiltered(crawl, filter).select('page.url_id').where('page.url_id', 'in', wanted).execute()
    const matching = new Set(rows.map(row => row.url_id))
    ids.push(...wanted.filter(id => matching.has(id) && (isChosen?.has(id) ?? true)))
  }
  return isDescending ? ids.reverse() : ids
}

/** The pages list in parts, the last of which has no end. */
async function* windows(crawl: CrawlDatabase): AsyncGenerator<{ after: PageKey; upTo: PageKey | null }> {
  const { db, crawlId } = crawl
  const ends = batches<PageKey, PageKey>({
    after: noPage,
    read: after =>
      db
        .selectFrom('page')
        .select(pageKeyColumns)
        .where('page.crawl_id', '=', crawlId)
        .where(isAfterPage(after))
        .orderBy(pageOrder)
        .limit(1)
        .offset(SEARCH_WINDOW - 1)
        .execute(),
    keyOf: key => key,
  })
  let after = noPage
  for await (const [upTo] of ends) {
    if (!upTo) break
    yield { after, upTo }
    after = upTo
  }
  yield { after, upTo: null }
}

async function readPagesById(crawl: CrawlDatabase, ids: readonly number[]): Promise<PageRow[]> {
  const pages: PageRow[] = []
  for (const slice of slices(ids, PAGES_AT_ONCE)) {
    const rows = await selectRows(selectFiltered(crawl, {})).where('page.url_id', 'in', slice).execute()
    const byId = new Map(rows.map(row => [row.urlId, row]))
    pages.push(...slice.flatMap(id => byId.get(id) ?? []).map(toPageRow))
  }
  return pages
}

function selectRows(pages: ReturnType<typeof selectFiltered>) {
  return pages
    .innerJoin('url', join => join.onRef('url.crawl_id', '=', 'page.crawl_id').onRef('url.id', '=', 'page.url_id'))
    .leftJoin('link_figures', join =>
      join.onRef('link_figures.crawl_id', '=', 'page.crawl_id').onRef('link_figures.url_id', '=', 'page.url_id'),
    )
    .select([
      ...pageKeyColumns,
      'url.url',
      'page.status',
      'url.failure',
      'url.failure_detail',
      'page.depth',
      'url.media_type',
      'url.bytes',
      'url.ttfb_ms',
      'url.total_ms',
      'url.hops',
      'url.final_url',
      'url.final_status',
      'url.attempts',
      'page.columns',
      'page.inlink_count',
      'page.is_passed',
      ...linkFigureColumns,
    ])
}

function toPageRow(row: InferResult<ReturnType<typeof selectRows>>[number]): PageRow {
  return {
    number: row.number,
    url: row.url,
    statusCode: row.status,
    failure: row.failure,
    failureDetail: row.failure_detail ?? '',
    depth: row.depth,
    mediaType: row.media_type ?? '',
    bytes: row.bytes,
    ttfbMs: row.ttfb_ms,
    totalMs: row.total_ms,
    hops: unpackHops(row.hops),
    finalUrl: row.final_url ?? row.url,
    finalStatusCode: row.final_status,
    attempts: unpackAttempts(row.attempts),
    columns: row.columns === null ? null : unpackColumns(row.columns),
    inlinkCount: row.inlink_count,
    linkFigures: toLinkFigures(row),
    isPassed: row.is_passed === 1,
  }
}

export async function readPageFacts({ db, crawlId }: CrawlDatabase, url: string): Promise<string | null> {
  const body = await db
    .selectFrom('url')
    .innerJoin('page_body', join =>
      join.onRef('page_body.crawl_id', '=', 'url.crawl_id').onRef('page_body.url_id', '=', 'url.id'),
    )
    .select('page_body.facts')
    .where('url.crawl_id', '=', crawlId)
    .where(isDecided)
    .where('url.url', '=', url)
    .executeTakeFirst()
  return body?.facts ? new TextDecoder().decode(body.facts) : null
}

/** One range of the index by number for each batch, and one look-up for each of its pages. */
export async function readFactsOfPages(
  crawl: CrawlDatabase,
  range: { afterUrl?: string; limit: number },
): Promise<StoredFacts[]> {
  const after = await keyToReadAfter(crawl, range)
  if (!after) return []
  const rows = await selectPages(crawl)
    .innerJoin('page_body', join =>
      join.onRef('page_body.crawl_id', '=', 'page.crawl_id').onRef('page_body.url_id', '=', 'page.url_id'),
    )
    .select(['url.url', 'page_body.facts'])
    .where('page_body.facts', 'is not', null)
    .where(isAfterPage(after))
    .orderBy(pageOrder)
    .limit(range.limit)
    .execute()
  const decoder = new TextDecoder()
  return rows.flatMap(({ url, facts }) => (facts === null ? [] : [{ url, facts: decoder.decode(facts) }]))
}

export function unpackColumns(json: string): PageColumns {
  return JSON.parse(json)
}

/** Where a part of the list begins: after one page, or with the first one; undefined after a page that is not in the list. */
export async function keyToReadAfter(
  crawl: CrawlDatabase,
  { afterUrl }: { afterUrl?: string },
): Promise<PageKey | undefined> {
  return afterUrl === undefined ? noPage : await findPage(crawl, afterUrl)
}

/** Where a page stands in the list; undefined when it is not in it. */
export async function findPage(crawl: CrawlDatabase, url: string): Promise<PageKey | undefined> {
  return await selectPages(crawl).select(pageKeyColumns).where(isDecided).where('url.url', '=', url).executeTakeFirst()
}

function selectPages({ db, crawlId }: CrawlDatabase) {
  return db
    .selectFrom('page')
    .innerJoin('url', join => join.onRef('url.crawl_id', '=', 'page.crawl_id').onRef('url.id', '=', 'page.url_id'))
    .where('page.crawl_id', '=', crawlId)
}

/** Narrowed by all that is asked but addresses; the URL is joined only where its text counts. */
function selectFiltered(
  { db, crawlId, specifics }: CrawlDatabase,
  { statusClass, search, isPassed, depth }: PageQuery,
) {
  let chosen = db.selectFrom('page').where('page.crawl_id', '=', crawlId)
  if (statusClass === 'none') chosen = chosen.where('page.status', 'is', null)
  else if (statusClass !== undefined) chosen = chosen.where('page.status_class', '=', statusClass)
  if (depth !== undefined) chosen = chosen.where('page.depth', '=', depth)
  if (isPassed) chosen = chosen.where('page.is_passed', '=', 1)
  if (!search) return chosen
  const inTitle = specifics.contains(sql.ref<string>('page.title'), search)
  return chosen.where(({ or, exists, selectFrom }) => {
    const own = selectFrom('url').select('url.id').whereRef('url.crawl_id', '=', 'page.crawl_id')
    const inUrl = specifics.contains(sql.ref<string>('url.url'), search)
    return or([inTitle, exists(own.whereRef('url.id', '=', 'page.url_id').where(inUrl))])
  })
}
