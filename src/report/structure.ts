import type { StructureResponse } from '#shared/structure.ts'
import { pathDepth } from '#shared/url.ts'
import type { CrawlRow, ReadingStore, StructurePage } from '#store/store.ts'
import { LeastLinked } from './structure-links.ts'
import { treeParents } from './structure-tree.ts'

const PAGES_AT_ONCE = 1_000
/** A page may name ten thousand URLs. */
const LINKED_PAGES_AT_ONCE = 100
const MAX_TITLE = 80

type StructureReading = Pick<ReadingStore, 'structurePages' | 'structureLinks'>

interface Asked {
  crawl: CrawlRow
  maxPages: number
  maxLinks: number
}

/** The first pages of a crawl as a tree of their paths, with the links between them. Read in bounded batches. */
export async function readStructure(
  reading: StructureReading,
  { crawl, maxPages, maxLinks }: Asked,
): Promise<StructureResponse> {
  const pages = await readPages(reading, { crawlId: crawl.id, maxPages })
  const { links, totalLinks } = await readLinks(reading, { crawlId: crawl.id, pages, maxLinks })
  const urls = pages.map(page => page.url)
  const origin = URL.parse(urls[0] ?? crawl.seedUrl)?.origin ?? ''
  const totalPages = Math.max(crawl.counts.pagesListed, pages.length)
  return {
    crawlId: crawl.id,
    totalPages,
    leftOut: totalPages - pages.length,
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
