import type { PageSummary } from '#shared/site-facts.ts'
import type { CrawlDatabase } from '../database/schema.ts'
import { type PageKey, pageKeyColumns } from './page-key.ts'
import { unpackColumns } from './pages.ts'

const HTTP_OK = 200

/** Pages that answered 200 with HTML, as site checks see them; narrow and order it, then map the rows by `toPageSummary`. */
export function selectPageSummaries(crawl: CrawlDatabase) {
  return selectHtmlPages(crawl)
    .select(['page.depth', 'page.columns', 'page.inlink_count', 'url.url', 'url.is_in_sitemap', 'url.googlebot_line'])
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
  url: string
  is_in_sitemap: number
  googlebot_line: number
}

export function toPageSummary(row: PageSummaryRow): PageSummary {
  const columns = unpackColumns(row.columns)
  const alternates: string[] = JSON.parse(columns.alternates)
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
    wordCount: columns.wordCount,
    textHash: columns.textHash,
    alternates,
    paginationUrls,
    nofollowUrls: columns.nofollowUrls === undefined ? [] : JSON.parse(columns.nofollowUrls),
    inlinkCount: row.inlink_count,
    isInSitemap: row.is_in_sitemap === 1,
    ...(row.googlebot_line > 0 && { isClosed: true as const }),
    template: columns.template ?? '',
    ...(columns.shareImages !== undefined && { shareImages: JSON.parse(columns.shareImages) }),
    ...(columns.likeness !== undefined && { likeness: columns.likeness }),
  }
}
