import { capitalized, plainWords } from './bench-labels.ts'
import { benchRandom } from './bench-random.ts'

/**
 * The shape of the bench site and the defects seeded in it, by number of page. Page i lists pages 12i+1 to 12i+12, so every page is
 * reached and the depth is the logarithm of the size. Nothing is kept: whatever is requested about a page follows from its number.
 */
export interface BenchSite {
  pageCount: number
  path(page: number): string
  /** Pages that this one lists. */
  children(page: number): number[]
  defect(page: number): Defect | null
  /** URLs that respond with 404, 410 or 500. */
  dead: readonly DeadUrl[]
  /** URLs that redirect and are linked. */
  redirects: readonly Redirect[]
  /** URLs that only those lead to. */
  innerRedirects: readonly Redirect[]
}

export interface DeadUrl {
  path: string
  status: number
}

export interface Redirect {
  path: string
  status: number
  to: string
  /** Hops until the page is reached. */
  hops: number
}

/** Shares in a thousand leaf pages. */
const defectShares = {
  'no-title': 12,
  'long-title': 15,
  'shared-title': 20,
  'no-description': 30,
  'shared-description': 20,
  'no-h1': 15,
  'many-h1': 15,
  noindex: 10,
  'no-lang': 5,
} as const
export type Defect = keyof typeof defectShares
const defects = Object.entries(defectShares) as [Defect, number][]

const BRANCHES = 12
export const SECTIONS = [
  'guides',
  'products',
  'news',
  'help',
  'company',
  'research',
  'events',
  'recipes',
  'travel',
  'reviews',
  'tools',
  'archive',
] as const
const DEAD_SHARE = 0.01
const REDIRECT_SHARE = 0.02
const deadStatuses = [404, 404, 404, 410, 500] as const
const redirectStatuses = [301, 301, 302, 308] as const
/** Every so many-th redirect leads to another one. */
const CHAINED_EVERY = 5

export function benchSite(pageCount: number): BenchSite {
  if (pageCount <= BRANCHES) throw new Error(`the bench site has more than ${BRANCHES} pages`)
  const path = (page: number): string => {
    if (page === 0) return '/'
    const section = SECTIONS[sectionOf(page)]
    if (page <= BRANCHES) return `/${section}/`
    return `/${section}/${plainWords(benchRandom('path', page), 2).replace(' ', '-')}-${page}.html`
  }
  const children = (page: number) => {
    const first = page * BRANCHES + 1
    return Array.from({ length: Math.max(0, Math.min(BRANCHES, pageCount - first)) }, (_, index) => first + index)
  }
  return {
    pageCount,
    path,
    children,
    defect: page => (page > BRANCHES && children(page).length === 0 ? defectOf(page) : null),
    dead: Array.from({ length: Math.ceil(pageCount * DEAD_SHARE) }, (_, index) => ({
      path: `/dead/${plainWords(benchRandom('dead', index), 1)}-${index}.html`,
      status: deadStatuses[index % deadStatuses.length] ?? 404,
    })),
    ...redirectsTo(pageCount, path),
  }
}

export function nameOf(page: number): string {
  return page === 0 ? 'Home of everything' : capitalized(plainWords(benchRandom('name', page), 3))
}

function sectionOf(page: number): number {
  let ancestor = page
  while (ancestor > BRANCHES) ancestor = Math.floor((ancestor - 1) / BRANCHES)
  return ancestor - 1
}

function defectOf(page: number): Defect | null {
  let left = benchRandom('defect', page).below(1_000)
  for (const [defect, share] of defects) {
    left -= share
    if (left < 0) return defect
  }
  return null
}

function redirectsTo(
  pageCount: number,
  path: (page: number) => string,
): Pick<BenchSite, 'redirects' | 'innerRedirects'> {
  const target = (index: number) => path(1 + benchRandom('redirect', index).below(pageCount - 1))
  const count = Math.ceil(pageCount * REDIRECT_SHARE)
  const redirects = Array.from({ length: count }, (_, index): Redirect => {
    const status = redirectStatuses[index % redirectStatuses.length] ?? 301
    const isChained = index % CHAINED_EVERY === CHAINED_EVERY - 1
    return { path: `/old/${index}`, status, to: isChained ? `/older/${index}` : target(index), hops: isChained ? 2 : 1 }
  })
  const innerRedirects = redirects.flatMap(({ hops, to }, index) =>
    hops === 1 ? [] : [{ path: to, status: 301, to: target(index), hops: 1 }],
  )
  return { redirects, innerRedirects }
}
