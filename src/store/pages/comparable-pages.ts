import { sql } from 'kysely'
import type { Indexability } from '#shared/indexability.ts'
import type { PageColumns } from '#shared/page-record.ts'
import { slices } from '../database/batches.ts'
import type { CrawlDatabase } from '../database/database.ts'
import { DECIDED } from './decided.ts'
import { noPage, type PageKey } from './page-key.ts'
import { unpackColumns } from './page-row.ts'

/** What a crawl knows of a URL, as far as it is compared with what another crawl knows. */
export interface ComparablePage extends PageKey {
  url: string
  /** It is an HTML page that responded with success, without redirects. */
  isHtml: boolean
  /** false for a skipped one. */
  isRequested: boolean
  /** The last response after redirects; null without one. */
  status: number | null
  hasRedirects: boolean
  /** The URL of the last response. */
  finalUrl: string
  indexability: Indexability | null
  bytes: number | null
  /** Links to it and on it; null until they are counted. */
  inlinks: number | null
  outlinks: number | null
  /** As stored: equal texts are equal columns, which need not be parsed. */
  columnsText: string | null
  columns(): PageColumns | null
}

/** URLs looked up by one statement. */
const URLS_AT_ONCE = 200
const FIRST_SUCCESS = 200
const FIRST_REDIRECT = 300

const COLUMNS =
  sql.raw(`url.id, url.url, url.skip_reason, url.failure, url.final_status, url.final_url, url.hops, url.bytes,
  page.number, page.indexability, page.columns, link_figures.inlinks, link_figures.outlinks`)

const FIGURES = sql.raw(`left join link_figures
  on link_figures.crawl_id = url.crawl_id and link_figures.url_id = url.id`)

interface Row {
  id: number
  url: string
  skip_reason: string | null
  failure: string | null
  final_status: number | null
  final_url: string | null
  hops: string | null
  bytes: number | null
  number: number | null
  indexability: Indexability | null
  columns: string | null
  inlinks: number | null
  outlinks: number | null
}

/** Rows of the pages list, in its order, after one of them. */
export async function readComparablePages(
  { db, crawlId }: CrawlDatabase,
  { after = noPage, limit }: { after?: PageKey | undefined; limit: number },
): Promise<ComparablePage[]> {
  const { rows } = await sql<Row>`select ${COLUMNS}
    from page join url on url.crawl_id = page.crawl_id and url.id = page.url_id ${FIGURES}
    where page.crawl_id = ${crawlId} and (page.number, page.url_id) > (${after.number}, ${after.urlId})
    order by page.number, page.url_id limit ${limit}`.execute(db)
  return rows.map(toComparable)
}

/**
 * By URL; none for those that the crawl neither requested nor skipped. The URLs stand first in the join, as a table: for a list SQLite,
 * which does not know the size of a crawl, would read all of its URLs.
 */
export async function readComparablePagesAt(
  { db, crawlId, specifics }: CrawlDatabase,
  urls: readonly string[],
): Promise<Map<string, ComparablePage>> {
  const { lookupKey } = specifics.indexedText
  const pages = new Map<string, ComparablePage>()
  for (const some of slices([...new Set(urls)], URLS_AT_ONCE)) {
    const wanted = sql.join(some.map(url => sql`(cast(${url} as text))`))
    const { rows } = await sql<Row>`with wanted (wanted_url) as (values ${wanted})
      select ${COLUMNS} from wanted cross join url
      left join page on page.crawl_id = url.crawl_id and page.url_id = url.id ${FIGURES}
      where url.crawl_id = ${crawlId} and ${sql.raw(lookupKey('url.url'))} = ${sql.raw(lookupKey('wanted_url'))}
        and url.url = wanted_url and url.${sql.raw(DECIDED)}`.execute(db)
    for (const row of rows) pages.set(row.url, toComparable(row))
  }
  return pages
}

/** By URL id. */
export async function readComparablePagesById(
  { db, crawlId }: CrawlDatabase,
  urlIds: readonly number[],
): Promise<Map<number, ComparablePage>> {
  const pages = new Map<number, ComparablePage>()
  for (const some of slices(urlIds, URLS_AT_ONCE)) {
    const { rows } = await sql<Row>`select ${COLUMNS} from url
      left join page on page.crawl_id = url.crawl_id and page.url_id = url.id ${FIGURES}
      where url.crawl_id = ${crawlId} and url.id in (${sql.join(some)})`.execute(db)
    for (const row of rows) pages.set(row.id, toComparable(row))
  }
  return pages
}

/** How many eligible pages have each of these main texts, by the hash of the text; none for a text without any. */
export async function readTextCounts(
  { db, crawlId }: CrawlDatabase,
  textHashes: readonly string[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const some of slices(textHashes, URLS_AT_ONCE)) {
    const rows = await db
      .selectFrom('group_key')
      .select(({ fn }) => ['value', fn.countAll<number>().as('count')])
      .where('crawl_id', '=', crawlId)
      .where('name', '=', 'textHash')
      .where('value', 'in', some)
      .groupBy('value')
      .execute()
    for (const { value, count } of rows) counts.set(value, Number(count))
  }
  return counts
}

function toComparable(row: Row): ComparablePage {
  const { columns, final_status: finalStatus } = row
  const status = row.failure === null ? finalStatus : null
  const isSuccess = status !== null && status >= FIRST_SUCCESS && status < FIRST_REDIRECT
  return {
    number: row.number ?? 0,
    urlId: row.id,
    url: row.url,
    isHtml: columns !== null && row.hops === null && isSuccess,
    isRequested: row.skip_reason === null,
    status,
    hasRedirects: row.hops !== null,
    finalUrl: row.final_url ?? row.url,
    indexability: row.indexability,
    bytes: row.bytes,
    inlinks: row.inlinks,
    outlinks: row.outlinks,
    columnsText: columns,
    columns: () => (columns === null ? null : unpackColumns(columns)),
  }
}
