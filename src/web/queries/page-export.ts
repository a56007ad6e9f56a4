/** The export of a list of pages: its filters and its order are those of the server. */
import type { PageColumnId } from '#shared/page-columns.ts'
import type { ListExport } from './export-list.ts'
import type { PageFilter } from './pages.ts'

interface PageExport {
  websiteId: number
  /** An earlier crawl; null is the newest. */
  crawlId: number | null
  filter: PageFilter
  /** The columns of the table; all fields of the pages without them. */
  columns?: readonly PageColumnId[]
}

export function pageExport({ websiteId, crawlId, filter, columns }: PageExport): ListExport {
  return { websiteId, part: 'pages', query: { crawl: crawlId ?? undefined, ...filter, columns: columns?.join(',') } }
}
