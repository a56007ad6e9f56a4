import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Indexability } from '#shared/indexability.ts'
import type { PageCondition } from '#shared/page-conditions.ts'
import { slices } from '../database/batches.ts'
import { readCrawlCounter } from '../database/counters.ts'
import type { CrawlDatabase } from '../database/database.ts'
import type { ReportCrawl } from '../database/kept-lists.ts'
import type { CrawlCounts } from '../database/schema.ts'
import { listedOrder, selectListed } from './listed-query.ts'
import { findPage, isAfterPage, keyToReadAfter, type PageKey, pageKeyColumns, pageOrder } from './page-key.ts'
import { type PageQuery, type PageRow, readPageRows, selectFiltered } from './page-row.ts'

/** Rows of a list without a limit. */
export const DEFAULT_LIST_ROWS = 1_000

/** Of a list that no index holds: so many rows are found at once, without sorting the others. */
const PART_ROWS = 1_000
/** Rows read at once, and values of one `in` list. */
const PAGES_AT_ONCE = 1_000

/**
 * The pages list, by frontier number. Ten thousand rows are read in parts: an embedded database runs other queries in between, and
 * rows of one part are freed before the next.
 */
export async function readPages(crawl: ReportCrawl, query: PageQuery): Promise<PageRow[]> {
  const { limit = DEFAULT_LIST_ROWS, offset = 0 } = query
  if (!isIndexed(query)) return await readPagesById(crawl, await readIds(crawl, query))
  const first = await keyToReadAfter(crawl, query)
  let after = first && (await skipPages(crawl, query, { after: first, count: offset }))
  const pages: PageRow[] = []
  while (after && pages.length < limit) {
    if (pages.length > 0) await setImmediate()
    const wanted = Math.min(PAGES_AT_ONCE, limit - pages.length)
    const rows = await readPageRows(
      crawl,
      selectFiltered(crawl, query).where(isAfterPage(after)).orderBy(pageOrder).limit(wanted),
    )
    pages.push(...rows.map(({ page }) => page))
    after = rows.length < wanted ? undefined : rows.at(-1)
  }
  return pages
}

/** The key of the last skipped page, counted in the index; undefined where there are fewer. */
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

/** Length of the list; one row for filters that the crawl counts. */
export async function countPages(crawl: ReportCrawl, query: PageQuery): Promise<number> {
  const { sort: _, ...unsorted } = query
  if (!isIndexed(unsorted)) {
    if (urlsOf(query)) return (await idsOfUrls(crawl, query)).length
    const first = await readPart(crawl, query, 0)
    return first.length < PART_ROWS ? first.length : await countListed(crawl, unsorted)
  }
  const { statusClass, indexability, isPassed } = query
  if (statusClass !== undefined || indexability !== undefined) {
    const counters = await readCrawlCounter(crawl, statusClass === undefined ? 'indexability' : 'status')
    return counters.find(({ key }) => key === (statusClass ?? indexability))?.count ?? 0
  }
  const { db, crawlId } = crawl
  const row = await db.selectFrom('crawl').select('counts').where('id', '=', crawlId).executeTakeFirst()
  if (!row) return 0
  const counts: CrawlCounts = JSON.parse(row.counts)
  return isPassed ? counts.passed : counts.pagesListed
}

/** Whether one index holds the list in its order, and one counter its length. */
function isIndexed({
  search,
  depth,
  kind,
  sort,
  numbers,
  conditions,
  statusClass,
  indexability,
  isPassed,
  ...query
}: PageQuery): boolean {
  const counted = [statusClass, indexability, isPassed || undefined].filter(filter => filter !== undefined)
  const isCounted = statusClass !== 'none' && counted.length <= 1
  const isPlain = [depth, kind, sort, numbers].every(filter => filter === undefined) && !search && !conditions?.length
  return isPlain && isCounted && urlsOf(query) === undefined
}

function urlsOf({ url, urls }: PageQuery): readonly string[] | undefined {
  return urls ?? (url === undefined ? undefined : [url])
}

/** Of a list in the cache, whichever part of it is read. */
function nameOf({ afterUrl: _after, offset: _offset, limit: _limit, ...filter }: PageQuery): string {
  return `pages ${JSON.stringify(filter)}`
}

/** One part of the list, by the ids of its pages. */
async function readIds(crawl: ReportCrawl, query: PageQuery): Promise<readonly number[]> {
  const { limit = DEFAULT_LIST_ROWS, offset = 0, afterUrl } = query
  if (urlsOf(query)) return (await idsOfUrls(crawl, query)).slice(offset, offset + limit)
  if (afterUrl === undefined && (offset % PART_ROWS) + limit <= PART_ROWS) {
    const start = offset % PART_ROWS
    return (await readPart(crawl, query, offset - start)).slice(start, start + limit)
  }
  const ids = await readAllIds(crawl, query)
  const start = afterUrl === undefined ? offset : await positionAfter(crawl, ids, afterUrl)
  return ids.slice(start, start + limit)
}

/** The ids of all pages that match, in the order of the list. */
export async function readAllIds(crawl: ReportCrawl, query: PageQuery): Promise<readonly number[]> {
  return await crawl.lists.read(crawl, { name: nameOf(query), make: () => allListed(crawl, query) })
}

