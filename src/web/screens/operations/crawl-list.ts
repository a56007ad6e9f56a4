import type { OperationsCrawl } from '#shared/api/operations.ts'
import type { ClearedSubject } from './clear-data-dialog.tsx'

/** What every list of crawls is given. */
export interface CrawlListProps {
  /** undefined until they are known. */
  crawls: readonly OperationsCrawl[] | undefined
  /** When the figures were fetched, in epoch milliseconds. */
  nowMs: number
  /** Asks whether the data of a website are to be cleared. */
  onClear: (subject: ClearedSubject) => void
}
