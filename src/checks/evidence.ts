import type { PageFacts } from '#shared/facts.ts'
import { MAX_FINDINGS_PER_LIST, MAX_TEXT } from '#shared/limits.ts'
import type { Evidence, IssueDetails } from '#shared/model.ts'

/** Builders of evidence that keep it bounded: rows are capped, with the total beside them, and texts are cut. */

export function textEvidence(label: string, text: string): Evidence {
  return { kind: 'text', label, text: excerpt(text, MAX_TEXT) }
}

/** `line` is the 1-based source line; 0 (unknown) is omitted. */
export function codeEvidence(label: string, code: string, line = 0): Evidence {
  return line > 0 ? { kind: 'code', label, code, line } : { kind: 'code', label, code }
}

export function urlEvidence(label: string, url: string): Evidence {
  return { kind: 'url', label, url }
}

export interface TableContent<T> {
  label: string
  columns: string[]
  items: readonly T[]
  row: (item: T, index: number) => (string | number | null)[]
  /** Number of items, where not all are given. */
  total?: number
}

/** What is not in the source has no line. */
const LINE_COLUMN = /\bline$/i

/** A table of at most MAX_FINDINGS_PER_LIST rows, and how many there are where these are not all. */
export function tableEvidence<T>({ label, columns, items, row, total = items.length }: TableContent<T>): Evidence {
  const shown = items.slice(0, MAX_FINDINGS_PER_LIST)
  const isLine = columns.map(column => LINE_COLUMN.test(column))
  const rows = shown.map((item, index) =>
    row(item, index).map((cell, column) => (cell === null || (isLine[column] && cell === 0) ? '' : String(cell))),
  )
  return { kind: 'table', label, columns, rows, ...(shown.length < total && { total }) }
}

/** Cuts a text and marks the cut. */
export function excerpt(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text
  return `${text.slice(0, maxCharacters - 1).toWellFormed()}…`
}

/** The piece of a text around a match, on one line. */
export function snippet(text: string, at: number): string {
  const from = Math.max(0, at - 60)
  const to = Math.min(text.length, at + 140)
  return `${from > 0 ? '…' : ''}${text.slice(from, to).replaceAll(/\s+/g, ' ').toWellFormed()}${to < text.length ? '…' : ''}`
}

/** Findings about links name the page that holds them; clients show it as the source. */
export function linkSource(page: PageFacts): Omit<IssueDetails, 'evidence'> {
  return { sourceUrl: page.url, referringSources: [page.url] }
}

const MAX_QUOTED = 80

/** A text of a page, in quotes and cut for a sentence; whole characters only. */
export function quoted(text: string): string {
  const characters = [...text.slice(0, MAX_QUOTED * 2)]
  return characters.length <= MAX_QUOTED
    ? `“${characters.join('')}”`
    : `“${characters.slice(0, MAX_QUOTED - 1).join('')}…”`
}
