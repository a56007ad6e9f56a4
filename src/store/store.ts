import type { Role } from '#shared/account.ts'
import type { ApiKeyScopes } from '#shared/api-key.ts'
import type { FetchFailure, LinkFact } from '#shared/facts.ts'
import type { LlmsFileFacts, RobotsFileFacts, SitemapReading } from '#shared/host-facts.ts'
import type { LinkFigures } from '#shared/link-figures.ts'
import type {
  Attempt,
  CrawlPhase,
  CrawlStatus,
  EndReason,
  Hop,
  IssueCategory,
  IssueType,
  LinkKind,
  NewIssue,
  Severity,
  SkipReason,
} from '#shared/model.ts'
import type { CheckTallies, CheckTally, PageColumns, PageOutcome } from '#shared/outcome.ts'
import type { PageSpeed, PageSpeedDevice } from '#shared/page-speed.ts'
import type { PageSpeedSample } from '#shared/page-speed-sample.ts'
import type {
  CrawlTrap,
  FaviconFacts,
  HostCertificate,
  HostVariant,
  Inlinks,
  LaterAnswers,
  ShareImage,
  SiteFacts,
  Target,
} from '#shared/site-facts.ts'
import type { FindingReading } from './ports/findings.ts'
import type { IssueRow } from './ports/issue-row.ts'
import type { RecheckStore } from './ports/rechecks.ts'
import type { IssueStore, SetAsideReading } from './ports/set-aside.ts'
import type { WaitingCrawl } from './ports/waiting-crawls.ts'
import type { SettingsStore } from './ports/website-settings.ts'

export type { FoundIssueRow } from './ports/findings.ts'
export type { IssueRow } from './ports/issue-row.ts'
export type { RecheckClaim, RecheckRow, RecheckStore } from './ports/rechecks.ts'
export type { SetAsideIssueRow } from './ports/set-aside.ts'
export type { AnnounceCrawl, WaitingCrawl } from './ports/waiting-crawls.ts'

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

/** Owners: anonymous visitors, known by the SHA-256 (hex) of their cookie's secret. */
export interface VisitorStore {
  /** The owner's id, and the time of the last request is renewed at most once a minute. */
  findOwner(cookieHash: string, nowMs: number): Promise<number | null>
  createOwner(cookieHash: string, nowMs: number): Promise<number>
}

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

/** Who may sign in. An account is an owner like a visitor is. */
export interface AccountRow {
  id: number
  ownerId: number
  username: string
  role: Role
  /** In the PHC string format. */
  passwordHash: string
  isDisabled: boolean
  createdMs: number
  passwordChangedMs: number
  lastSignInMs: number | null
}

/** Names differ by more than case. */
export interface AccountStore {
  /** By id. */
  list(): Promise<AccountRow[]>
  find(accountId: number): Promise<AccountRow | null>
  findByName(username: string): Promise<AccountRow | null>
  /** null when the name (or the id, which only built-in accounts choose) is taken. */
  create(account: NewAccount): Promise<AccountRow | null>
  /**
   * Ends all sessions of the account but the one named, and without one its API keys, too: somebody else has set the password.
   * False when there is no such account.
   */
  setPassword(change: {
    accountId: number
    passwordHash: string
    nowMs: number
    keptTokenHash?: string
  }): Promise<boolean>
  /** Replaces the hash of the same password, made with other parameters; sessions stay. */
  rehash(accountId: number, hashes: { from: string; to: string }): Promise<void>
  /** Disabling ends all sessions and API keys of the account. False when there is no such account. */
  setDisabled(accountId: number, isDisabled: boolean): Promise<boolean>
}

export interface NewAccount {
  id?: number
  username: string
  role: Role
  passwordHash: string
  nowMs: number
}

