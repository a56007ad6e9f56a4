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

/**
 * Of a page: added since the earlier crawl; removed, which is an error response or, for a crawl that reached every page, that nothing
 * leads to it any more; or not crawled this time.
 */
export const pageChanges = ['added', 'removed', 'not-crawled'] as const
export type PageChange = (typeof pageChanges)[number]
