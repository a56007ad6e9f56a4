/**
 * What crawls of one host tell each other, whichever process and machine works on them: kept here, judged by those who crawl. Times are
 * by the clock that leases are counted by.
 */
export interface SharedRate {
  shares: readonly HostShare[]
  /** Nobody asks before: what the host asked for by Crawl-delay or Retry-After. 0 when nothing is set. */
  dueMs: number
  /** The same for those who make pauses of their own accord. */
  pauseDueMs: number
}

/** What one crawl has of a host. */
export interface HostShare {
  holder: string
  /** Requests that it may have under way; 0 while it waits. */
  places: number
  /** Requests that all together may have under way, as it knows the host. */
  ceiling: number
  /** Makes a pause between two requests: at most one of those has places at a time. */
  isPausing: boolean
  /** The Crawl-delay that it knows of, 0 for none. */
  delayMs: number
  /** Since when it has places, or waits for one. */
  sinceMs: number
  isTurnOver: boolean
  seenMs: number
  /** The share is void then, unless renewed. */
  untilMs: number
}

export interface HostRateStore {
  /**
   * Replaces what is kept of each of the origins by what `change` makes of it; others wait meanwhile. `change` is called once for each and
   * must not wait. Nothing is kept of an origin whose pace is over.
   */
  change(
    origins: readonly string[],
    nowMs: number,
    change: (origin: string, pace: SharedRate, nowMs: number) => SharedRate,
  ): Promise<void>
  /** Origins of which several crawls have a share, at most `limit`. */
  contended(limit: number): Promise<string[]>
  /** Removes what is over. */
  forgetPast(nowMs: number): Promise<void>
  /** Only the holder of the data folder's lock may. */
  forgetAll(): Promise<void>
}
