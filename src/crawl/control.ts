/**
 * How the API reaches the engine. It never reads the state of a crawl here (the store has it) and never waits for a crawl. Where
 * both are different processes, the calls are hints that may be lost: the engine obeys the store.
 */
export interface CrawlControl {
  /** A crawl, or an issue that is to be checked again, waits in the store. */
  wake(): void
  /** The crawl is to end soon; the store says so already. No effect on a crawl that does not run. */
  stop(crawlId: number): void
  /** The crawl is to pause soon; the store says so already. No effect on a crawl that does not run. */
  pause(crawlId: number): void
  /** Rows of cleared websites wait to be deleted. */
  sweep(): void
  /** Whether a crawl may request this normalised URL; the message is for a person. Resolves names, so it has a deadline. */
  checkTarget(url: string, hostMap?: readonly string[]): Promise<{ ok: true } | { ok: false; message: string }>
  /** Crawls that run or wait, of all visitors. */
  countActive(): Promise<number>
}
