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

export function addChanges(sum: FindingChanges, added: FindingChanges): void {
  sum.new += added.new
  sum.unchanged += added.unchanged
  sum.fixed += added.fixed
  sum.notCrawled += added.notCrawled
  sum.notChecked += added.notChecked
}

/**
 * Of an HTML page: added since the earlier crawl; removed, as it responds with an error or a redirect, or as nothing leads to it any more
 * in a crawl that reached every page; or not crawled this time.
 */
export const pageChanges = ['added', 'removed', 'not-crawled'] as const
export type PageChange = (typeof pageChanges)[number]
