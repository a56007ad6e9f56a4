import { setImmediate } from 'node:timers/promises'
import { HTTP_OK } from '#shared/http-status.ts'
import type { Indexability } from '#shared/indexability.ts'
import type { PageSignature, PageSummary } from '#shared/site-facts.ts'
import { batches } from '../database/batches.ts'
import type { CrawlDatabase } from '../database/database.ts'
import { isText } from '../database/indexed-text.ts'
import { unpackNumbers } from '../database/packed-numbers.ts'
import { isDecided } from './decided.ts'
import { isAfterPage, noPage, type PageKey, pageKeyColumns, pageOrder } from './page-key.ts'
import { unpackColumns } from './page-row.ts'

/** HTML pages with status 200, as site checks read them; narrow and order the query, then map the rows by `toPageSummary`. */
export function selectPageSummaries(crawl: CrawlDatabase) {
  return selectHtmlPages(crawl)
    .select([
      'page.depth',
      'page.columns',
      'page.inlink_count',
      'page.indexability',
      'url.url',
      'url.is_in_sitemap',
      'url.googlebot_line',
    ])
    .$narrowType<{ columns: string }>()
}

/** Their keys alone. */
export function selectHtmlPages({ db, crawlId }: CrawlDatabase) {
  return db
    .selectFrom('page')
    .innerJoin('url', join => join.onRef('url.crawl_id', '=', 'page.crawl_id').onRef('url.id', '=', 'page.url_id'))
    .select(pageKeyColumns)
    .where('page.crawl_id', '=', crawlId)
    .where('page.status', '=', HTTP_OK)
    .where('page.columns', 'is not', null)
}

export interface PageSummaryRow extends PageKey {
  depth: number
  columns: string
  inlink_count: number
  indexability: Indexability
  url: string
  is_in_sitemap: number
  googlebot_line: number
}

export function toPageSummary(row: PageSummaryRow): PageSummary {
  const columns = unpackColumns(row.columns)
  const hreflangs: [code: string, url: string][] = JSON.parse(columns.hreflangs)
  const paginationUrls: string[] = JSON.parse(columns.paginationUrls)
  return {
    number: row.number,
    url: row.url,
    depth: row.depth,
    title: columns.title,
    metaDescription: columns.metaDescription,
    h1: columns.h1,
    lang: columns.lang,
    canonicalUrl: columns.canonicalUrl,
    isEligible: columns.isEligible,
    isNoindex: columns.isNoindex,
    indexability: row.indexability,
    wordCount: columns.wordCount,
    textHash: columns.textHash,
    alternates: [...new Set(hreflangs.map(([, url]) => url))],
    ...(hreflangs.length > 0 && { hreflangs }),
    paginationUrls,
    nofollowUrls: JSON.parse(columns.nofollowUrls),
    inlinkCount: row.inlink_count,
    isInSitemap: row.is_in_sitemap === 1,
    ...(row.googlebot_line > 0 && { isClosed: true as const }),
    template: columns.template,
    shareImages: JSON.parse(columns.shareImages),
    likeness: columns.likeness,
  }
}

const BATCH_SIZE = 500
/** Of the columns as JSON, all kept pages together: some twenty thousand pages, which take about twice as much. */
const MAX_KEPT_CHARACTERS = 24_000_000

/**
 * Reads the pages by frontier number, any number of times. A dozen site checks read all of them, so the first ones are kept once read:
 * for a crawl whose pages do not change meanwhile, and callers that change none of them.
 */
export function createSummaryReader(
  crawl: CrawlDatabase,
  maxKeptCharacters = MAX_KEPT_CHARACTERS,
): () => AsyncGenerator<PageSummary[]> {
  const kept: PageSummary[][] = []
  let keptEnd: PageKey = noPage
  let room = maxKeptCharacters
  let areAllKept = false
  return async function* read() {
    // Other readers may add more meanwhile.
    for (let index = 0; index < kept.length; index++) {
      yield kept[index] ?? []
      await setImmediate()
    }
    if (areAllKept) return
    let after = keptEnd
    for await (const rows of walkRows(crawl, after)) {
      const pages = rows.map(toPageSummary)
      const last = rows.at(-1) ?? after
      const size = rows.reduce((sum, row) => sum + row.columns.length, 0)
      if (after === keptEnd && size <= room) {
        kept.push(pages)
        keptEnd = last
        room -= size
      }
      after = last
      yield pages
    }
    areAllKept ||= after === keptEnd
  }
}

function walkRows(crawl: CrawlDatabase, start: PageKey): AsyncGenerator<PageSummaryRow[]> {
  return batches<PageKey, PageSummaryRow>({
    after: start,
    read: after => selectPageSummaries(crawl).where(isAfterPage(after)).orderBy(pageOrder).limit(BATCH_SIZE).execute(),
    keyOf: row => row,
  })
}

export async function readPageSummary(crawl: CrawlDatabase, url: string): Promise<PageSummary | null> {
  const row = await selectPageSummaries(crawl)
    .where(isDecided)
    .where(isText(crawl, 'url.url', url))
    .executeTakeFirst()
  return row ? toPageSummary(row) : null
}

export async function* readSignatures(crawl: CrawlDatabase): AsyncGenerator<PageSignature[]> {
  const rows = batches<PageKey, PageSummaryRow & { minhash: Uint8Array | null }>({
    after: noPage,
    read: after =>
      selectPageSummaries(crawl)
        .innerJoin('page_body', join =>
          join.onRef('page_body.crawl_id', '=', 'page.crawl_id').onRef('page_body.url_id', '=', 'page.url_id'),
        )
        .select('page_body.minhash')
        .where('page.is_eligible', '=', 1)
        .where(isAfterPage(after))
        .orderBy(pageOrder)
        .limit(BATCH_SIZE)
        .execute(),
    keyOf: row => row,
  })
  for await (const batch of rows) {
    const signatures = batch.flatMap(row => toSignature(row) ?? [])
    if (signatures.length > 0) yield signatures
  }
}

export function toSignature(row: PageSummaryRow & { minhash: Uint8Array | null }): PageSignature | null {
  const { lang, wordCount, textHash } = unpackColumns(row.columns)
  if (wordCount < MIN_SIGNATURE_WORDS || !row.minhash || row.minhash.byteLength === 0) return null
  return { number: row.number, url: row.url, lang, wordCount, textHash, minhash: unpackNumbers(row.minhash) }
}

/** Below this a signature says little about the text. */
export const MIN_SIGNATURE_WORDS = 100