/** Where a list is continued; at its end after a page that is not in it. */
export async function positionAfter(crawl: CrawlDatabase, ids: readonly number[], url: string): Promise<number> {
  const page = await findPage(crawl, url)
  const position = page === undefined ? -1 : ids.indexOf(page.urlId)
  return position < 0 ? ids.length : position + 1
}

async function countListed(crawl: ReportCrawl, query: PageQuery): Promise<number> {
  const [count = 0] = await crawl.lists.read(crawl, {
    name: `number of ${nameOf(query)}`,
    async make() {
      const { count } = await selectListed(crawl, query)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return [Number(count)]
    },
  })
  return count
}

/** PART_ROWS ids of pages that match, in the order of the list; fewer at its end. What is near the end is found from there. */
async function readPart(crawl: ReportCrawl, query: PageQuery, offset: number): Promise<readonly number[]> {
  return await crawl.lists.read(crawl, {
    name: `${nameOf(query)} from ${offset}`,
    async make() {
      const total = offset === 0 ? 0 : await countPages(crawl, query)
      const isReversed = offset > total / 2
      const limit = isReversed ? Math.min(PART_ROWS, total - offset) : PART_ROWS
      if (limit <= 0) return []
      const rows = await selectListed(crawl, query)
        .select('listed.url_id')
        .orderBy(listedOrder(query, isReversed))
        .limit(limit)
        .offset(isReversed ? total - offset - limit : offset)
        .execute()
      const ids = rows.map(row => row.url_id)
      return isReversed ? ids.reverse() : ids
    },
  })
}

/** As one text: a row for each of two hundred thousand ids would take longer than to find them. */
async function allListed(crawl: CrawlDatabase, query: PageQuery): Promise<number[]> {
  const row = await selectListed(crawl, query)
    .select(sql<string | null>`string_agg(cast(listed.url_id as text), ',' order by ${listedOrder(query)})`.as('ids'))
    .executeTakeFirstOrThrow()
  return row.ids === null ? [] : row.ids.split(',').map(Number)
}

/** URLs of the pages that meet all conditions, in the order of the crawl. */
export async function* readListedUrls(
  crawl: CrawlDatabase,
  conditions: readonly PageCondition[],
): AsyncGenerator<string[]> {
  const ids = await allListed(crawl, { conditions })
  for (const slice of slices(ids, PAGES_AT_ONCE)) {
    const rows = await crawl.db
      .selectFrom('page_list')
      .select(['url_id', 'url'])
      .where('crawl_id', '=', crawl.crawlId)
      .where('url_id', 'in', slice)
      .execute()
    const urls = new Map(rows.map(row => [row.url_id, row.url]))
    yield slice.flatMap(id => urls.get(id) ?? [])
  }
}

/** Of a few URLs: those of their pages that match, in the order of the list. */
async function idsOfUrls(crawl: CrawlDatabase, query: PageQuery): Promise<number[]> {
  const keys: PageKey[] = []
  // Read one by one: for a list of URLs SQLite, which does not know the size of a crawl, would read all of its URLs.
  for (const url of new Set(urlsOf(query))) {
    const key = await findPage(crawl, url)
    if (key) keys.push(key)
  }
  return await listedAmong(
    crawl,
    query,
    keys.map(key => key.urlId),
  )
}

/** Those of some pages that match, in the order of the list. */
export async function listedAmong(crawl: CrawlDatabase, query: PageQuery, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await selectListed(crawl, query)
    .select('listed.url_id')
    .where('listed.url_id', 'in', ids)
    .orderBy(listedOrder(query))
    .execute()
  return rows.map(row => row.url_id)
}

/** Rows of pages, in the order of their ids. */
export async function readPagesById(crawl: CrawlDatabase, ids: readonly number[]): Promise<PageRow[]> {
  const pages: PageRow[] = []
  for (const slice of slices(ids, PAGES_AT_ONCE)) {
    const rows = await readPageRows(crawl, selectFiltered(crawl, {}).where('page.url_id', 'in', slice))
    const byId = new Map(rows.map(({ urlId, page }) => [urlId, page]))
    pages.push(...slice.flatMap(id => byId.get(id) ?? []))
  }
  return pages
}

export interface PageCounts {
  byStatus: Record<string, number>
  byIndexability: Partial<Record<Indexability, number>>
  byDepth: { depth: number; count: number }[]
}

/** Pages by status class ('2xx' to '5xx', 'none'), by indexability and by crawl depth. */
export async function readPageCounts(crawl: CrawlDatabase): Promise<PageCounts> {
  const byStatus = await readCrawlCounter(crawl, 'status')
  const byIndexability = await readCrawlCounter(crawl, 'indexability')
  const byDepth = await readCrawlCounter(crawl, 'depth')
  return {
    byStatus: Object.fromEntries(byStatus.map(({ key, count }) => [key, count])),
    byIndexability: Object.fromEntries(byIndexability.map(({ key, count }) => [key, count])),
    byDepth: byDepth.map(({ key, count }) => ({ depth: Number(key), count })).sort((a, b) => a.depth - b.depth),
  }
}
