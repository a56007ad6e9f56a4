import type { IssueFilter, PageFilter } from '../batches.ts'
import { csvTable } from './csv.ts'
import { exportFileName } from './export-file-name.ts'
import type { ExportOptions } from './export-format.ts'
import type { ExportTable } from './export-table.ts'
import { exportTables } from './export-tables.ts'
import { jsonExport, jsonTable } from './json.ts'

type AskedPart =
  | { part: 'issues'; filter?: IssueFilter }
  | { part: 'pages'; filter?: PageFilter }
  | { part: 'report' | 'links' | 'images' | 'muted'; filter?: undefined }

export type ExportRequest = AskedPart &
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

/** What a request for a file is answered with. Nothing is read before the text is. */
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
      return tableText(exportTables.issues, { ...request, filter: request.filter ?? {} })
    case 'pages':
      return tableText(exportTables.pages, { ...request, filter: request.filter ?? {} })
    default:
      return tableText(exportTables[request.part], { ...request, filter: {} })
  }
}

function tableText<Filter>(
  table: ExportTable<Filter>,
  request: Omit<ExportRequest, 'filter'> & { filter: Filter },
): AsyncIterable<string> {
  return request.format === 'csv' ? csvTable(table, request) : jsonTable({ part: request.part, table }, request)
}
