import type { CrawlStore } from '#store/store.ts'
import type { HoldClaimDeps } from './hold-claim.ts'

/** What one process works on crawls with, whoever hands them out. */
export interface WorkerDeps extends HoldClaimDeps {
  store: { crawls: Pick<CrawlStore, 'claim' | 'firstInLine' | 'renew' | 'release'> }
  /** Names this process in the crawl row, for operators. */
  worker: string
  /** Crawls at once. */
  concurrency: number
  /** How often to look for crawls that nobody said were waiting, such as those of a process that died. */
  pollMs: number
}
