import { type SqlBool, sql } from 'kysely'
import type { Indexability } from '#shared/indexability.ts'
import { type PageTrait, traitBit } from '#shared/page-traits.ts'
import type { KeptFacts } from '#shared/site-facts.ts'
import { batches } from '../database/batches.ts'
import type { CrawlDatabase } from '../database/database.ts'
import { isText } from '../database/indexed-text.ts'
import { isDecided } from './decided.ts'
import { isAfterPage, keyToReadAfter, noPage, type PageKey, pageOrder, selectPages } from './page-key.ts'
import { selectHtmlPages, selectPageSummaries } from './page-summaries.ts'
import { unpackFacts } from './page-texts.ts'

export interface StoredFacts {
  url: string
  /** JSON of PageFacts as stored (without links, ids and main text). */
  facts: string
  indexability: Indexability
}

/** Facts of one page are some ten kilobytes, and up to a megabyte. */
const PAGES_AT_ONCE = 50

/** Facts of the HTML pages with status 200, by frontier number; with `having` of those with this trait, the facts of others are not read. */
export async function* readKeptFacts(
  crawl: CrawlDatabase,
  choice?: { having: PageTrait },
): AsyncGenerator<KeptFacts[]> {
  const chosen = choice ? selectKeptFacts(crawl).where(hasTrait(choice.having)) : selectKeptFacts(crawl)
  const rows = batches({
    after: noPage,
    read: (after: PageKey) => chosen.where(isAfterPage(after)).orderBy(pageOrder).limit(PAGES_AT_ONCE).execute(),
    keyOf: row => row,
  })
  for await (const batch of rows) {
    const facts = batch.flatMap(row => toKeptFacts(row.facts) ?? [])
    if (facts.length > 0) yield facts
  }
}

/** The same of one page; null for a URL that is none of them. */
export async function readKeptFactsOf(crawl: CrawlDatabase, url: string): Promise<KeptFacts | null> {
  const row = await selectKeptFacts(crawl)
    .where(isDecided)
    .where(isText(crawl, 'url.url', url))
    .executeTakeFirst()
  return row ? toKeptFacts(row.facts) : null
}

/** URLs of pages with a longer time to first byte, the slowest first. */
export async function readSlowPages(
  crawl: CrawlDatabase,
  { overMs, limit }: { overMs: number; limit: number },
): Promise<string[]> {
  const rows = await selectPageSummaries(crawl)
    .where('url.ttfb_ms', '>', overMs)
    .orderBy('url.ttfb_ms', 'desc')
    .orderBy('url.url')
    .limit(limit)
    .execute()
  return rows.map(row => row.url)
}

function selectKeptFacts(crawl: CrawlDatabase) {
  return selectHtmlPages(crawl)
    .innerJoin('page_body', join =>
      join.onRef('page_body.crawl_id', '=', 'page.crawl_id').onRef('page_body.url_id', '=', 'page.url_id'),
    )
    .select('page_body.facts')
}

function hasTrait(trait: PageTrait) {
  return sql<SqlBool>`page.traits & ${traitBit(trait)} <> 0`
}

function toKeptFacts(facts: Uint8Array | null): KeptFacts | null {
  return facts === null || facts.length === 0 ? null : JSON.parse(unpackFacts(facts))
}

/** PageFacts of one page as JSON (without links, ids and main text), null for a page without facts. */
export async function readPageFacts({ db, specifics, crawlId }: CrawlDatabase, url: string): Promise<string | null> {
  const body = await db
    .selectFrom('url')
    .innerJoin('page_body', join =>
      join.onRef('page_body.crawl_id', '=', 'url.crawl_id').onRef('page_body.url_id', '=', 'url.id'),
    )
    .select('page_body.facts')
    .where('url.crawl_id', '=', crawlId)
    .where(isDecided)
    .where(isText({ specifics }, 'url.url', url))
    .executeTakeFirst()
  return body?.facts ? unpackFacts(body.facts) : null
}

/** Pages with facts in the order of the pages list, in batches: one range of the index each, and one look-up per page. */
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
    .select(['url.url', 'page.indexability', 'page_body.facts'])
    .where('page_body.facts', 'is not', null)
    .where(isAfterPage(after))
    .orderBy(pageOrder)
    .limit(range.limit)
    .execute()
  return rows.flatMap(({ url, indexability, facts }) =>
    facts === null ? [] : [{ url, indexability, facts: unpackFacts(facts) }],
  )
}
