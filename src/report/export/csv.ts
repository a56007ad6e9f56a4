import { csvRow } from './csv-row.ts'
import type { ExportOptions } from './export-format.ts'
import type { ExportTable, Walk } from './export-table.ts'
import { issueTable } from './issue-table.ts'

/** Byte order mark (RFC 3629, section 6): without one, spreadsheet programs guess the encoding. */
const BYTE_ORDER_MARK = '\ufeff'

/** The issues of a crawl as CSV. */
export function csvExport({ reading, crawl, isStable }: ExportOptions): AsyncIterable<string> {
  return csvTable(issueTable, { reading, crawl, isStable, filter: {} })
}

/** A table as CSV (RFC 4180: CRLF, quotes doubled, one line of headings), one record a row. */
export async function* csvTable<Filter>(
  table: ExportTable<Filter>,
  walk: Walk<Filter> & { hasBom?: boolean },
): AsyncIterable<string> {
  yield (walk.hasBom ? BYTE_ORDER_MARK : '') + csvRow(table.heads(walk.isStable))
  for await (const rows of table.cells(walk)) yield rows.map(csvRow).join('')
}
