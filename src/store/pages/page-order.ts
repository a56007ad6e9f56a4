import {
  compare,
  isOfKind,
  type KindOfPage,
  type PageSortColumn,
  type SortedPage,
  sortValues,
} from '#shared/page-list.ts'
import type { PageQuery, PageRow } from './page-row.ts'

/** Ids of pages in the order of a list that no index holds, gathered from rows that come in the order of the crawl. */
export class PageOrder {
  readonly #query: PageQuery
  readonly #found: { id: number; value: number }[] = []

  constructor(query: PageQuery) {
    this.#query = query
  }

  add(id: number, row: PageRow): void {
    const { sort } = this.#query
    const page = listed(row)
    if (!isOfRequestedKind(this.#query, row)) return
    this.#found.push({ id, value: sort ? sortValue(page, sort.column) : 0 })
  }

  /** Rows that are equal in what is sorted by stay in the order of the crawl. */
  ids(): number[] {
    const sign = this.#query.sort?.isDescending ? -1 : 1
    return this.#found.sort((one, other) => sign * compare(one.value, other.value)).map(({ id }) => id)
  }
}

export function isOfRequestedKind({ kind }: PageQuery, row: PageRow): boolean {
  return kind === undefined || isOfKind[kind](listed(row))
}

/** The index by URL sorts these. */
function sortValue(page: SortedPage, column: PageSortColumn): number {
  return column === 'url' ? 0 : sortValues[column](page)
}

function listed(row: PageRow): SortedPage & KindOfPage {
  const { columns, url, statusCode, finalStatusCode, depth, hops, totalMs, linkFigures, inlinkCount } = row
  return {
    url,
    statusCode,
    finalStatusCode,
    depth,
    hops,
    title: columns?.title || null,
    metaDescription: columns?.metaDescription || null,
    h1: columns?.h1 || null,
    h1Count: columns?.h1Count ?? 0,
    h2Count: columns?.h2Count ?? 0,
    h3Count: columns?.h3Count ?? 0,
    pCount: columns?.pCount ?? 0,
    totalImages: columns?.totalImages ?? 0,
    missingAltTags: columns?.missingAltTags ?? 0,
    emptyAltTags: columns?.emptyAltTags ?? 0,
    linkScore: linkFigures?.score ?? null,
    inlinkCount,
    responseTime: totalMs,
  }
}
