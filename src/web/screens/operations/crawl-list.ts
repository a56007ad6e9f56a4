import type { OperationsCrawl } from '#shared/api/operations.ts'
import type { ClearedSubject } from './clear-data.tsx'

/** The properties of every list of crawls. */
export interface CrawlListProps {
  /** undefined while loading. */
  crawls: readonly OperationsCrawl[] | undefined
  /** When the figures were fetched, in epoch milliseconds. */
  nowMs: number
  /** Opens the confirmation to clear the data of a website. */
  onClear: (subject: ClearedSubject) => void
}
