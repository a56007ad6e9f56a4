import { plainText } from '#shared/plain-text.ts'

export type Cell = string | number | boolean | null

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
