import { setImmediate } from 'node:timers/promises'
import type { Indexability } from '#shared/indexability.ts'
import { batches, slices } from '../database/batches.ts'
import { readCrawlCounter } from '../database/counters.ts'
import type { CrawlDatabase } from '../database/database.ts'
import { inOrder, isBeyond, textInOrder, textOrder } from '../database/indexed-text.ts'
import type { ReportCrawl } from '../database/kept-lists.ts'
import type { CrawlCounts } from '../database/schema.ts'
import { isDecided } from './decided.ts'
import {
  comparePageKeys,
  findPage,
  isAfterPage,
  isUpToPage,
  keyToReadAfter,
  noPage,
  type PageKey,
  pageKeyColumns,
  pageOrder,
} from './page-key.ts'
import { isOfRequestedKind, PageOrder } from './page-order.ts'
import { type PageQuery, type PageRow, readPageRows, selectFiltered } from './page-row.ts'

/** Rows of a list without a limit. */
export const DEFAULT_LIST_ROWS = 1_000

/** Pages searched at once for a text: some milliseconds, in which an embedded database runs no other query. */
const SEARCH_WINDOW = 4_000
/** Rows read at once, and values of one `in` list. */
const PAGES_AT_ONCE = 1_000

/**
 * The pages list, by frontier number. Ten thousand rows are read in parts: an embedded database runs other queries in between, and
 * rows of one part are freed before the next.
 */
export async function readPages(crawl: ReportCrawl, query: PageQuery): Promise<PageRow[]> {
  const { limit = DEFAULT_LIST_ROWS, offset = 0 } = query
  if (query.afterUrl === undefined) {
    const found = await findIds(crawl, query)
    if (found) return await readPagesById(crawl, found.slice(offset, offset + limit))
  }
  const first = await keyToReadAfter(crawl, query)
  let after = first && (await skipPages(crawl, query, { after: first, count: offset }))
  const pages: PageRow[] = []
  while (after && pages.length < limit) {
    if (pages.length > 0) await setImmediate()
    const wanted = Math.min(PAGES_AT_ONCE, limit - pages.length)
    const rows = await readPageRows(
      selectFiltered(crawl, query).where(isAfterPage(after)).orderBy(pageOrder).limit(wanted),
    )
    for (const { page } of rows) if (isOfRequestedKind(query, page)) pages.push(page)
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
  const found = await findIds(crawl, query)
  if (found) return found.length
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

/** Ids of all pages that match, in the order of the list, where no index and no counter knows them; null where one does. */
async function findIds(crawl: ReportCrawl, query: PageQuery): Promise<readonly number[] | null> {
  const { statusClass, search, url, urls = url === undefined ? undefined : [url], depth, kind, sort } = query
  const { isPassed, indexability } = query
  if (urls !== undefined) return await idsOfUrls(crawl, urls, query)
  const counted = [statusClass, indexability, isPassed || undefined].filter(filter => filter !== undefined)
  const isCounted = statusClass !== 'none' && counted.length <= 1
  if (!search && isCounted && depth === undefined && kind === undefined && sort === undefined) return null
  const name = `pages ${JSON.stringify({ statusClass, search, isPassed, indexability, depth, kind, sort })}`
  return await crawl.lists.read(crawl, { name, make: () => searchPages(crawl, query) })
}

/** Read one by one: for a list of URLs SQLite, which does not know the size of a crawl, would read all of its URLs. */
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

/** Pages that the database filters by itself, in the order of the crawl. */
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
    const window = selectFiltered(crawl, query).where(isAfterPage(after))
    const rows = await readPageRows(upTo ? window.where(isUpToPage(upTo)) : window)
    for (const { urlId, page } of rows.sort(comparePageKeys)) order.add(urlId, page)
    await setImmediate()
  }
  return order.ids()
}

/** Along the index by URL, which also holds URLs that are no pages. */
async function pagesByUrl(
  crawl: CrawlDatabase,
  query: PageQuery,
  { isDescending }: { isDescending: boolean },
): Promise<number[]> {
  const { db, crawlId } = crawl
  const columns = textOrder(crawl, 'url.url')
  const urls = batches<string, { id: number; url: string }>({
    after: '',
    read: after =>
      db
        .selectFrom('url')
        .select(['url.id', 'url.url'])
        .where('url.crawl_id', '=', crawlId)
        .where(isDecided)
        .where(isBeyond(columns, '>', textInOrder(crawl, after)))
        .orderBy(inOrder(crawl, 'url.url'))
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

/** Rows of pages, in the order of their ids. */
export async function readPagesById(crawl: CrawlDatabase, ids: readonly number[]): Promise<PageRow[]> {
  const pages: PageRow[] = []
  for (const slice of slices(ids, PAGES_AT_ONCE)) {
    const rows = await readPageRows(selectFiltered(crawl, {}).where('page.url_id', 'in', slice))
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
