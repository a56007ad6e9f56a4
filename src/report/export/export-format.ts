import type { CrawlRow, ReadingStore } from '#store/store.ts'
import type { BaselineComparison } from '../baseline/baseline-comparison.ts'

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
