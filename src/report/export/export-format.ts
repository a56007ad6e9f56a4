import type { EndReason } from '#shared/model.ts'
import type { CrawlRow, ReadingStore } from '#store/store.ts'
import type { BaselineComparison } from '../baseline/compare-with-baseline.ts'

/** One way to write a whole report. */
export interface ExportFormat {
  mediaType: string
  write(options: ExportOptions): AsyncIterable<string>
}

export interface ExportOptions {
  reading: ReadingStore
  crawl: CrawlRow
  /** Leaves out times and durations, so that two crawls of the same site compare byte for byte. */
  isStable: boolean
  /** What an earlier report knew already; formats for continuous integration then write what is new. */
  baseline?: BaselineComparison | undefined
}

const noPageReasons: readonly EndReason[] = ['start-unreachable', 'start-refused', 'start-not-html', 'start-blocked']

/** Whether a crawl saw nothing or broke down: then finding nothing is no good sign. */
export function couldNotCrawl({ counts, endReason }: Pick<CrawlRow, 'counts' | 'endReason'>): boolean {
  if (endReason === null) return false
  return endReason === 'failed' || (counts.pagesCrawled === 0 && noPageReasons.includes(endReason))
}
