import type { CrawlOptions } from './crawl-options.ts'
import type { CrawlRow } from './crawl-row.ts'

export interface WebsiteStore {
  /** The owner's own, newest lastCrawled first, those never crawled last, then by id. */
  list(ownerId: number): Promise<WebsiteRow[]>
  /** null for unknown and foreign ids alike. */
  find(websiteId: number, ownerId: number): Promise<WebsiteRow | null>
  /**
   * Makes the website (or finds the owner's one of the same address) and a pending crawl of it, in one transaction. When one of
   * its crawls has not ended, nothing is started and `isStarted` is false.
   */
  startCrawl(start: StartCrawl): Promise<{ websiteId: number; crawlId: number; isStarted: boolean }>
  /** Hides the website from everyone at once and raises the epoch of its crawls; rows go by `sweep`. False when not the owner's. */
  clear(websiteId: number, ownerId: number): Promise<boolean>
  /** Clears it when `clearAtMs` has passed, unless cancelled. False when not the owner's. */
  scheduleClear(websiteId: number, ownerId: number, clearAtMs: number): Promise<boolean>
  /** Takes back all scheduled clearings of the owner. */
  cancelClears(ownerId: number): Promise<void>
  /** Makes all websites of a visitor an account's, keeps them from being cleared, and forgets the visitor; see `MovedWebsite`. */
  adopt(move: { fromOwnerId: number; toOwnerId: number }): Promise<MovedWebsite[]>
}

/** The account had crawled the same address: the visitor's crawls now stand under the account's website. */
export interface MovedWebsite {
  from: number
  to: number
}

export interface StartCrawl {
  ownerId: number
  /** Normalised seed. */
  url: string
  crawlLimit: number
  options: CrawlOptions
  /** The addresses that alone are visited, in this order, where the options say `isListOnly`; normalised, each once. */
  urls?: readonly string[]
  nowMs: number
}

export interface WebsiteRow {
  id: number
  url: string
  crawlLimit: number
  /** Start of the newest crawl; null when none has started. */
  lastCrawledMs: number | null
  /** The newest crawl. */
  crawl: CrawlRow
}
