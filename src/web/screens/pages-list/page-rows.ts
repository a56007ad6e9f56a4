/** Which pages the table shows, in which order: pure, from the whole list and the state of the address bar. */
import type { PageResponse } from '#shared/api/pages.ts'
import { type ScoredPage, structureScore, wordEstimate } from '#shared/page-score.ts'
import type { SortDirection } from '../../components/table.tsx'

export const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const

export const sortColumns = ['url', 'status', 'score', 'words', 'depth', 'links', 'time'] as const
export type SortColumn = (typeof sortColumns)[number]

export interface PageView {
  search: string
  /** '' for all, else one of `statusClasses`, or 'none' for pages without an answer. */
  status: string
  /** Clicks from the start page; null for all. */
  depth: number | null
  /** null: in the order of the crawl. */
  sort: { column: SortColumn; direction: SortDirection } | null
}

/** What is looked at to filter and to sort. */
type ViewedPage = ScoredPage & Pick<PageResponse, 'id' | 'statusCode' | 'depth' | 'linkScore' | 'responseTime'>

const values: Record<SortColumn, (page: ViewedPage) => string | number> = {
  url: page => page.url,
  status: page => page.statusCode ?? 0,
  score: structureScore,
  words: wordEstimate,
  depth: page => page.depth,
  // Those that have no score come before the weakest.
  links: page => page.linkScore ?? -1,
  time: page => page.responseTime ?? Number.POSITIVE_INFINITY,
}

export function visiblePages<Page extends ViewedPage>(pages: readonly Page[], view: PageView): Page[] {
  const { search, status, depth, sort } = view
  const needle = search.trim().toLowerCase()
  const rows = pages.filter(
    page => hasStatus(page, status) && (depth === null || page.depth === depth) && matches(page, needle),
  )
  if (!sort) return rows
  const sortValue = values[sort.column]
  const sign = sort.direction === 'ascending' ? 1 : -1
  return rows
    .map(page => ({ page, value: sortValue(page) }))
    .sort((one, other) => sign * compare(one.value, other.value) || one.page.id - other.page.id)
    .map(({ page }) => page)
}

function hasStatus(page: ViewedPage, status: string): boolean {
  if (status === 'none') return page.statusCode === null
  return status === '' || (page.statusCode !== null && `${Math.floor(page.statusCode / 100)}xx` === status)
}

function matches(page: ViewedPage, needle: string): boolean {
  return needle === '' || page.url.toLowerCase().includes(needle) || (page.title ?? '').toLowerCase().includes(needle)
}

function compare(one: string | number, other: string | number): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
