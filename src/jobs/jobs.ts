import type { Claim } from '#store/store.ts'

/**
 * The port of this part: which crawl is worked next. A job is a crawl row that is pending or whose claim has lapsed; the claim
 * fences every write, so an implementation may hand out a crawl twice without harm.
 */
export interface Jobs {
  /** Says that a crawl is waiting. */
  enqueue(crawlId: number): Promise<void>
  /** Runs crawls, at most `concurrency` at once, until disposed: then `run`'s signals abort and claims are given up. */
  work(run: (claim: Claim, signal: AbortSignal) => Promise<void>): AsyncDisposable
}
