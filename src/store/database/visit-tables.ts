import type { Generated } from 'kysely'
import type { VisitKind } from '#shared/visits.ts'

/** Tables of what files of visits say of websites. */
export interface VisitTables {
  visit_import: VisitImportTable
  visit_join: VisitJoinTable
  visit_url: VisitUrlTable
}

/** A file that was read. */
export interface VisitImportTable {
  id: Generated<number>
  website_id: number
  kind: VisitKind
  name: string
  created_ms: number
  /** JSON of VisitSummary. */
  summary: string
  /** JSON of UrlVisits[], compressed: read as a whole when it is joined to a crawl. */
  urls: Uint8Array
}

/** Which files the rows of a crawl in `visit_url` come from. */
export interface VisitJoinTable {
  crawl_id: number
  /** Ids of the imports; '' while the rows are written. */
  version: string
  /** JSON of VisitTotals. */
  totals: string
  /** JSON of clicks by check: those of the pages that its issues affect. */
  check_clicks: string
}

/** A URL of the visits, joined to a crawl: what it is filtered and sorted by, and all of it. */
export interface VisitUrlTable {
  crawl_id: number
  id: number
  url: string
  clicks: number
  impressions: number
  visits: number
  bot_requests: number
  last_bot_ms: number
  waste: string
  waste_requests: number
  is_unlinked: number
  is_status_different: number
  /** JSON of VisitRow. */
  row: string
}
