import type { AccountStore } from './ports/accounts.ts'
import type { ApiKeyStore } from './ports/api-keys.ts'
import type { AttemptStore } from './ports/attempts.ts'
import type { CrawlStore } from './ports/crawls.ts'
import type { HostRateStore } from './ports/host-rates.ts'
import type { OperationsStore } from './ports/operations.ts'
import type { PageSpeedStore } from './ports/page-speed.ts'
import type { ReadingStore } from './ports/reading.ts'
import type { RecheckStore } from './ports/rechecks.ts'
import type { SessionStore } from './ports/sessions.ts'
import type { IssueStore } from './ports/suppressed-issues.ts'
import type { VisitorStore } from './ports/visitors.ts'
import type { SettingsStore } from './ports/website-settings.ts'
import type { WebsiteStore } from './ports/websites.ts'

export type { AccountRow, AccountStore, NewAccount } from './ports/accounts.ts'
export type { ApiKeyRow, ApiKeyStore, NewApiKey } from './ports/api-keys.ts'
export type { AttemptLimit, AttemptStore } from './ports/attempts.ts'
export type { CrawlCheckpoint, CrawlEnding } from './ports/checkpoint.ts'
export type { CrawlBatch, RestatedUrls, UrlRow, UrlState } from './ports/crawl-batch.ts'
export type { CrawlOptions, NarrowedCrawl } from './ports/crawl-options.ts'
export type { CrawlCounts, CrawlRow } from './ports/crawl-row.ts'
export type { Claim, CrawlEnd, CrawlState, CrawlStore } from './ports/crawls.ts'
export type { FoundIssueRow } from './ports/findings.ts'
export type { HostRateStore, HostShare, SharedRate } from './ports/host-rates.ts'
export type { IssueRow } from './ports/issue-row.ts'
export type { IssueQuery, StoredReach } from './ports/issues.ts'
export type { InlinkPage, LinkListQuery, LinkTarget, PageLink, PageLinks } from './ports/links.ts'
export type { OperationsCounts, OperationsCrawlRow, OperationsStore } from './ports/operations.ts'
export type { PageSpeedKey, PageSpeedStore } from './ports/page-speed.ts'
export type { MeasuredPageSpeed, PageSpeedPlan } from './ports/page-speed-samples.ts'
export type { PageQuery, PageRow } from './ports/pages.ts'
export type { CrawlsAhead, ReadingStore, SkippedUrl, StoredFacts } from './ports/reading.ts'
export type { RecheckClaim, RecheckRow, RecheckStore } from './ports/rechecks.ts'
export type { SessionStore } from './ports/sessions.ts'
export type { StructureLinks, StructurePage } from './ports/structure.ts'
export type { SuppressedIssueRow } from './ports/suppressed-issues.ts'
export type { VisitorStore } from './ports/visitors.ts'
export type { AnnounceCrawl, FirstInLine } from './ports/waiting-crawls.ts'
export type { MovedWebsite, StartCrawl, WebsiteRow, WebsiteStore } from './ports/websites.ts'

/**
 * The port of this part: everything that is remembered. Only this part holds SQL. Times are epoch milliseconds and are passed
 * in; nothing here asks a clock. Every write of a crawl carries its claim and is refused with StaleClaimError when another
 * worker has claimed the crawl since (architecture, invariant 3).
 */
export interface Store extends AsyncDisposable {
  visitors: VisitorStore
  websites: WebsiteStore
  crawls: CrawlStore
  reading: ReadingStore
  accounts: AccountStore
  sessions: SessionStore
  apiKeys: ApiKeyStore
  attempts: AttemptStore
  operations: OperationsStore
  pageSpeed: PageSpeedStore
  issues: IssueStore
  settings: SettingsStore
  rechecks: RecheckStore
  hostRates: HostRateStore
  /**
   * Clears what is due, deletes at most `maxRows` rows of cleared websites and of surplus crawls, and forgets ended sessions,
   * attempts of more than a day ago, measurements of more than an hour ago, and visitors not seen for a day who have no website. True
   * when more may be left.
   */
  sweep(nowMs: number, maxRows: number): Promise<boolean>
}

export class StaleClaimError extends Error {
  constructor(crawlId: number) {
    super(`crawl ${crawlId} has been claimed by another worker`)
    this.name = 'StaleClaimError'
  }
}

/** Nothing more fits on the disk: what was to be written is not, what was written stands. */
export class StorageFullError extends Error {
  constructor(cause: unknown) {
    super('the disk is full', { cause })
    this.name = 'StorageFullError'
  }
}
