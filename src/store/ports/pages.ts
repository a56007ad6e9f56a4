import type { FetchFailure } from '#shared/facts.ts'
import type { LinkFigures } from '#shared/link-figures.ts'
import type { Attempt, Hop } from '#shared/model.ts'
import type { PageKind, PageSortColumn, PageStatus } from '#shared/page-list.ts'
import type { PageColumns } from '#shared/page-record.ts'

export interface PageQuery {
  /** Only what follows this page in the list: batches of an export, without counting through all that came before. */
  afterUrl?: string
  offset?: number
  limit?: number
  /** `none`: pages without an answer. */
  statusClass?: PageStatus
  /** Clicks from the start page; -1 for pages that only a sitemap leads to. */
  depth?: number
  /** Case-insensitive substring of URL or title. */
  search?: string
  url?: string
  /** Only the pages of these addresses. */
  urls?: readonly string[]
  /** Only pages with no error and no warning of their own. */
  isPassed?: boolean
  kind?: PageKind
  /** Else in the order of the crawl. Not together with `afterUrl`. */
  sort?: { column: PageSortColumn; isDescending: boolean }
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
  /** Status of the last answer after redirects; equals `statusCode` without them. */
  finalStatusCode: number | null
  attempts: Attempt[]
  /** null for rows without HTML facts. */
  columns: PageColumns | null
  inlinkCount: number
  /** null until all links are counted, and in crawls of earlier versions. */
  linkFigures: LinkFigures | null
  isPassed: boolean
}