/** Sessions of signed-in users, known by the SHA-256 (hex) of their token. */
export interface SessionStore {
  /**
   * Notes the sign-in with the account as well. Opens nothing for an account that is disabled or unknown, or whose password is no
   * longer the verified one.
   */
  open(session: {
    tokenHash: string
    accountId: number
    verifiedHash?: string
    nowMs: number
    endsMs: number
  }): Promise<void>
  /**
   * The account of a session that has neither ended nor been idle for longer than `idleMs`, and whose account is not disabled. The
   * time of the last request is renewed at most once a minute, or twice in `idleMs` where that is shorter.
   */
  find(tokenHash: string, at: { nowMs: number; idleMs: number }): Promise<AccountRow | null>
  end(tokenHash: string): Promise<void>
  endAll(accountId: number): Promise<void>
}

/** Keys by which programs ask in the name of an account, known by the SHA-256 (hex) of their secret. */
export interface ApiKeyStore {
  /** By id. */
  list(accountId: number): Promise<ApiKeyRow[]>
  /** Adds none to an account that has `maxKeys`, is disabled or unknown, or whose password is no longer the one of `passwordHash`. */
  add(key: NewApiKey): Promise<{ ok: true; key: ApiKeyRow } | { ok: false; reason: 'full' | 'account-changed' }>
  /** False when the account has no such key. */
  remove(keyId: number, accountId: number): Promise<boolean>
  /**
   * A key that has not ended, with its account, which is not disabled. The time of the last use is renewed at most once a minute.
   */
  find(secretHash: string, nowMs: number): Promise<{ key: ApiKeyRow; account: AccountRow } | null>
}

export interface ApiKeyRow {
  id: number
  name: string
  scopes: ApiKeyScopes
  createdMs: number
  /** null: never. */
  endsMs: number | null
  lastUsedMs: number | null
}

export interface NewApiKey {
  accountId: number
  /** Of the account as it was when its session was looked at. */
  passwordHash: string
  name: string
  scopes: ApiKeyScopes
  secretHash: string
  nowMs: number
  endsMs: number | null
  maxKeys: number
}

/** Counted tries at something that may be tried only so often. Keys are hashes: what people type is not kept. */
export interface AttemptStore {
  /**
   * Counts one try for each key, in one transaction, unless one of them has to wait: then nothing is counted, and the answer says
   * until when. A key forgets after `forgetAfterMs` without a try, but never while it has to wait.
   */
  take(limits: readonly AttemptLimit[], nowMs: number): Promise<{ ok: true } | { ok: false; retryAtMs: number }>
  /** Takes back the last try of each key, and the pause after it. */
  giveBack(keys: readonly string[]): Promise<void>
  forget(keys: readonly string[]): Promise<void>
}

export interface AttemptLimit {
  key: string
  /**
   * Tries, at least one, that nothing holds up. A pause follows the last of them and each further one: it doubles from
   * `firstPauseMs` to `maxPauseMs`.
   */
  freeTries: number
  firstPauseMs: number
  maxPauseMs: number
  forgetAfterMs: number
}

/** Measurements of page speed that are still new enough to be shown again: of one owner, and nobody else's. */
export interface PageSpeedStore {
  /** The measurement of an address as a device sees it, made after `afterMs`; null when there is none. */
  find(question: PageSpeedKey & { afterMs: number }): Promise<PageSpeed | null>
  /** Replaces an earlier one. Without effect when the owner is gone. */
  save(measured: PageSpeedKey & { pageSpeed: PageSpeed; measuredMs: number }): Promise<void>
  /** All of the owner's measurements of a host, www. or not; returns how many went. They go with a website of that host, too. */
  forget(ownerId: number, url: string): Promise<number>
}

export interface PageSpeedKey {
  ownerId: number
  /** Normalised. */
  url: string
  device: PageSpeedDevice
}

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

