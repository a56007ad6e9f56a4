import type { InferResult, Selectable } from 'kysely'
import { LISTED_FIRST_NUMBER } from '#shared/crawl-depth.ts'
import type { FieldValue } from '#shared/custom-fields.ts'
import type { FetchFailure } from '#shared/fetch-failures.ts'
import type { Indexability } from '#shared/indexability.ts'
import type { Attempt, Hop } from '#shared/model.ts'
import { type ColumnId, pageOriginOf } from '#shared/page-columns.ts'
import type { PageCondition } from '#shared/page-conditions.ts'
import type { PageKind, PageOrigin, PageStatus } from '#shared/page-list.ts'
import type { PageColumns } from '#shared/page-record.ts'
import type { PageVisits } from '#shared/visits.ts'
import type { CrawlDatabase } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { readPageFields } from './page-fields.ts'
import { type PageKey, pageKeyColumns } from './page-key.ts'
import { unpackAttempts, unpackHops } from './responses.ts'

export interface PageQuery {
  /** Only pages after this one: for batches of an export, without counting all earlier rows. */
  afterUrl?: string
  offset?: number
  limit?: number
  /** `none`: pages without a response. */
  statusClass?: PageStatus
  /** Crawl depth; -1 for pages that only a sitemap lists. */
  depth?: number
  kind?: PageKind
  /** Otherwise by frontier number. */
  sort?: { column: ColumnId; isDescending: boolean }
  /** Case-insensitive substring of URL or title. */
  search?: string
  url?: string
  /** Only the pages of these URLs. */
  urls?: readonly string[]
  /** Only the pages with these frontier numbers. */
  numbers?: readonly number[]
  /** Only pages with no error and no warning of their own. */
  isPassed?: boolean
  indexability?: Indexability
  /** All of them are met. */
  conditions?: readonly PageCondition[]
  /** Only the pages that this issue affects. */
  issueId?: number
}

export interface PageRow {
  number: number
  url: string
  statusCode: number | null
  failure: FetchFailure | null
  failureDetail: string
  depth: number
  mediaType: string
  bytes: number | null
  ttfbMs: number | null
  totalMs: number | null
  hops: Hop[]
  finalUrl: string
  /** Status of the last response after redirects; equals `statusCode` without them. */
  finalStatusCode: number | null
  attempts: Attempt[]
  /** null for rows without HTML facts. */
  columns: PageColumns | null
  inlinkCount: number
  /** null until all links are counted. */
  linkFigures: LinkFigures | null
  isPassed: boolean
  /** null until the crawl ends. */
  issueCounts: { issues: number; errors: number; warnings: number } | null
  indexability: Indexability
  /** By its depth alone until the crawl has ended. */
  foundBy: PageOrigin
  /** URL of the page that it is a copy of, which has the findings of both; null for most pages. */
  copyOf: string | null
  /** Values of custom fields, of those that the page has or that could not be read of it. */
  fields: readonly FieldValue[]
  /** Of files of visits. */
  visits: PageVisits
}

/** Applies the filters that an index serves. */
export function selectFiltered({ db, crawlId }: CrawlDatabase, { statusClass, isPassed, indexability }: PageQuery) {
  let chosen = db.selectFrom('page').where('page.crawl_id', '=', crawlId)
  if (statusClass !== undefined) chosen = chosen.where('page.status_class', '=', statusClass)
  if (isPassed) chosen = chosen.where('page.is_passed', '=', 1)
  if (indexability !== undefined) chosen = chosen.where('page.indexability', '=', indexability)
  return chosen
}

/** A row of the list with its key. */
export interface ListedPage extends PageKey {
  page: PageRow
}

/** The rows of pages that `selectFiltered` has chosen, in their order. */
export async function readPageRows(
  crawl: CrawlDatabase,
  pages: ReturnType<typeof selectFiltered>,
): Promise<ListedPage[]> {
  const rows = await selectRows(pages).execute()
  const fields = await readPageFields(
    crawl,
    rows.map(row => row.urlId),
  )
  return rows.map(row => ({
    number: row.number,
    urlId: row.urlId,
    page: { ...toPageRow(row), fields: fields.get(row.urlId) ?? [] },
  }))
}

