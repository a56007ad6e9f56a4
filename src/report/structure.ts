import type { StructureResponse } from '#shared/api/structure.ts'
import { hostWithoutWww, pathDepth } from '#shared/url.ts'
import type { CrawlRow, ReadingStore, StructurePage } from '#store/store.ts'

const PAGES_AT_ONCE = 1_000
/** A page may name ten thousand URLs. */
const LINKED_PAGES_AT_ONCE = 100
const MAX_TITLE = 80

type StructureReading = Pick<ReadingStore, 'structurePages' | 'structureLinks'>

interface StructureRequest {
  crawl: CrawlRow
  maxPages: number
  maxLinks: number
}

/** The first pages of a crawl as a tree of their paths, with the links between them. Read in bounded batches. */
export async function readStructure(
  reading: StructureReading,
  { crawl, maxPages, maxLinks }: StructureRequest,
): Promise<StructureResponse> {
  const pages = await readPages(reading, { crawlId: crawl.id, maxPages })
  const { links, totalLinks } = await readLinks(reading, { crawlId: crawl.id, pages, maxLinks })
  const urls = pages.map(page => page.url)
  const origin = URL.parse(urls[0] ?? crawl.seedUrl)?.origin ?? ''
  const totalPages = Math.max(crawl.counts.pagesListed, pages.length)
  return {
    crawlId: crawl.id,
    totalPages,
    omittedPages: totalPages - pages.length,
    origin,
    paths: urls.map(url => (url.startsWith(`${origin}/`) ? url.slice(origin.length) : url)),
    depths: urls.map(pathDepth),
    clicks: pages.map(page => page.depth),
    statuses: pages.map(page => page.statusCode),
    linkScores: pages.map(page => page.linkScore),
    titles: pages.map(page => cutTitle(page.title)),
    errors: pages.map(page => page.bySeverity.error),
    warnings: pages.map(page => page.bySeverity.warning),
    infos: pages.map(page => page.bySeverity.info),
    parents: treeParents(urls),
    links,
    totalLinks,
  }
}

async function readPages(
  reading: StructureReading,
  { crawlId, maxPages }: { crawlId: number; maxPages: number },
): Promise<StructurePage[]> {
  const pages: StructurePage[] = []
  while (pages.length < maxPages) {
    const afterUrl = pages.at(-1)?.url
    const limit = Math.min(PAGES_AT_ONCE, maxPages - pages.length)
    const batch = await reading.structurePages(crawlId, { ...(afterUrl !== undefined && { afterUrl }), limit })
    if (batch.length === 0) break
    pages.push(...batch)
  }
  return pages
}

async function readLinks(
  reading: StructureReading,
  { crawlId, pages, maxLinks }: { crawlId: number; pages: readonly StructurePage[]; maxLinks: number },
): Promise<{ links: number[]; totalLinks: number }> {
  const numbers = new Map(pages.map((page, number) => [page.id, number]))
  const chosen = new LeastLinked({ inlinkCounts: pages.map(page => page.inlinkCount), maxLinks })
  let afterUrl: string | undefined
  for (let seen = 0; seen < pages.length; ) {
    const limit = Math.min(LINKED_PAGES_AT_ONCE, pages.length - seen)
    const batch = await reading.structureLinks(crawlId, { ...(afterUrl !== undefined && { afterUrl }), limit })
    if (batch.length === 0) break
    for (const { id, targetIds } of batch) {
      const from = numbers.get(id)
      if (from !== undefined) chosen.add({ from, targets: numbersOf(targetIds, numbers) })
    }
    seen += batch.length
    afterUrl = batch.at(-1)?.url
  }
  return chosen.result()
}

/** Those of them that are among the pages. */
function numbersOf(ids: readonly number[], numbers: ReadonlyMap<number, number>): number[] {
  const found: number[] = []
  for (const id of ids) {
    const number = numbers.get(id)
    if (number !== undefined) found.push(number)
  }
  return found
}

