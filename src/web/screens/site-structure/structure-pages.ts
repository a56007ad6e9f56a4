import type { StructureResponse } from '#shared/api/structure.ts'
import { isErrorStatus, isRedirection } from '#shared/http-status.ts'

/** ok: a status code below 300. error: 400 or above, or no response. */
export type PageKind = 'ok' | 'redirect' | 'error'

/** One page of the structure, unpacked from the columns of the response. */
export interface StructurePage {
  index: number
  url: string
  /** Path and query; the absolute URL on another host. */
  path: string
  title: string
  status: number | null
  kind: PageKind
  /** Path segments, at least 1. */
  depth: number
  /** Crawl depth. */
  clicks: number
  /** null when unknown or when the page is not indexable. */
  linkScore: number | null
  errors: number
  warnings: number
  infos: number
  parent: number | null
  /** Level in the tree, 0 at the top. */
  level: number
}

export function structurePages(response: StructureResponse): StructurePage[] {
  const levels = treeLevels(response.parents)
  return response.paths.map((path, index) => {
    const status = response.statuses[index] ?? null
    return {
      index,
      url: path.startsWith('/') ? response.origin + path : path,
      path,
      title: response.titles[index] ?? '',
      status,
      kind: pageKind(status),
      depth: response.depths[index] ?? 1,
      clicks: response.clicks[index] ?? 0,
      linkScore: response.linkScores[index] ?? null,
      errors: response.errors[index] ?? 0,
      warnings: response.warnings[index] ?? 0,
      infos: response.infos[index] ?? 0,
      parent: response.parents[index] ?? null,
      level: levels[index] ?? 0,
    }
  })
}

export function pageKind(status: number | null): PageKind {
  if (status === null || isErrorStatus(status)) return 'error'
  return isRedirection(status) ? 'redirect' : 'ok'
}

/** The level of each entry, without recursion: a tree may be as deep as it is large. */
export function treeLevels(parents: readonly (number | null)[]): number[] {
  const levels: number[] = []
  for (const start of parents.keys()) {
    const path: number[] = []
    let at: number | null = start
    while (at !== null && levels[at] === undefined && path.length <= parents.length) {
      path.push(at)
      at = parents[at] ?? null
    }
    let level = at === null ? -1 : (levels[at] ?? -1)
    for (const each of path.reverse()) levels[each] = ++level
  }
  return levels
}

/** Depth-first order: every page after its parent, siblings sorted by URL. */
export function inTreeOrder(pages: readonly StructurePage[]): StructurePage[] {
  const children = Map.groupBy(pages, page => page.parent)
  const order: StructurePage[] = []
  const waiting = sortedDown(children.get(null) ?? [])
  for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
    order.push(page)
    waiting.push(...sortedDown(children.get(page.index) ?? []))
  }
  return order
}

/** In reverse: pages are taken from the end. */
function sortedDown(pages: readonly StructurePage[]): StructurePage[] {
  return pages.toSorted((one, other) => (one.path < other.path ? 1 : -1))
}

export const pageFilters = ['', 'problems', 'deep', 'deepest', 'weak'] as const
/**
 * problems: errors and pages without a response. deep: crawl depth above `GOOD_CLICKS`. deepest: pages of the largest depth. weak: low
 * link score.
 */
export type PageFilter = (typeof pageFilters)[number]

/** The largest good crawl depth of important pages. */
export const GOOD_CLICKS = 3

/** A link score below this is weak; the scale is logarithmic. */
export const WEAK_LINK_SCORE = 10

export function filteredPages(
  pages: readonly StructurePage[],
  { show, search }: { show: PageFilter; search: string },
): StructurePage[] {
  const text = search.trim()
  const needle = text.toLowerCase()
  // An absolute URL matches its page only, not pages that start with it.
  const isUrl = pages.some(page => page.url === text)
  const isFound = (page: StructurePage) => (isUrl ? page.url === text : needle === '' || hasText(page, needle))
  const maxDepth = structureSums(pages).maxDepth
  const isShown: Record<PageFilter, (page: StructurePage) => boolean> = {
    '': () => true,
    problems: page => page.kind === 'error',
    deep: page => page.clicks > GOOD_CLICKS,
    deepest: page => page.depth === maxDepth,
    weak: isWeaklyLinked,
  }
  return pages.filter(page => isShown[show](page) && isFound(page))
}

function hasText({ url, title }: StructurePage, needle: string): boolean {
  return url.toLowerCase().includes(needle) || title.toLowerCase().includes(needle)
}

function isWeaklyLinked({ linkScore }: StructurePage): boolean {
  return linkScore !== null && linkScore < WEAK_LINK_SCORE
}

interface StructureSums {
  maxDepth: number
  problemCount: number
  /** Pages with a crawl depth above `GOOD_CLICKS`. */
  deepCount: number
  /** Pages with a weak link score; null when no page has a link score. */
  weakCount: number | null
}

export function structureSums(pages: readonly StructurePage[]): StructureSums {
  const isScored = pages.some(page => page.linkScore !== null)
  const sums = {
    maxDepth: 0,
    problemCount: 0,
    deepCount: 0,
    weakCount: isScored ? pages.filter(isWeaklyLinked).length : null,
  }
  for (const { depth, kind, clicks } of pages) {
    sums.maxDepth = Math.max(sums.maxDepth, depth)
    if (kind === 'error') sums.problemCount++
    if (clicks > GOOD_CLICKS) sums.deepCount++
  }
  return sums
}
