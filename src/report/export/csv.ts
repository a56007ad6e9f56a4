import { plainText } from '#shared/plain-text.ts'
import type { ExportOptions } from './export-format.ts'
import type { Cell, ExportTable, Walk } from './export-table.ts'
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

/** One record with its line end. */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/**
 * A spreadsheet takes text that begins so for a formula, and what a crawled site wrote must not run on the reader's machine
 * (OWASP, CSV Injection): an apostrophe makes it text. Some programs fold full-width signs to the plain ones or cut blanks off
 * before they look; others split at semicolons or tabs, knowing nothing of our quotes, so a formula may begin behind those and
 * behind line ends, too. Where apostrophes stand already one more is put: taking one away always gives the text back.
 */
const FORMULA_STARTS = /(?<![^;\t\r\n])(?='*[^\S\t\r\n]*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?='*[\t\r\n])/g
const NEEDS_QUOTES = /[",\r\n]/
const LINE = /[^\r\n]+/g

function csvCell(value: Cell): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const text = value.replace(LINE, line => plainText(line)).replace(FORMULA_STARTS, "'")
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
