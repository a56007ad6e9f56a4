import { csvExport } from './csv.ts'
import type { ExportFormat } from './export-format.ts'
import { jsonExport } from './json.ts'

/**
 * The formats in which a whole report leaves the product. Each is a stream of text over bounded batches, so that no export ever
 * holds all rows of a crawl; none of them writes a file or a response.
 */
export const exportFormats = {
  csv: { mediaType: 'text/csv; charset=utf-8', write: csvExport },
  json: { mediaType: 'application/json; charset=utf-8', write: jsonExport },
} as const satisfies Record<string, ExportFormat>
export type ExportFormatName = keyof typeof exportFormats
