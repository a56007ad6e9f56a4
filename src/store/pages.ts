import { sql } from 'kysely'
import type { PageColumns } from '#shared/outcome.ts'
import { unpackAttempts, unpackHops } from './answers.ts'
import { isDecided } from './decided.ts'
import { linkFigureColumns, toLinkFigures } from './link-figures.ts'
import type { CrawlDatabase } from './schema.ts'
import type { CrawlCounts, PageQuery, PageRow, StoredFacts } from './store.ts'
import { readCrawlTally } from './tallies.ts'

/** Rows of a list when no limit is asked for. */
export const DEFAULT_LIST_ROWS = 1_000

/** The pages list, by frontier number. */
export async function readPages(crawl: CrawlDatabase, query: PageQuery): Promise<PageRow[]> {
  if (query.urls?.length === 0) return []
  let pages = selectFiltered(crawl, query)
  if (query.afterUrl !== undefined) {
    const last = await findPage(crawl, query.afterUrl)
    if (!last) return []
    pages = pages.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('page.number', 'page.url_id'), '>', tuple(last.number, last.url_id)),
    )
  }
  const rows = await pages
    .leftJoin('link_figures', join =>
      join.onRef('link_figures.crawl_id', '=', 'page.crawl_id').onRef('link_figures.url_id', '=', 'page.url_id'),
    )
    .select([
      'page.number',
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
    .orderBy('page.number')
    .orderBy('page.url_id')
    .limit(query.limit ?? DEFAULT_LIST_ROWS)
    .offset(query.offset ?? 0)
    .execute()
  return rows.map(row => ({
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
  }))
}

/** Length of the list. By the filters that the crawl counts as it goes it costs one row. */
export async function countPages(crawl: CrawlDatabase, query: PageQuery): Promise<number> {
  const { statusClass, isPassed, search, url, urls } = query
  if (urls?.length === 0) return 0
  const isCountedByCrawl = !search && url === undefined && urls === undefined
  if (isCountedByCrawl && statusClass === undefined) {
    const { db, crawlId } = crawl
    const row = await db.selectFrom('crawl').select('counts').where('id', '=', crawlId).executeTakeFirst()
    if (!row) return 0
    const counts: CrawlCounts = JSON.parse(row.counts)
    return isPassed ? counts.passed : counts.pagesListed
  }
  if (isCountedByCrawl && !isPassed) {
    const tallies = await readCrawlTally(crawl, 'status')
    return tallies.find(tally => tally.key === statusClass)?.count ?? 0
  }
  const { count } = await selectFiltered(crawl, query)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
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
  let pages = selectPages(crawl)
  if (range.afterUrl !== undefined) {
    const last = await findPage(crawl, range.afterUrl)
    if (!last) return []
    pages = pages.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('page.number', 'page.url_id'), '>', tuple(last.number, last.url_id)),
    )
  }
  const rows = await pages
    .innerJoin('page_body', join =>
      join.onRef('page_body.crawl_id', '=', 'page.crawl_id').onRef('page_body.url_id', '=', 'page.url_id'),
    )
    .select(['url.url', 'page_body.facts'])
    .where('page_body.facts', 'is not', null)
    .orderBy('page.number')
    .orderBy('page.url_id')
    .limit(range.limit)
    .execute()
  const decoder = new TextDecoder()
  return rows.flatMap(({ url, facts }) => (facts === null ? [] : [{ url, facts: decoder.decode(facts) }]))
}

export function unpackColumns(json: string): PageColumns {
  return JSON.parse(json)
}

/** Where a page stands in the list; undefined when it is not in it. */
export async function findPage(crawl: CrawlDatabase, url: string) {
  return await selectPages(crawl)
    .select(['page.number', 'page.url_id'])
    .where(isDecided)
    .where('url.url', '=', url)
    .executeTakeFirst()
}

function selectPages({ db, crawlId }: CrawlDatabase) {
  return db
    .selectFrom('page')
    .innerJoin('url', join => join.onRef('url.crawl_id', '=', 'page.crawl_id').onRef('url.id', '=', 'page.url_id'))
    .where('page.crawl_id', '=', crawlId)
}

function selectFiltered(crawl: CrawlDatabase, { statusClass, search, url, urls, isPassed }: PageQuery) {
  let chosen = selectPages(crawl)
  if (statusClass !== undefined) chosen = chosen.where('page.status_class', '=', statusClass)
  if (isPassed) chosen = chosen.where('page.is_passed', '=', 1)
  if (url !== undefined) chosen = chosen.where(isDecided).where('url.url', '=', url)
  if (urls !== undefined) chosen = chosen.where(isDecided).where('url.url', 'in', urls)
  if (search) {
    const inUrl = crawl.specifics.contains(sql.ref<string>('url.url'), search)
    const inTitle = crawl.specifics.contains(sql.ref<string>('page.title'), search)
    chosen = chosen.where(({ or }) => or([inUrl, inTitle]))
  }
  return chosen
}
