import type { IssueResponse } from '#shared/api/issues.ts'
import type { PageResponse } from '#shared/api/pages.ts'
import { foldedKey } from '#shared/white-space.ts'

type DuplicateIssue = Pick<IssueResponse, 'pageUrl' | 'details' | 'affectedCount'>

/** URLs of the group, the one to keep first. */
export function groupMembers({ pageUrl, details }: DuplicateIssue): string[] {
  const urls = details.duplicateUrls ?? [pageUrl]
  return urls.includes(pageUrl) ? [pageUrl, ...urls.filter(url => url !== pageUrl)] : [...urls]
}

/** The number of pages in the group; the issue may list fewer. */
export function groupSize(issue: DuplicateIssue): number {
  return Math.max(issue.affectedCount, groupMembers(issue).length)
}

type Evidence = IssueResponse['details']['evidence'][number]

/** Longer texts, such as checksums, are shown in the panel only. */
const MAX_FACT_LENGTH = 60

/** Short facts about the whole group, such as how long the common text is. */
export function groupFacts({ details }: Pick<IssueResponse, 'details'>): { label: string; text: string }[] {
  return details.evidence.flatMap(proof =>
    proof.kind === 'text' && proof.text.length <= MAX_FACT_LENGTH ? [{ label: proof.label, text: proof.text }] : [],
  )
}

export interface Similarity {
  /** URL of the compared page. */
  with: string
  /** Such as "93 %". */
  share: string
}

/** By URL: the similarity of a page to another one of the group, from the first pair that names it. */
export function similarities({ details }: Pick<IssueResponse, 'details'>): Map<string, Similarity> {
  const found = new Map<string, Similarity>()
  for (const [one = '', other = '', share = ''] of rowsOf(details.evidence, ['Page', 'Page', 'Similarity'])) {
    if (!found.has(one)) found.set(one, { with: other, share })
    if (!found.has(other)) found.set(other, { with: one, share })
  }
  return found
}

/** By URL: the text at which a page differs from another. */
export function differences({ details }: Pick<IssueResponse, 'details'>): Map<string, string> {
  return new Map(rowsOf(details.evidence, ['Page', 'Text']).map(([url = '', text = '']) => [url, text]))
}

/** By URL: the status of URLs that are not pages of the crawl, such as another spelling of the host. */
export function spellingStatus({ details }: Pick<IssueResponse, 'details'>): Map<string, string> {
  const rows = rowsOf(details.evidence, ['URL', 'Status', 'Redirects to', 'Canonical'])
  return new Map(rows.map(([url = '', status = '']) => [url, status]))
}

/** Rows of the tables with exactly these columns. */
function rowsOf(evidence: readonly Evidence[], columns: readonly string[]): string[][] {
  return evidence.flatMap(proof =>
    proof.kind === 'table' && proof.columns.join('\n') === columns.join('\n') ? proof.rows : [],
  )
}

export const comparedFields = ['title', 'metaDescription', 'h1'] as const
export type ComparedField = (typeof comparedFields)[number]

/** Fields with the same text on all pages (two or more), ignoring white space and case. */
export function sameFields(pages: readonly Pick<PageResponse, ComparedField>[]): Set<ComparedField> {
  if (pages.length < 2) return new Set()
  return new Set(
    comparedFields.filter(field => {
      const keys = new Set(pages.map(page => foldedKey(page[field] ?? '')))
      return keys.size === 1 && !keys.has('')
    }),
  )
}
