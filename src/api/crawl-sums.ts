import { type CrawlSums, readCrawlSums } from '#report/overview.ts'
import { forgetOldest } from '#shared/forget-oldest.ts'
import type { CrawlRow, ReadingStore } from '#store/store.ts'

interface Kept {
  sums: CrawlSums
  isFinal: boolean
  /** Of the crawl's row: issues of an ended crawl may be closed, muted or weighed otherwise, and then its counters differ. */
  counts: string
  readMs: number
  costMs: number
}

export interface CrawlSumsReader {
  read(crawl: CrawlRow): Promise<CrawlSums>
  /** The next read queries the store. */
  forget(crawlIds: readonly number[]): void
}

const MAX_KEPT = 200
/** A running crawl's sums are read again after this many times the time they took: polling never costs more than 5 %. */
const PAUSE_FACTOR = 20

/**
 * Sums over a crawl's rows. They grow with the crawl and are requested at every poll, so they are kept: those of an ended crawl
 * as long as its counters stay, those of a running one for a while that grows with their cost (a small crawl's are always fresh).
 */
export function crawlSumsReader(deps: { reading: ReadingStore; now: () => number }): CrawlSumsReader {
  const kept = new Map<number, Kept>()
  return {
    async read(crawl) {
      const entry = kept.get(crawl.id)
      const counts = JSON.stringify(crawl.counts)
      if (entry && (isFinal(entry, counts) || isFresh(entry, crawl, deps.now()))) return entry.sums
      const startedMs = deps.now()
      const sums = await readCrawlSums(deps.reading, crawl)
      const readMs = deps.now()
      kept.delete(crawl.id)
      kept.set(crawl.id, { sums, isFinal: crawl.status === 'complete', counts, readMs, costMs: readMs - startedMs })
      forgetOldest(kept, MAX_KEPT)
      return sums
    },

    forget(crawlIds) {
      for (const crawlId of crawlIds) kept.delete(crawlId)
    },
  }
}

function isFinal(entry: Kept, counts: string): boolean {
  return entry.isFinal && entry.counts === counts
}

function isFresh(entry: Kept, crawl: CrawlRow, nowMs: number): boolean {
  return crawl.status !== 'complete' && Math.abs(nowMs - entry.readMs) < entry.costMs * PAUSE_FACTOR
}
