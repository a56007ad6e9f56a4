import { isoDay } from '#shared/iso-time.ts'
import { type ColumnId, fieldColumnsOf, fieldOfColumn } from '#shared/page-columns.ts'
import type { CrawlRow, SetQuery, SkippedFilter, VisitFilter } from '#store/store.ts'
import type { IssueFilter, PageFilter } from '../batches.ts'
import { csvTable } from './csv.ts'
import type { ExportOptions } from './export-format.ts'
import type { ExportTable, Walk } from './export-table.ts'
import { exportTables } from './index.ts'
import { jsonExport, jsonTable } from './json.ts'
import { pageColumnTable } from './page-column-table.ts'
import { pageTable } from './page-table.ts'

export type ExportPart =
  | { part: 'issues' | 'affected-pages' | 'tickets'; filter?: IssueFilter }
  /** With columns: only these, in this order. */
  | { part: 'pages'; filter?: PageFilter; columns?: readonly ColumnId[] }
  | { part: 'not-crawled'; filter?: SkippedFilter }
  | { part: 'languages'; filter?: SetQuery }
  | { part: 'visits'; filter?: VisitFilter }
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
  if (request.part === 'report' && request.format === 'json') return jsonExport(request)
  return readTable(request, (table, walk) => {
    if (request.format === 'csv') return csvTable(table, { ...walk, hasBom: request.hasBom })
    const part = request.part === 'pages' && request.columns ? 'page-columns' : request.part
    return jsonTable({ part, list: listNames.get(part) ?? part, table }, walk)
  })
}

/** Names of lists in JSON that are not those of their parts. */
const listNames: ReadonlyMap<string, string> = new Map([
  ['affected-pages', 'affectedPages'],
  ['not-crawled', 'notCrawled'],
  ['page-columns', 'pages'],
])

/** Calls `read` with the table of a part and what of it was requested; that of the whole report is the issues. */
export function readTable<Result>(
  request: ExportPart & ExportOptions,
  read: <Filter>(table: ExportTable<Filter>, walk: Walk<Filter>) => Result,
): Result {
  const { reading, crawl, isStable, baseline } = request
  const source = { reading, crawl, isStable, baseline }
  switch (request.part) {
    case 'report':
      return read(exportTables.issues, { ...source, filter: {} })
    case 'issues':
    case 'tickets':
    case 'affected-pages':
      return read(exportTables[request.part], { ...source, filter: request.filter ?? {} })
    case 'pages': {
      const table = request.columns
        ? pageColumnTable(request.columns)
        : pageTable(fieldColumnsOf(crawl.options).map(fieldOfColumn))
      return read(table, { ...source, filter: request.filter ?? {} })
    }
    case 'not-crawled':
      return read(exportTables['not-crawled'], { ...source, filter: request.filter ?? {} })
    case 'languages':
      return read(exportTables.languages, { ...source, filter: request.filter ?? {} })
    default:
      return read(exportTables[request.part], { ...source, filter: {} })
  }
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
  const day = isoDay(crawl.startedMs ?? crawl.createdMs)
  return `sitesounder-${safe}-${part}-${day}.${extension}`
}
