import type { CrawlRow } from './crawl-row.ts'

/** Reads and acts over all owners, for the operator alone. */
export interface OperationsStore {
  /** Crawls that somebody works on, oldest first. */
  running(limit: number): Promise<OperationsCrawlRow[]>
  /** In the order in which they will be taken up, then those that rest until somebody resumes them. */
  waiting(limit: number): Promise<OperationsCrawlRow[]>
  /** Ended by a fault of ours, newest first. */
  failed(limit: number): Promise<OperationsCrawlRow[]>
  counts(): Promise<OperationsCounts>
  /** Bytes of the database in use, space that deleted rows left excepted. */
  usedBytes(): Promise<number>
  /** The website's owner and id of its running or waiting crawl; null when there is no such website. */
  website(websiteId: number): Promise<{ ownerId: number; activeCrawlId: number | null } | null>
  /** Websites (not cleared) of an owner. */
  countWebsites(ownerId: number): Promise<number>
}

export interface OperationsCrawlRow {
  crawl: CrawlRow
  /** null for an anonymous visitor. */
  username: string | null
  isStopRequested: boolean
}

export interface OperationsCounts {
  running: number
  waiting: number
  visitors: number
  users: number
  websites: number
  crawls: number
}
