import { ERROR_STATUS_MIN, REDIRECT_STATUS_MAX, REDIRECT_STATUS_MIN } from '#shared/constants.ts'
import type { StructureResponse } from '#shared/structure.ts'

/** ok: answered below 300. error: 400 or above, or no answer at all. */
export type PageKind = 'ok' | 'redirect' | 'error'

/** One page of the structure, unpacked from the columns of the answer. */
export interface StructurePage {
  index: number
  url: string
  /** Path and query; the whole address on another host. */
  path: string
  title: string
  status: number | null
  kind: PageKind
  /** Path segments, at least 1. */
  depth: number
  /** Clicks from the start page. */
  clicks: number
  /** null where it is not known, or the page is not for search engines. */
  linkScore: number | null
  errors: number
  warnings: number
  infos: number
  parent: number | null
  /** Steps from the top of the tree. */
  level: number
}

export function structurePages(answer: StructureResponse): StructurePage[] {
  const levels = treeLevels(answer.parents)
  return answer.paths.map((path, index) => {
    const status = answer.statuses[index] ?? null
    return {
      index,
      url: path.startsWith('/') ? answer.origin + path : path,
      path,
      title: answer.titles[index] ?? '',
      status,
      kind: pageKind(status),
      depth: answer.depths[index] ?? 1,
      clicks: answer.clicks[index] ?? 0,
      linkScore: answer.linkScores[index] ?? null,
      errors: answer.errors[index] ?? 0,
      warnings: answer.warnings[index] ?? 0,
      infos: answer.infos[index] ?? 0,
      parent: answer.parents[index] ?? null,
      level: levels[index] ?? 0,
    }
  })
}

export function pageKind(status: number | null): PageKind {
  if (status === null || status >= ERROR_STATUS_MIN) return 'error'
  return status >= REDIRECT_STATUS_MIN && status <= REDIRECT_STATUS_MAX ? 'redirect' : 'ok'
}

/** Steps of each entry from the top, without recursion: a tree may be as deep as it is large. */
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

/** Every page after the one above it, children in the order of their addresses: the tree read from top to bottom. */
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

/** The last first: they are taken from the end. */
function sortedDown(pages: readonly StructurePage[]): StructurePage[] {
  return pages.toSorted((one, other) => (one.path < other.path ? 1 : -1))
}

export const pageFilters = ['', 'problems', 'deep', 'deepest', 'weak'] as const
/**
 * problems: errors and no answers. deep: more clicks away than is good. deepest: those of the largest depth. weak: few or weak
 * links lead there.
 */
export type PageFilter = (typeof pageFilters)[number]

/** Important pages should lie within so many clicks of the start page. */
export const GOOD_CLICKS = 3

/** Below it a page gets a fraction of what the best-linked one gets: the scale is logarithmic. */
export const WEAK_LINK_SCORE = 10

export function filteredPages(
  pages: readonly StructurePage[],
  { show, search }: { show: PageFilter; search: string },
): StructurePage[] {
  const text = search.trim()
  const needle = text.toLowerCase()
  // A whole address means its page, though others may begin with it.
  const isAddress = pages.some(page => page.url === text)
  const isFound = (page: StructurePage) => (isAddress ? page.url === text : needle === '' || hasText(page, needle))
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
  /** Pages more clicks away than is good. */
  deepCount: number
  /** Pages to which few or weak links lead; null where no page has a link score. */
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
