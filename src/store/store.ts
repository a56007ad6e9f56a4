import type { AccountStore } from './accounts/accounts.ts'
import type { ApiKeyStore } from './accounts/api-keys.ts'
import type { AttemptStore } from './accounts/attempts.ts'
import type { CredentialStore } from './accounts/credentials.ts'
import type { SessionStore } from './accounts/sessions.ts'
import type { VisitorStore } from './accounts/visitors.ts'
import type { CrawlStore } from './crawls/crawls.ts'
import type { HostRateStore } from './crawls/host-rates.ts'
import type { OperationsStore } from './crawls/operations.ts'
import type { PageSpeedStore } from './crawls/page-speed.ts'
import type { WebsiteStore } from './crawls/websites.ts'
import type { NoteStore } from './issues/finding-notes.ts'
import type { RecheckStore } from './issues/rechecks.ts'
import type { IssueStore } from './issues/suppressed-issues.ts'
import type { SettingsStore } from './issues/website-settings.ts'
import type { ChannelStore } from './monitoring/alert-channels.ts'
import type { AlertStore } from './monitoring/alerts.ts'
import type { LightCheckStore } from './monitoring/light-checks.ts'
import type { ScheduleStore } from './monitoring/schedules.ts'
import type { FieldStore } from './pages/page-fields.ts'
import type { ReadingStore } from './reading.ts'
import type { MemberStore } from './sharing/members.ts'
import type { ShareLinkStore } from './sharing/share-links.ts'
import type { VisitStore } from './visits/visits.ts'

export type { AccountRow, AccountStore } from './accounts/accounts.ts'
export type { ApiKeyRow, ApiKeyStore, NewApiKey } from './accounts/api-keys.ts'
export type { AttemptLimit, AttemptStore } from './accounts/attempts.ts'
export type { CredentialStore } from './accounts/credentials.ts'
export type { SessionStore } from './accounts/sessions.ts'
export type { VisitorStore } from './accounts/visitors.ts'
export type { AnnounceCrawl } from './crawls/announce.ts'
export type { FirstInLine } from './crawls/claims.ts'
export type { CrawlBatch } from './crawls/commit-batch.ts'
export type { CrawlCheckpoint, CrawlEnding, CrawlRow } from './crawls/crawl-row.ts'
export type { CrawlUse } from './crawls/crawl-use.ts'
export type { CrawlState, CrawlStore } from './crawls/crawls.ts'
export { type ChangedUrls, countUrl, newUrlCounts } from './crawls/frontier.ts'
export type { HostRateStore, HostShare, SharedRate } from './crawls/host-rates.ts'
export type { OperationsCrawlRow, OperationsStore } from './crawls/operations.ts'
export type { PageSpeedKey, PageSpeedStore } from './crawls/page-speed.ts'
export type { MeasuredPageSpeed, PageSpeedPlan } from './crawls/page-speed-samples.ts'
export type { MovedWebsite } from './crawls/transfer-websites.ts'
export type { OwnerStorage, WebsiteRow, WebsiteStore } from './crawls/websites.ts'
export type { Claim } from './database/database.ts'
export type { CrawlCounts, UrlState } from './database/schema.ts'
export { StaleClaimError, StorageFullError } from './errors.ts'
export type { AbsentIssue, CheckChanges } from './issues/crawl-changes.ts'
export type { StoredReach } from './issues/finding-reach.ts'
export type { IssueQuery } from './issues/issue-keys.ts'
export type { FoundIssueRow, IssueRow } from './issues/issues.ts'
export type { CausesOfPage } from './issues/merge-causes.ts'
export type { RecheckClaim, RecheckRow, RecheckStore } from './issues/rechecks.ts'
export type { SuppressedIssueRow } from './issues/suppressed-issues.ts'
export type { LinkTarget } from './links/link-targets.ts'
export type { PageLink, PageLinks } from './links/page-links.ts'
export type { StructurePage } from './links/structure.ts'
export type { ChannelRow, ChannelSecrets, ChannelStore } from './monitoring/alert-channels.ts'
export type {
  AlertStore,
  ClaimedDelivery,
  DeliveryRow,
  KnownAlerts,
  NewDelivery,
  UncheckedCrawl,
} from './monitoring/alerts.ts'
export type { DueLightCheck, LightCheckStore } from './monitoring/light-checks.ts'
export type { DueSchedule, ScheduleRow, ScheduleStore } from './monitoring/schedules.ts'
export type { ComparablePage } from './pages/comparable-pages.ts'
export type { PageFigures } from './pages/listed-query.ts'
export type { FactsOfPage } from './pages/page-facts.ts'
export type { PageKey } from './pages/page-key.ts'
export type { PageQuery, PageRow } from './pages/page-row.ts'
export type { SkippedFilter, SkippedUrl } from './pages/skipped-urls.ts'
export type { SetListQuery, SetQuery } from './pages/translation-sets.ts'
export type { CrawledUrl } from './pages/url-states.ts'
export type { ReadingStore } from './reading.ts'
export type { ShareLinkRow, ShareLinkStore } from './sharing/share-links.ts'
export {
  type LoggedUrls,
  packChanges,
  packMarks,
  packUrls,
  URLS_OF_BLOCK,
  type UrlBlock,
  type UrlChanges,
  type UrlRow,
  unpackChanges,
  unpackMarks,
  unpackUrls,
} from './urls/url-log.ts'
export type { VisitFilter } from './visits/visit-rows.ts'
export type { VisitImportRow, VisitJoin, VisitStore } from './visits/visits.ts'

/**
 * Everything that is stored. Only this part holds SQL. Times are epoch milliseconds and are passed in: no function here reads a clock.
 * Every write of a crawl carries its claim and throws StaleClaimError when another worker has claimed the crawl since.
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
  credentials: CredentialStore
  operations: OperationsStore
  pageSpeed: PageSpeedStore
  issues: IssueStore
  settings: SettingsStore
  fields: FieldStore
  notes: NoteStore
  rechecks: RecheckStore
  hostRates: HostRateStore
  schedules: ScheduleStore
  channels: ChannelStore
  alerts: AlertStore
  lightChecks: LightCheckStore
  shareLinks: ShareLinkStore
  members: MemberStore
  visits: VisitStore
  /**
   * Clears websites that are due, deletes at most `maxRows` rows of cleared websites and surplus crawls, and deletes ended sessions,
   * attempts older than a day, measurements older than an hour, share links that ended three months ago, and visitors without a website not seen for a day. True when more
   * may be left. With `isShortOfStorage`, visitors who have left and were not heard of for some minutes do not keep their delay: their
   * websites are cleared now, a few at a time, the oldest first.
   */
  sweep(nowMs: number, maxRows: number, isShortOfStorage?: boolean): Promise<boolean>
}