function selectRows(pages: ReturnType<typeof selectFiltered>) {
  return pages
    .innerJoin('url', join => join.onRef('url.crawl_id', '=', 'page.crawl_id').onRef('url.id', '=', 'page.url_id'))
    .leftJoin('link_figures', join =>
      join.onRef('link_figures.crawl_id', '=', 'page.crawl_id').onRef('link_figures.url_id', '=', 'page.url_id'),
    )
    .leftJoin('page_list', join =>
      join.onRef('page_list.crawl_id', '=', 'page.crawl_id').onRef('page_list.url_id', '=', 'page.url_id'),
    )
    .leftJoin('page_copy', join =>
      join.onRef('page_copy.crawl_id', '=', 'page.crawl_id').onRef('page_copy.url_id', '=', 'page.url_id'),
    )
    .leftJoin('url as original', join =>
      join.onRef('original.crawl_id', '=', 'page_copy.crawl_id').onRef('original.id', '=', 'page_copy.original_id'),
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
      'page.indexability',
      'page_list.found_by',
      'original.url as copy_of',
      'page_list.issues',
      'page_list.errors',
      'page_list.warnings',
      'page_list.clicks',
      'page_list.impressions',
      'page_list.visits',
      'page_list.bot_requests',
      'page_list.last_bot_visit',
      ...linkFigureColumns,
    ])
}

function toPageRow(row: InferResult<ReturnType<typeof selectRows>>[number]): Omit<PageRow, 'fields'> {
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
    issueCounts: toIssueCounts(row),
    indexability: row.indexability,
    foundBy: row.found_by ?? originByDepth(row.depth),
    copyOf: row.copy_of,
    visits: {
      clicks: row.clicks,
      impressions: row.impressions,
      visits: row.visits,
      botRequests: row.bot_requests,
      lastBotVisit: row.last_bot_visit ?? '',
    },
  }
}

function originByDepth(depth: number): PageOrigin {
  return pageOriginOf({ depth, firstNumber: LISTED_FIRST_NUMBER, redirectDepth: 0 })
}

function toIssueCounts({ issues, errors, warnings }: Record<'issues' | 'errors' | 'warnings', number | null>) {
  return issues === null ? null : { issues, errors: errors ?? 0, warnings: warnings ?? 0 }
}

export function unpackColumns(json: string): PageColumns {
  return JSON.parse(json)
}

/** To be selected of a page with what was written of its links. */
const linkFigureColumns = [
  'link_figures.outlinks',
  'link_figures.outlink_targets',
  'link_figures.followed_outlinks',
  'link_figures.external_outlinks',
  'link_figures.inlinks',
  'link_figures.followed_inlink_pages',
  'link_figures.score',
] as const

type Columns = Omit<Selectable<Schema['link_figures']>, 'crawl_id' | 'url_id'>

/** null until all links are counted. */
function toLinkFigures(row: { [Name in keyof Columns]: Columns[Name] | null }): LinkFigures | null {
  if (row.inlinks === null) return null
  return {
    score: row.score,
    inlinks: row.inlinks,
    followedInlinkPages: row.followed_inlink_pages ?? 0,
    outlinks: row.outlinks ?? 0,
    outlinkTargets: row.outlink_targets ?? 0,
    followedOutlinks: row.followed_outlinks ?? 0,
    externalOutlinks: row.external_outlinks ?? 0,
  }
}

/**
 * How a page stands among the links of its site; docs/link-analysis.md says how each figure is computed. A link is one of a kind that
 * leads to pages; links of a page to itself are omitted.
 */
export interface LinkFigures {
  /** 0 to 100, the strongest page of the site having 100; null for a page that search engines may not list. */
  score: number | null
  /** Links to the page, however many stand on one page. */
  inlinks: number
  /** Other pages with a link to it that may be followed. */
  followedInlinkPages: number
  /** Links on the page. */
  outlinks: number
  /** Distinct URLs that they name. */
  outlinkTargets: number
  /** Those that may be followed. */
  followedOutlinks: number
  /** Those that leave the site. */
  externalOutlinks: number
}