/** No half of a surrogate pair. */
function cutTitle(title: string): string {
  return title.length <= MAX_TITLE ? title : `${title.slice(0, MAX_TITLE - 1).toWellFormed()}…`
}

/** Links of one page: numbers of pages. */
interface PageTargets {
  from: number
  targets: readonly number[]
}

/** So many are found sooner one by one than by sorting all. */
const FEW = 16

/**
 * Of each page, the links to the pages that the fewest others link to: what stands in every navigation would cover all else. Every
 * page gets the same share of `maxLinks`, at least one link, and what one leaves over is for those after it.
 */
export class LeastLinked {
  readonly #inlinkCounts: readonly number[]
  readonly #maxLinks: number
  readonly #pairs: number[] = []
  #total = 0

  constructor(options: { inlinkCounts: readonly number[]; maxLinks: number }) {
    this.#inlinkCounts = options.inlinkCounts
    this.#maxLinks = options.maxLinks
  }

  /** Pages in order, each once. */
  add({ from, targets }: PageTargets): void {
    this.#total += targets.length
    const pageCount = this.#inlinkCounts.length
    const shareSoFar = Math.max(from + 1, Math.floor((this.#maxLinks * (from + 1)) / pageCount))
    const room = Math.min(shareSoFar, this.#maxLinks) - this.#pairs.length / 2
    if (room <= 0) return
    for (const target of this.#least(targets, room)) this.#pairs.push(from, target)
  }

  /** Pairs flattened, and how many links there were. */
  result(): { links: number[]; totalLinks: number } {
    return { links: this.#pairs, totalLinks: this.#total }
  }

  /** Those to which the fewest link, in order. There is room for two of a hundred mostly, so that sorting all would be a waste. */
  #least(targets: readonly number[], count: number): number[] {
    if (count > FEW) return targets.toSorted((one, other) => this.#compare(one, other)).slice(0, count)
    const least: number[] = []
    for (const target of targets) {
      let at = least.length
      while (at > 0 && this.#compare(target, least[at - 1] ?? 0) < 0) at -= 1
      if (at === count) continue
      least.splice(at, 0, target)
      if (least.length > count) least.pop()
    }
    return least
  }

  #compare(one: number, other: number): number {
    return (this.#inlinkCounts[one] ?? 0) - (this.#inlinkCounts[other] ?? 0) || one - other
  }
}

interface Place {
  /** Host and path segments, joined by slashes. */
  key: string
  /** How much of the key each place above it has, from the host alone to the whole. */
  ends: number[]
}

/**
 * The tree that the paths of a site make: above each URL the nearest page whose path is a beginning of its own, else the page
 * at the top of its host, else that of the first URL. Returns one index for each URL, null for the one at the top of
 * all. URLs are given with the start page first.
 */
export function treeParents(urls: readonly string[]): (number | null)[] {
  const places = urls.map(placeOf)
  const owners = new Map<string, number>()
  for (const [index, { key }] of places.entries()) if (!owners.has(key)) owners.set(key, index)
  const first = places[0]
  const top = first ? (owners.get(first.key.slice(0, first.ends[0])) ?? 0) : 0
  return places.map((place, index) => (index === top ? null : (above(place, { index, owners }) ?? top)))
}

/** The first page of the same path (others differ in parameters or a slash), else the nearest with a shorter one. */
function above(
  { key, ends }: Place,
  { index, owners }: { index: number; owners: ReadonlyMap<string, number> },
): number | null {
  for (let at = ends.length - 1; at >= 0; at--) {
    const owner = owners.get(key.slice(0, ends[at]))
    if (owner !== undefined && owner !== index) return owner
  }
  return null
}

function placeOf(text: string): Place {
  const url = URL.parse(text)
  let key = url ? hostWithoutWww(url) : ''
  const ends = [key.length]
  for (const segment of url ? url.pathname.split('/') : [text]) {
    if (segment === '') continue
    key += `/${segment}`
    ends.push(key.length)
  }
  return { key, ends }
}
