/**
 * What the API may ask of the engine, and all it may know of it: it never reads a crawl's state here (that is the store's) and
 * never waits for a crawl. Where API and engine are different processes, the calls are hints that may be lost: the store is
 * what the engine obeys.
 */
export interface CrawlControl {
  /** A crawl, or an issue that is to be checked again, waits in the store. */
  wake(): void
  /** The crawl is to end soon; the store has been told already. No effect on one that does not run. */
  stop(crawlId: number): void
  /** The crawl is to rest soon; the store has been told already. No effect on one that does not run. */
  pause(crawlId: number): void
  /** Rows of cleared websites wait to be deleted. */
  sweep(): void
  /** Whether a crawl may ask this normalised address at all; the message is for a person. Resolves names, so it has a deadline. */
  checkTarget(url: string): Promise<{ ok: true } | { ok: false; message: string }>
  /** Crawls that run or wait, of all visitors. */
  countActive(): Promise<number>
}
