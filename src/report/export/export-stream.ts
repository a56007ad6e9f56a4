import type { PageColumnId } from '#shared/page-columns.ts'
import type { CrawlRow, SetQuery, SkippedFilter } from '#store/store.ts'
import type { IssueFilter, PageFilter } from '../batches.ts'
import { csvTable } from './csv.ts'
import type { ExportOptions } from './export-format.ts'
import type { ExportTable } from './export-table.ts'
import { exportTables } from './index.ts'
import { jsonExport, jsonTable } from './json.ts'
import { pageColumnTable } from './page-column-table.ts'

type ExportPart =
  | { part: 'issues' | 'affected-pages' | 'tickets'; filter?: IssueFilter }
  /** With columns: only these, in CSV. */
  | { part: 'pages'; filter?: PageFilter; columns?: readonly PageColumnId[] }
  | { part: 'not-crawled'; filter?: SkippedFilter }
  | { part: 'languages'; filter?: SetQuery }
  | { part: 'report' | 'links' | 'images' | 'muted'; filter?: undefined }

export type ExportRequest = ExportPart &
  ExportOptions & {
    format: 'csv' | 'json'
    /** Begins CSV with a byte order mark, for spreadsheet programs that take it for another encoding otherwise. */
    hasBom: boolean
  }

export interface ExportStream {
  mediaType: string
  /** Letters, digits, dots and hyphens: safe in every file system and in Content-Disposition without quoting. */
  fileName: string
  text: AsyncIterable<string>
}

const mediaTypes = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' } as const

/** The response to a request for a file. Nothing is read before the text is. */
export function exportStream(request: ExportRequest): ExportStream {
  const { crawl, part, format } = request
  return {
    mediaType: mediaTypes[format],
    fileName: exportFileName(crawl, { part, extension: format }),
    text: exportText(request),
  }
}

function exportText(request: ExportRequest): AsyncIterable<string> {
  switch (request.part) {
    case 'report':
      return request.format === 'json' ? jsonExport(request) : csvTable(exportTables.issues, { ...request, filter: {} })
    case 'issues':
    case 'tickets':
    case 'affected-pages':
      return tableText(exportTables[request.part], { ...request, filter: request.filter ?? {} })
    case 'pages':
      return tableText(request.columns ? pageColumnTable(request.columns) : exportTables.pages, {
        ...request,
        filter: request.filter ?? {},
      })
    case 'not-crawled':
      return tableText(exportTables['not-crawled'], { ...request, filter: request.filter ?? {} })
    case 'languages':
      return tableText(exportTables.languages, { ...request, filter: request.filter ?? {} })
    default:
      return tableText(exportTables[request.part], { ...request, filter: {} })
  }
}

function tableText<Filter>(
  table: ExportTable<Filter>,
  request: Omit<ExportRequest, 'filter'> & { filter: Filter },
): AsyncIterable<string> {
  const { part } = request
  const list = part === 'affected-pages' ? 'affectedPages' : part === 'not-crawled' ? 'notCrawled' : part
  return request.format === 'csv' ? csvTable(table, request) : jsonTable({ part, list, table }, request)
}

/** Host names are shorter by their own rules; an IPv6 address with a port is nearly as long. */
const MAX_HOST_LENGTH = 100
const NOT_SAFE = /[^a-z0-9.-]+/g

/** `sitesounder-example.com-issues-2026-01-31.csv`: the day is that of the crawl, in UTC. */
export function exportFileName(
  crawl: Pick<CrawlRow, 'seedUrl' | 'startedMs' | 'createdMs'>,
  { part, extension }: { part: string; extension: string },
): string {
  const host = URL.parse(crawl.seedUrl)?.host ?? ''
  const safe =
    host
      .replace(NOT_SAFE, '-')
      .slice(0, MAX_HOST_LENGTH)
      .replace(/^[.-]+|[.-]+$/g, '') || 'website'
  const day = new Date(crawl.startedMs ?? crawl.createdMs).toISOString().slice(0, 10)
  return `sitesounder-${safe}-${part}-${day}.${extension}`
}
