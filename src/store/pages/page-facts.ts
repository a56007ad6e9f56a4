import { type SqlBool, sql } from 'kysely'
import type { PageFacts } from '#shared/facts.ts'
import type { Indexability } from '#shared/indexability.ts'
import { type PageTrait, traitBit } from '#shared/page-traits.ts'
import type { KeptFacts, PageResponse } from '#shared/site-facts.ts'
import { batches } from '../database/batches.ts'
import type { CrawlDatabase, ExtractionDatabase } from '../database/database.ts'
import { isText } from '../database/indexed-text.ts'
import { isDecided } from './decided.ts'
import { isAfterPage, keyToReadAfter, noPage, type PageKey, pageOrder, selectPages } from './page-key.ts'
import { unpackColumns } from './page-row.ts'
import { selectHtmlPages, selectPageSummaries } from './page-summaries.ts'
import { factsOf, storedPageColumns } from './stored-pages.ts'

export interface FactsOfPage {
  url: string
  /** null where they cannot be extracted again. */
  facts: PageFacts | null
  indexability: Indexability
}

/** Facts of one page are some hundred kilobytes of objects, and up to many megabytes. */
const PAGES_AT_ONCE = 10

/** Facts of the HTML pages with status 200 that have a trait, by frontier number; those of others are not extracted. */
export async function* readKeptFacts(
  crawl: ExtractionDatabase,
  { having }: { having: PageTrait },
): AsyncGenerator<KeptFacts[]> {
  const chosen = selectKeptFacts(crawl).where(hasTrait(having))
  const rows = batches({
    after: noPage,
    read: (after: PageKey) => chosen.where(isAfterPage(after)).orderBy(pageOrder).limit(PAGES_AT_ONCE).execute(),
    keyOf: row => row,
  })
  for await (const batch of rows) {
    const facts: PageFacts[] = []
    for (const row of batch) {
      const extracted = await factsOf(crawl, row)
      if (extracted) facts.push(extracted)
    }
    if (facts.length > 0) yield facts
  }
}

const RESPONSES_AT_ONCE = 100

/**
 * The responses of the HTML pages with status 200, by frontier number. The headers stand beside the body, which is not read: nothing of it is
 * extracted but of pages that declare a policy in it, and of those that are stored encrypted or with what their scripts left.
 */
export async function* readPageResponses(crawl: ExtractionDatabase): AsyncGenerator<PageResponse[]> {
  const rows = batches({
    after: noPage,
    read: (after: PageKey) =>
      selectResponses(crawl).where(isAfterPage(after)).orderBy(pageOrder).limit(RESPONSES_AT_ONCE).execute(),
    keyOf: row => row,
  })
  for await (const batch of rows) {
    const responses: PageResponse[] = []
    for (const { columns, ...row } of batch) {
      const isWhole = row.body !== null
      const facts = await factsOf(crawl, isWhole ? row : { ...row, body: new Uint8Array() })
      if (facts === null) continue
      const { url, response, metaPolicies } = facts
      const sent = isWhole ? response : { ...response, bodyBytes: unpackColumns(columns).bodyBytes }
      responses.push({ url, response: sent, ...(metaPolicies && { metaPolicies }) })
    }
    if (responses.length > 0) yield responses
  }
}

/** Of most of them without the body. */
function selectResponses(crawl: CrawlDatabase) {
  const needsBody = sql<SqlBool>`(${hasTrait('metaPolicies')} or page_body.is_secret = 1 or page_body.rendered is not null)`
  return selectHtmlPages(crawl)
    .innerJoin('page_body', join =>
      join.onRef('page_body.crawl_id', '=', 'page.crawl_id').onRef('page_body.url_id', '=', 'page.url_id'),
    )
    .select(['page.columns', 'page_body.extractor', 'page_body.is_secret', 'page_body.context', 'page_body.rendered'])
    .select(({ eb, ref }) => eb.case().when(needsBody).then(ref('page_body.body')).end().as('body'))
    .where(({ not }) => not(hasTrait('botChallenge')))
    .$narrowType<{ columns: string }>()
}

/** The same of one page; null for a URL that is none of them. */
export async function readKeptFactsOf(crawl: ExtractionDatabase, url: string): Promise<KeptFacts | null> {
  const row = await selectKeptFacts(crawl)
    .where(isDecided)
    .where(isText(crawl, 'url.url', url))
    .executeTakeFirst()
  return row ? await factsOf(crawl, row) : null
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
    .select(storedPageColumns)
}

function hasTrait(trait: PageTrait) {
  return sql<SqlBool>`page.traits & ${traitBit(trait)} <> 0`
}

/** Pages with facts in the order of the pages list, in batches: one range of the index each, and one look-up per page. */
export async function readFactsOfPages(
  crawl: ExtractionDatabase,
  range: { afterUrl?: string; limit: number },
): Promise<FactsOfPage[]> {
  const after = await keyToReadAfter(crawl, range)
  if (!after) return []
  const rows = await selectPages(crawl)
    .innerJoin('page_body', join =>
      join.onRef('page_body.crawl_id', '=', 'page.crawl_id').onRef('page_body.url_id', '=', 'page.url_id'),
    )
    .select(['url.url', 'page.indexability', ...storedPageColumns])
    .where('page_body.extractor', 'is not', null)
    .where(isAfterPage(after))
    .orderBy(pageOrder)
    .limit(range.limit)
    .execute()
  const pages: FactsOfPage[] = []
  for (const row of rows) pages.push({ url: row.url, indexability: row.indexability, facts: await factsOf(crawl, row) })
  return pages
}