/** What a crawl was asked to do; stored with it, so that a resumed crawl does the same. */
export interface CrawlOptions {
  /** https:// was put before the address by us: http may be tried when nothing answers TLS. */
  isHttpsAssumed: boolean
  obeysRobots: boolean
  probesResources: boolean
  probesExternal: boolean
  /** Addresses that sitemaps list are visited, too; not when left out, as in crawls of earlier versions. */
  readsSitemaps?: boolean
  /** Pages whose speed is measured, at most; none when left out, as in crawls of earlier versions. */
  pageSpeedSample?: number
  /** Pages are read as they stand in a browser after their scripts have run. */
  rendersJavaScript?: boolean
  /** Only the addresses of a list are visited: see `StartCrawl.urls`. */
  isListOnly?: boolean
  /** Names of parameters that addresses of the site go without, with `*` for any ending; none when left out. */
  dropParameters?: readonly string[]
  /** A look at a few addresses of a site that was crawled before; not in crawls of a whole site. */
  narrowed?: NarrowedCrawl
}

/** What a narrowed crawl asks beside the pages of its list. */
export interface NarrowedCrawl {
  /** The only addresses that are asked for their status, beside what listed pages redirect to or name as canonical. */
  probes: readonly string[]
  /** Whether the questions about the host are asked: its variants, icon, certificate, robots.txt and sitemaps. */
  asksHost: boolean
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

export interface Claim {
  crawlId: number
  epoch: number
  expiresAtMs: number
}

export interface CrawlRequests {
  crawlId: number
  isStopRequested: boolean
  isPauseRequested: boolean
}

/** Writes of the engine. */
export interface CrawlStore {
  /**
   * Claims the oldest crawl that is pending, or whose claim has lapsed, or the named one if it is such; none that rests. `worker`
   * names the claimer in logs.
   */
  claim(worker: string, nowMs: number, leaseMs: number, crawlId?: number): Promise<Claim | null>
  /** The oldest crawls that may be claimed, at most `limit`. */
  waiting(nowMs: number, limit: number): Promise<WaitingCrawl[]>
  /** Takes over all claims at once: only the holder of the data folder's lock may. */
  releaseAllClaims(): Promise<void>
  /** False when the claim is stale. */
  renew(claim: Claim, nowMs: number, leaseMs: number): Promise<boolean>
  /** What was asked of crawls that run; those that have been swept away are left out. */
  requests(crawlIds: readonly number[]): Promise<CrawlRequests[]>
  /**
   * Gives a claim up in good order: the crawl waits for the next claimant, or rests when a pause was asked for. Without effect
   * when the claim is stale.
   */
  release(claim: Claim): Promise<void>
  /** Asks a crawl to end; one that rests waits to be claimed again, so that its pages are judged. */
  requestStop(crawlId: number): Promise<void>
  /**
   * Asks a crawl to rest until it is resumed: one that waits does so at once, one that runs when its claimant gives it up. null
   * when it has ended, or is to end.
   */
  requestPause(crawlId: number): Promise<'paused' | 'pausing' | null>
  isPauseRequested(crawlId: number): Promise<boolean>
  /** Takes a pause back; without effect on a crawl that does not rest. False when it has ended, or is to end. */
  resume(crawlId: number): Promise<boolean>
  /** Ends a crawl that has not begun and that nobody has claimed as stopped. False when it is no longer waiting. */
  endWaiting(crawlId: number, end: Omit<CrawlEnd, 'reason'>): Promise<boolean>
  isStopRequested(crawlId: number): Promise<boolean>
  /** Crawls that run or wait, of all visitors. */
  countActive(): Promise<number>
  /** What is needed to begin or to go on. Finishes first what was settled and not applied. */
  state(claim: Claim): Promise<CrawlState>
  /** The addresses that alone are visited, in order; none for a crawl that follows links. */
  listedUrls(claim: Claim): Promise<string[]>
  /** All URLs of the crawl by id, in batches: the seen-set and frontier of a resumed crawl. */
  urls(claim: Claim): AsyncIterable<UrlRow[]>
  /**
   * One batch of outcomes, all of it or nothing: URL rows, pages, links, issues, tallies, counters, checkpoint. Many URL rows are
   * applied after it, a part at a time; `state` applies those that a process left when it died.
   */
  settle(claim: Claim, settlement: Settlement): Promise<void>
  /** Builds the by-target index of links in bounded batches, once the frontier is empty. Idempotent. */
  indexLinks(claim: Claim): Promise<void>
  /** Writes with each page how it stands among the links of the site, after `indexLinks`. Comes to the same again. */
  scoreLinks(claim: Claim, abandon?: AbortSignal): Promise<void>
  siteFacts(crawlId: number): Promise<SiteFacts>
  /** Writes down which pages stand for the others when speed is measured. Only where none are written down yet. */
  planPageSpeed(claim: Claim, plan: PageSpeedPlan): Promise<void>
  /** Addresses of the plan that have neither a result nor a failure, in order; null without a plan. */
  pageSpeedQueue(claim: Claim): Promise<string[] | null>
  /** Notes what came of measuring; nothing for an address that has a result or a failure already. */
  settlePageSpeed(claim: Claim, settled: readonly SettledPageSpeed[]): Promise<void>
  /** Removes issues and tallies of an earlier, interrupted round of site checks. */
  resetSiteIssues(claim: Claim): Promise<void>
  /** Issues of site checks; at most a few hundred a call. */
  addSiteIssues(claim: Claim, issues: NewIssue[], tallies: CheckTallies): Promise<void>
  /** Ends the crawl: status complete, final counters (passed pages included), claim given up. */
  end(claim: Claim, end: CrawlEnd): Promise<void>
}

export interface PageSpeedPlan {
  groups: readonly { name: string; exampleUrl: string; pages: number; templates: number }[]
  /** In the order of measuring; `group` is a position in `groups`. */
  chosen: readonly { url: string; group: number }[]
}

export type SettledPageSpeed = { url: string } & ({ ok: true; pageSpeed: PageSpeed } | { ok: false; message: string })

export interface CrawlEnd {
  reason: EndReason
  /** For a person. */
  sentence: string
  endedMs: number
}

export interface CrawlState {
  crawlId: number
  websiteId: number
  seedUrl: string
  crawlLimit: number
  options: CrawlOptions
  /** null for a crawl that has not begun. */
  checkpoint: CrawlCheckpoint | null
  /** Claims in a row, this one among them, before which the claimant was lost and nothing new had been settled. */
  idleClaims: number
}

export interface CrawlEnding {
  reason: EndReason
  /** In words, for reasons that need one. */
  detail: string
}

/** Where a crawl stands, written with every settle. */
export interface CrawlCheckpoint {
  phase: CrawlPhase
  /** Host without www. that is in scope, after the seed's own redirect. */
  scopeHost: string
  /** Depth and last frontier number handed out. */
  depth: number
  lastNumber: number
  /** HTML pages of status 2xx so far: what the page limit counts. */
  pagesCounted: number
  homeUrl: string | null
  /** Origins whose robots.txt has been asked for: a resumed crawl asks again before anything else. */
  robotsOrigins: string[]
  /** Absent until the sitemaps of the site have been read for pages to visit. */
  areSitemapsRead?: boolean
  /** What was met in the sitemaps; absent until they have been asked for, and in crawls of earlier versions. */
  sitemaps?: SitemapReading
  /** What was met in robots.txt of the own origins, the start page's first; absent as the sitemaps are. */
  robotsFiles?: RobotsFileFacts[]
  /** Why the start page gave nothing to read; null when it did. */
  seedProblem: CrawlEnding | null
  /** How visiting ended; null until it has. */
  ending: CrawlEnding | null
  /** Time under way while the web was asked, and bytes received meanwhile: what a crawl has of either is limited. */
  spentMs?: number
  receivedBytes?: number
  /** The start page, where it is not the address that was asked for. */
  openedUrl?: string
  /** Sentences for the person, such as "https did not answer, http was used". */
  notes: string[]
  hostVariants: HostVariant[]
  favicon: FaviconFacts | null
  /** Certificates of the own hosts, at most as many as hosts are asked for theirs; absent until they have been. */
  certificates?: HostCertificate[]
  /** Absent until they are asked for, and in crawls of earlier versions. */
  laterAnswers?: LaterAnswers
  /** Absent as the robots files are; the pictures also where no page names one. */
  llmsFile?: LlmsFileFacts
  shareImages?: ShareImage[]
  /** What looks endless, the worst first, bounded; absent until visiting has ended, and where nothing does. */
  traps?: CrawlTrap[]
  /** More addresses were named than a crawl of this size keeps track of. */
  areUrlsUntracked?: true
  /** Pages whose scripts were to be run and were not. */
  unrenderedPages?: number
}

/**
 * found: known, neither numbered nor skipped yet. queued: has a frontier number, to be visited. to-probe: to be asked for its
 * status only. visited and probed: asked. skipped: never asked, with a reason.
 */
export const urlStates = ['found', 'queued', 'to-probe', 'visited', 'probed', 'skipped'] as const
export type UrlState = (typeof urlStates)[number]

export interface UrlRow {
  id: number
  url: string
  scope: 'internal' | 'external'
  state: UrlState
  skipReason: SkipReason | null
  /** Clicks from the seed; UNKNOWN_DEPTH when only a sitemap leads there. */
  depth: number
  /** Redirects that led here from a linked URL, 0 for a linked one. */
  redirectDepth: number
  /** Frontier number, 0 until it has one. */
  number: number
  /** Order of discovery: frontier number of the first page that names it, and the position on it. */
  firstNumber: number
  firstPosition: number
  /** Mask over linkKinds. */
  kinds: number
  isFollowed: boolean
  /** A sitemap of the site lists it. */
  isInSitemap: boolean
  /** 1-based position of the first sitemap that lists it in `CrawlCheckpoint.sitemaps`; left out where that is not known. */
  sitemapNumber?: number
  /** Day of its last change that this sitemap names, in days since 1970; left out where it names none. */
  listedDay?: number
  /** Line of robots.txt that closes it to Googlebot; left out where none is known to. */
  googlebotLine?: number
}

export interface Settlement {
  /** New rows. */
  inserted: UrlRow[]
  /** Rows whose state, number, kinds or order of discovery changed. */
  updated: UrlRow[]
  outcomes: SettledOutcome[]
  tallies: CheckTallies
  checkpoint: CrawlCheckpoint
  nowMs: number
}

export interface SettledOutcome {
  outcome: PageOutcome
  number: number
  depth: number
  /** A row of the pages list: visited, and HTML, a redirect, an error or no answer. False for probes and files. */
  isPage: boolean
  /** Status 2xx and HTML: counts against the limit. */
  isCounted: boolean
  /** URL ids of outcome.found, in its order. */
  foundIds: Uint32Array
}

/** Other crawls that are under way, and those that wait for longer. */
export interface CrawlsAhead {
  running: number
  waiting: number
}

/** Reads for reports. */
export interface ReadingStore extends SetAsideReading, FindingReading {
  /** Crawls of a website, newest first. The caller has checked the owner. */
  crawls(websiteId: number): Promise<CrawlRow[]>
  crawl(crawlId: number): Promise<CrawlRow | null>
  /** Crawls of anybody that stand between a waiting one and its begin. */
  crawlsAhead(crawlId: number): Promise<CrawlsAhead>
  pages(crawlId: number, query: PageQuery): Promise<PageRow[]>
  countPages(crawlId: number, query: PageQuery): Promise<number>
  /** PageFacts as stored (without links, ids and main text), null for a row without facts. */
  pageFacts(crawlId: number, url: string): Promise<string | null>
  /** Pages with facts, in the order of the pages list: batches for whatever reads the facts of a whole crawl. */
  factsOfPages(crawlId: number, range: { afterUrl?: string; limit: number }): Promise<StoredFacts[]>
  /** By severity, then affectedCount descending, check id, page URL, id. */
  issues(crawlId: number, query: IssueQuery): Promise<IssueRow[]>
  countIssues(crawlId: number, query: IssueQuery): Promise<number>
  /** Issues of the crawl by their ids, in the order of the ids; none for the id of another crawl's issue. */
  issuesById(crawlId: number, ids: readonly number[]): Promise<IssueRow[]>
  /** Distinct types with their counts, alphabetical. */
  issueTypes(crawlId: number): Promise<{ type: IssueType; count: number }[]>
  checkTallies(crawlId: number): Promise<({ checkId: string } & CheckTally)[]>
  /** Checks with issues, by severity, then check id. */
  findingReach(crawlId: number): Promise<StoredReach[]>
  inlinks(crawlId: number, url: string, limit: number): Promise<Inlinks>
  /** URLs that were seen and not crawled, by reason. */
  skippedCounts(crawlId: number): Promise<{ reason: SkipReason; count: number }[]>
  /** By reason, then URL; only what follows `after` in this order. */
  skippedUrls(
    crawlId: number,
    range: { after?: Pick<SkippedUrl, 'reason' | 'url'>; offset?: number; limit: number },
  ): Promise<SkippedUrl[]>
  /**
   * Pages in the order of the pages list, each with all its links in the order of the source: batches for whatever reads the links
   * of a whole crawl. A page may hold ten thousand, so ask for few pages at a time.
   */
  linksOfPages(crawlId: number, range: { afterUrl?: string; limit: number }): Promise<PageLinks[]>
  /** What came of asking these URLs, by URL; none for a URL that nothing has been decided about. */
  linkTargets(crawlId: number, urls: readonly string[]): Promise<Map<string, LinkTarget>>
  /** The same of one URL, with how it was asked; null when nothing has been decided about it. */
  target(crawlId: number, url: string): Promise<Target | null>
  /** Rows of the pages list whose addresses stand next to this one in alphabetical order: `limit` before it, `limit` after it. */
  neighbours(crawlId: number, url: string, limit: number): Promise<LinkTarget[]>
  /** Links of one page in the order of the source. */
  outlinks(crawlId: number, query: LinkListQuery): Promise<{ total: number; links: PageLink[] }>
  /** Pages that name a URL, by frontier number. None before the links of the crawl are indexed. */
  inlinkPages(crawlId: number, query: LinkListQuery): Promise<{ total: number; pages: InlinkPage[] }>
  /** Pages in the order of the list, with what the structure of the site is drawn from. */
  structurePages(crawlId: number, range: { afterUrl?: string; limit: number }): Promise<StructurePage[]>
  /** The same pages with the other URLs to which they lead. */
  structureLinks(crawlId: number, range: { afterUrl?: string; limit: number }): Promise<StructureLinks[]>
  /** In which ways pages name a URL; none for one that nothing has been decided about. */
  linkKindsOf(crawlId: number, url: string): Promise<LinkKind[]>
  /** Page counts by status class ('2xx' … '5xx', 'none') and by crawl depth. */
  pageCounts(
    crawlId: number,
  ): Promise<{ byStatus: Record<string, number>; byDepth: { depth: number; count: number }[] }>
  /** Which pages were measured and for which others they stand; null where that was not asked for, or there was no page. */
  pageSpeedSample(crawlId: number): Promise<PageSpeedSample | null>
}

export interface StoredFacts {
  url: string
  /** JSON of PageFacts as stored (without links, ids and main text). */
  facts: string
}

export interface PageLinks {
  url: string
  links: PageLink[]
}

export interface PageLink extends Omit<LinkFact, 'url'> {
  /** null for a URL that the crawl did not take in, because it knew too many. */
  target: LinkTarget | null
}

/** One part of the links of, or to, one URL. */
export interface LinkListQuery {
  url: string
  offset: number
  limit: number
  /** All when left out. */
  kinds?: readonly LinkKind[]
}

/** A page that names a URL, with the first of its links to it. */
export interface InlinkPage extends Omit<LinkFact, 'url' | 'fragment'> {
  source: LinkTarget
  /** Clicks of the page from the seed. */
  depth: number
  /** How strong a source it is, see LinkFigures; null where that is not known, or search engines may not list it. */
  linkScore: number | null
  /** Links of this page to the URL; 1 for a redirect, which has no element. */
  linkCount: number
}

export interface StructurePage {
  /** Stable within the crawl. */
  id: number
  url: string
  depth: number
  statusCode: number | null
  title: string
  inlinkCount: number
  /** See LinkFigures. */
  linkScore: number | null
  /** Issues that concern the page, as the list of its issues counts them. */
  bySeverity: Record<Severity, number>
}

export interface StructureLinks {
  id: number
  url: string
  /** Ids of the URLs to which it leads, each once, itself left out. */
  targetIds: number[]
}

/** A URL that was named, with what came of asking it. */
export interface LinkTarget {
  url: string
  isExternal: boolean
  /** Status of the URL itself: that of the first redirect when it redirects. null without an answer, or when it was not asked. */
  statusCode: number | null
  failure: FetchFailure | null
  failureDetail: string
  /** Why it was not asked, or not read. */
  skipReason: SkipReason | null
  mediaType: string
  bytes: number | null
}

export interface SkippedUrl {
  url: string
  reason: SkipReason
  kinds: LinkKind[]
}

export interface CrawlRow {
  id: number
  websiteId: number
  seedUrl: string
  status: CrawlStatus
  phase: CrawlPhase
  crawlLimit: number
  options: CrawlOptions
  endReason: EndReason | null
  endSentence: string
  notes: string[]
  createdMs: number
  startedMs: number | null
  endedMs: number | null
  counts: CrawlCounts
}

/** Kept up to date by every settle, so that a poll costs one row. */
export interface CrawlCounts {
  /** HTML pages of status 2xx: what the limit counts. */
  pagesCrawled: number
  /** Rows of the pages list. */
  pagesListed: number
  /** Distinct internal URLs known. */
  urlsFound: number
  urlsProbed: number
  bytes: number
  bySeverity: Record<Severity, number>
  byCategory: Record<IssueCategory, number>
  /** Issues whose type contains 'redirect' / 'duplicate', as the lists behind the cards count them. */
  redirectIssues: number
  duplicateIssues: number
  /** Listed pages with no error and no warning of their own. */
  passed: number
}

export interface PageQuery {
  /** Only what follows this page in the list: batches of an export, without counting through all that came before. */
  afterUrl?: string
  offset?: number
  limit?: number
  statusClass?: '2xx' | '3xx' | '4xx' | '5xx'
  /** Case-insensitive substring of URL or title. */
  search?: string
  url?: string
  /** Only the pages of these addresses. */
  urls?: readonly string[]
  /** Only pages with no error and no warning of their own. */
  isPassed?: boolean
}

export interface PageRow {
  number: number
  url: string
  statusCode: number | null
  failure: FetchFailure | null
  failureDetail: string
  depth: number
  mediaType: string
  bytes: number | null
  ttfbMs: number | null
  totalMs: number | null
  hops: Hop[]
  finalUrl: string
  /** Status of the last answer after redirects; equals `statusCode` without them. */
  finalStatusCode: number | null
  attempts: Attempt[]
  /** null for rows without HTML facts. */
  columns: PageColumns | null
  inlinkCount: number
  /** null until all links are counted, and in crawls of earlier versions. */
  linkFigures: LinkFigures | null
  isPassed: boolean
}

export interface IssueQuery {
  /** Only what follows this issue in the list: batches of an export, without counting through all that came before. */
  afterId?: number
  offset?: number
  limit?: number
  types?: readonly IssueType[]
  severity?: Severity
  checkId?: string
  /** The page itself, the source and any affected URL. */
  url?: string
  /** Case-insensitive substring of URL, type and message. */
  search?: string
  category?: IssueCategory
}

/** How far the issues of one check and severity reach. */
export interface StoredReach {
  checkId: string
  severity: Severity
  issueCount: number
  /** Those among them that are about the whole host. */
  hostWideCount: number
  /** Pages that the others touch, added up over them. */
  affected: number
}
