import { plainText } from '#shared/plain-text.ts'
import type { IssueRow } from '#store/store.ts'
import { issueAdvice, issueSource } from '../issue-list.ts'
import { issueBatches } from './batches.ts'
import type { ExportOptions } from './export-format.ts'

type Cell = string | number

const columns: readonly { head: string; isTime?: boolean; cell: (issue: IssueRow) => Cell }[] = [
  { head: 'Severity', cell: issue => issue.severity },
  { head: 'Type', cell: issue => issue.type },
  { head: 'Check', cell: issue => issue.checkId },
  { head: 'Title', cell: issue => issueAdvice(issue).title },
  { head: 'Message', cell: issue => issue.message },
  { head: 'Page', cell: issue => issue.pageUrl },
  { head: 'Source', cell: issue => issueSource(issue.details) ?? '' },
  { head: 'Referring sources', cell: issue => issue.details.referringSources?.length ?? 0 },
  { head: 'Affected pages', cell: issue => issue.affectedCount },
  { head: 'Status code', cell: issue => issue.details.statusCode ?? '' },
  { head: 'Why it matters', cell: issue => issueAdvice(issue).why },
  { head: 'How to fix', cell: issue => issueAdvice(issue).fix },
  { head: 'First seen', isTime: true, cell: issue => new Date(issue.discoveredMs).toISOString() },
]

/** The issues of a crawl as CSV (RFC 4180: CRLF, quotes doubled), one row each, in the order of the list. */
export async function* csvExport({ reading, crawl, isStable }: ExportOptions): AsyncIterable<string> {
  const chosen = columns.filter(column => !(isStable && column.isTime))
  yield csvRow(chosen.map(column => column.head))
  for await (const issues of issueBatches(reading, crawl.id))
    yield issues.map(issue => csvRow(chosen.map(column => column.cell(issue)))).join('')
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
  if (typeof value === 'number') return String(value)
  const text = value.replace(LINE, line => plainText(line)).replace(FORMULA_STARTS, "'")
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
