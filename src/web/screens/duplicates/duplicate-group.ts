import type { IssueResponse } from '#shared/api/issues.ts'
import type { PageResponse } from '#shared/api/pages.ts'
import { foldedKey } from '#shared/fold-text.ts'

/** What the list shows of a group of pages that are alike: read off the issue's evidence, and compared among its pages. */
type DuplicateIssue = Pick<IssueResponse, 'pageUrl' | 'details' | 'affectedCount'>

/** Addresses of the group, the one to keep first. */
export function groupMembers({ pageUrl, details }: DuplicateIssue): string[] {
  const urls = details.duplicateUrls ?? [pageUrl]
  return urls.includes(pageUrl) ? [pageUrl, ...urls.filter(url => url !== pageUrl)] : [...urls]
}

/** How many pages the group has; the issue may name fewer. */
export function groupSize(issue: DuplicateIssue): number {
  return Math.max(issue.affectedCount, groupMembers(issue).length)
}

type Evidence = IssueResponse['details']['evidence'][number]

/** Longer ones, such as checksums, are for the panel. */
const MAX_FACT_LENGTH = 60

/** Short facts about the whole group, such as how long the common text is. */
export function groupFacts({ details }: Pick<IssueResponse, 'details'>): { label: string; text: string }[] {
  return details.evidence.flatMap(proof =>
    proof.kind === 'text' && proof.text.length <= MAX_FACT_LENGTH ? [{ label: proof.label, text: proof.text }] : [],
  )
}

export interface Similarity {
  /** The page that it is compared with. */
  with: string
  /** Such as "93 %". */
  share: string
}

/** How alike a page is to another of the group, by its address: the first pair that names it. */
export function similarities({ details }: Pick<IssueResponse, 'details'>): Map<string, Similarity> {
  const found = new Map<string, Similarity>()
  for (const [one = '', other = '', share = ''] of rowsOf(details.evidence, ['Page', 'Page', 'Similarity'])) {
    if (!found.has(one)) found.set(one, { with: other, share })
    if (!found.has(other)) found.set(other, { with: one, share })
  }
  return found
}

/** Where the text of a page parts from that of another, by its address. */
export function differences({ details }: Pick<IssueResponse, 'details'>): Map<string, string> {
  return new Map(rowsOf(details.evidence, ['Page', 'Text']).map(([url = '', text = '']) => [url, text]))
}

/** What the evidence says of an address that is no page of the crawl, such as another spelling of the host. */
export function spellingStatus({ details }: Pick<IssueResponse, 'details'>): Map<string, string> {
  const rows = rowsOf(details.evidence, ['URL', 'Status', 'Redirects to', 'Canonical'])
  return new Map(rows.map(([url = '', status = '']) => [url, status]))
}

/** Rows of the table with these columns; none without one. */
function rowsOf(evidence: readonly Evidence[], columns: readonly string[]): string[][] {
  return evidence.flatMap(proof =>
    proof.kind === 'table' && proof.columns.join('\n') === columns.join('\n') ? proof.rows : [],
  )
}

export const comparedFields = ['title', 'metaDescription', 'h1'] as const
export type ComparedField = (typeof comparedFields)[number]

/** Fields that all of two or more pages have alike, as search engines compare them: white space and case do not count. */
export function sameFields(pages: readonly Pick<PageResponse, ComparedField>[]): Set<ComparedField> {
  if (pages.length < 2) return new Set()
  return new Set(
    comparedFields.filter(field => {
      const keys = new Set(pages.map(page => foldedKey(page[field] ?? '')))
      return keys.size === 1 && !keys.has('')
    }),
  )
}
