import { affectedPages } from '#shared/affected-pages.ts'
import type { IssueResponse } from '#shared/api/issues.ts'

export type IssueEvidence = IssueResponse['details']['evidence'][number]
export type EvidencePlaces = Extract<IssueEvidence, { kind: 'places' }>

export interface IssueParts {
  /** What is left to prove the issue. */
  evidence: IssueEvidence[]
  /** The links to its target, which stand for its pages; null where it has none. */
  linkedFrom: EvidencePlaces | null
}

/** The evidence of an issue without what its panel shows elsewhere: its URL, its pages, the links to it, the suggested fix. */
export function issueParts(issue: IssueResponse): IssueParts {
  const { evidence } = issue.details
  const linkedFrom = evidence.find(entry => entry.kind === 'places') ?? null
  const shown = new Set([issue.pageUrl, ...affectedPages(issue), ...(linkedFrom?.places ?? []).map(at => at.sourceUrl)])
  const hops = evidence.flatMap(entry => (entry.kind === 'hops' ? entry.hops : []))
  const fixed = issue.example?.isOwn ? issue.example.after : ''
  const isElsewhere = (entry: IssueEvidence): boolean => {
    switch (entry.kind) {
      case 'places':
        return entry === linkedFrom
      case 'url':
        return shown.has(entry.url) || hops.at(-1)?.location === entry.url
      case 'urls':
        return entry.urls.every(url => shown.has(url))
      case 'text':
        return fixed !== '' && fixed.includes(entry.text)
      case 'attempts':
        // The hops have the same statuses.
        return hops.length > 0 && entry.attempts.length === 1 && entry.attempts[0]?.failure === null
      case 'table':
        return listsPages(entry.columns) && entry.rows.every(([url = '']) => shown.has(url))
      default:
        return false
    }
  }
  return { evidence: evidence.filter(entry => !isElsewhere(entry)), linkedFrom }
}

/** A table of pages by their figures, which the list of pages has, too. */
function listsPages(columns: readonly string[]): boolean {
  return columns[0] === 'URL' && columns.slice(1).every(column => column === 'Crawl depth' || column === 'Inlinks')
}

/** An element of a page as its source has it. */
export interface SourceElement {
  /** 0 when unknown. */
  line: number
  code: string
  /** CSS-like path; '' when unknown. */
  path: string
  /** The other columns of its row, but empty ones. */
  facts: { name: string; value: string }[]
}

/** The rows of a table whose first column quotes tags, as elements of the source; null for any other table. */
export function sourceElements({ columns, rows }: Extract<IssueEvidence, { kind: 'table' }>): SourceElement[] | null {
  const code = columns.findIndex((_, index) => rows.length > 0 && rows.every(row => row[index]?.startsWith('<')))
  if (code < 0) return null
  const [line, path] = [columns.indexOf('Line'), columns.indexOf('Element')]
  return rows.map(row => ({
    line: Number(row[line] ?? 0) || 0,
    code: row[code] ?? '',
    path: row[path] ?? '',
    facts: columns.flatMap((name, index) => {
      const value = row[index] ?? ''
      return [code, line, path].includes(index) || value === '' ? [] : [{ name, value }]
    }),
  }))
}

/** What is wrong in a piece of source: what its fix changes, where the source has it. */
export function wrongPart(source: string, example: IssueResponse['example'], difference: { from: number; to: number }) {
  if (!example?.isOwn) return undefined
  const start = source.indexOf(example.before)
  if (start < 0) return undefined
  // Where something is missing, the whole element is marked.
  const { from, to } = difference.from < difference.to ? difference : { from: 0, to: example.before.length }
  return { from: start + from, to: start + to }
}
