import { type Severity, severities } from './model.ts'

/**
 * How a crawl compares with the earlier one: the last complete crawl of the website before it that read a page. Findings are the same
 * in both by their check and cause, however many pages have it.
 */

/** Of a finding of the crawl: whether the earlier crawl had it. */
export const findingChanges = ['new', 'unchanged'] as const
export type FindingChange = (typeof findingChanges)[number]

/**
 * Of a finding of the earlier crawl that this crawl does not have. Fixed only where it was requested again, checked again by the same
 * settings, and not found; otherwise its pages were not crawled, or its check did not check them.
 */
export const absences = ['fixed', 'not-crawled', 'not-checked'] as const
export type Absence = (typeof absences)[number]

/** Numbers of findings: of this crawl, then of the earlier one. */
export interface FindingChanges {
  new: number
  unchanged: number
  fixed: number
  notCrawled: number
  notChecked: number
}

export const absenceCounts = {
  fixed: 'fixed',
  'not-crawled': 'notCrawled',
  'not-checked': 'notChecked',
} as const satisfies Record<Absence, keyof FindingChanges>

export function noChanges(): FindingChanges {
  return { new: 0, unchanged: 0, fixed: 0, notCrawled: 0, notChecked: 0 }
}

/** Of all severities. */
export function sumOfChanges(bySeverity: Record<Severity, FindingChanges>, kind: keyof FindingChanges): number {
  return severities.reduce((sum, severity) => sum + bySeverity[severity][kind], 0)
}

export function addChanges(sum: FindingChanges, added: FindingChanges): void {
  sum.new += added.new
  sum.unchanged += added.unchanged
  sum.fixed += added.fixed
  sum.notCrawled += added.notCrawled
  sum.notChecked += added.notChecked
}

/**
 * Of an HTML page. Of the later crawl: added, or moved, which is an added page with the text of one that is gone. Of the earlier crawl:
 * redirected; removed, as it responds with an error or as nothing leads to it any more in a crawl that reached every page; or not crawled
 * this time. A page that is gone and whose text has moved counts as moved alone.
 */
export const pageChanges = ['added', 'moved', 'redirected', 'removed', 'not-crawled'] as const
export type PageChange = (typeof pageChanges)[number]

/** Numbers of pages. */
export const pageChangeCounts = {
  added: 'added',
  moved: 'moved',
  redirected: 'redirected',
  removed: 'removed',
  'not-crawled': 'notCrawled',
} as const satisfies Record<PageChange, string>

/** Of a page that both crawls have, what differs. */
export const pageFields = {
  status: 'Status code',
  indexability: 'Indexability',
  title: 'Title',
  description: 'Meta description',
  canonical: 'Canonical URL',
  robots: 'Robots directives',
  h1: 'H1',
  words: 'Words',
  text: 'Main text',
  structuredData: 'Structured data',
  inlinks: 'Links in',
  outlinks: 'Links out',
  size: 'Size',
  score: 'Structure score',
} as const
export type PageField = keyof typeof pageFields
const isPageField = (name: string): name is PageField => Object.hasOwn(pageFields, name)
export const pageFieldNames: readonly PageField[] = Object.keys(pageFields).filter(isPageField)

/** Changes of pages as two chosen crawls are compared: beside the above, pages that both have and that changed. */
export const comparedPageChanges = ['changed', ...pageChanges] as const
export type ComparedPageChange = (typeof comparedPageChanges)[number]
