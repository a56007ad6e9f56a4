import type { Claim } from '#store/store.ts'

/**
 * The port of this part: which crawl is worked on next. The rows of crawls are the queue: one waits that is pending or whose claim has
 * lapsed. The claim fences every write, so a crawl may be claimed twice without harm.
 */
export interface Jobs {
  /** Runs crawls, at most as many at once as there are slots, until disposed: then the signals of the runs abort, and their claims are given up. */
  work(run: RunCrawl): Work
}

/** Whether a crawl does nothing but wait for servers, so that it needs no slot; told when it changes. */
export type OnWaiting = (isWaiting: boolean) => void

/** Works on one crawl until it ends, or until the signal aborts: then it stops at its last commit. */
export type RunCrawl = (claim: Claim, signal: AbortSignal, onWaiting: OnWaiting) => Promise<void>

export interface Work extends AsyncDisposable {
  /** Looks for waiting crawls now: this process knows that there is one. */
  wake(): void
}
