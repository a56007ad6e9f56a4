import { type ScoredPage, structureScore, wordEstimate } from './page-score.ts'

/** How pages may be chosen and sorted: the same for the server's list and for the export that a screen arranges. */

export const pageStatuses = ['2xx', '3xx', '4xx', '5xx', 'none'] as const
/** `none`: the server gave no response. */
export type PageStatus = (typeof pageStatuses)[number]

export const pageSortColumns = ['url', 'status', 'score', 'words', 'depth', 'links', 'inlinks', 'time'] as const
export type PageSortColumn = (typeof pageSortColumns)[number]

export const sortOrders = ['ascending', 'descending'] as const
export type SortOrder = (typeof sortOrders)[number]

export const pageKinds = ['ok', 'redirects', 'titles', 'descriptions'] as const
/** What is good about a page that passed. */
export type PageKind = (typeof pageKinds)[number]

/** What the kinds of a page follow from. */
export interface KindOfPage {
  statusCode: number | null
  /** After redirects. */
  finalStatusCode: number | null
  title: string | null
  metaDescription: string | null
  hops: readonly unknown[]
}

export interface SortedPage extends ScoredPage {
  statusCode: number | null
  depth: number
  linkScore: number | null
  inlinkCount: number
  responseTime: number | null
}

/** What a page is sorted by. URLs compare by their characters. */
export const sortValues: Record<Exclude<PageSortColumn, 'url'>, (page: SortedPage) => number> = {
  status: page => page.statusCode ?? 0,
  score: structureScore,
  words: wordEstimate,
  depth: page => page.depth,
  // Those that have no score come before the weakest.
  links: page => page.linkScore ?? -1,
  inlinks: page => page.inlinkCount,
  time: page => page.responseTime ?? Number.POSITIVE_INFINITY,
}

/** Pages that are equal in what is sorted by stay as they stood. */
export function sortPages<Page extends SortedPage>(
  pages: readonly Page[],
  { column, isDescending }: { column: PageSortColumn; isDescending: boolean },
): Page[] {
  const value = column === 'url' ? (page: Page) => page.url : sortValues[column]
  const sign = isDescending ? -1 : 1
  return pages
    .map(page => ({ page, value: value(page) }))
    .sort((one, other) => sign * compare(one.value, other.value))
    .map(({ page }) => page)
}

/** Not the difference, which two that are infinite do not have. */
export function compare(one: string | number, other: string | number): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** Statuses that say for good where a page has gone: search engines pass its standing on. */
const permanent: ReadonlySet<number> = new Set([301, 308])

export const isOfKind: Record<PageKind, (page: KindOfPage) => boolean> = {
  ok: page => page.statusCode === 200,
  // One hop, permanent, ending in 200.
  redirects: ({ statusCode, finalStatusCode, hops }) =>
    hops.length === 1 && statusCode !== null && permanent.has(statusCode) && finalStatusCode === 200,
  titles: page => page.title !== null,
  descriptions: page => page.metaDescription !== null,
}
