import type { Generated } from 'kysely'
import type { Role } from '#shared/account.ts'
import type { ApiKeyScopes } from '#shared/api-key.ts'
import type { Absence, PageChange } from '#shared/changes.ts'
import type { FetchFailure } from '#shared/facts.ts'
import type { Indexability } from '#shared/indexability.ts'
import type { SuppressedKind } from '#shared/issue-settings.ts'
import type {
  CrawlPhase,
  CrawlStatus,
  EndReason,
  IssueCategory,
  IssueType,
  Severity,
  SkipReason,
} from '#shared/model.ts'
import type { PageSpeedDevice } from '#shared/page-speed.ts'
import type { RecheckResult, RecheckState } from '#shared/recheck.ts'
import type { GroupKey } from '#shared/site-facts.ts'

/**
 * Tables as Kysely sees them: integers (epoch milliseconds, 0 and 1), text, JSON as text, bytes. The indexes and their reasons are in
 * migrations/0001-schema.ts.
 */
export interface Schema {
  owner: OwnerTable
  account: AccountTable
  session: SessionTable
  api_key: ApiKeyTable
  attempt: AttemptTable
  page_speed: PageSpeedTable
  website: WebsiteTable
  crawl: CrawlTable
  url: UrlTable
  page: PageTable
  page_body: PageBodyTable
  group_key: GroupKeyTable
  inlink: InlinkTable
  link_figures: LinkFiguresTable
  issue: IssueTable
  issue_url: IssueUrlTable
  found_cause: FoundCauseTable
  absent_issue: AbsentIssueTable
  changed_page: ChangedPageTable
  issue_counter: IssueCounterTable
  suppressed_issue: SuppressedIssueTable
  mute: MuteTable
  finding_note: FindingNoteTable
  recheck: RecheckTable
  check_setting: CheckSettingTable
  check_threshold: CheckThresholdTable
  check_counter: CheckCounterTable
  crawl_counter: CrawlCounterTable
  page_speed_group: PageSpeedGroupTable
  page_speed_sample: PageSpeedSampleTable
  staged_url_change: StagedUrlChangeTable
  conditional_result: ConditionalResultTable
  page_copy: PageCopyTable
  host_rate: HostRateTable
}

interface OwnerTable {
  id: Generated<number>
  /** SHA-256 (hex) of a visitor's secret; `account:` and the folded name for an account, which no such hash can equal. */
  cookie_hash: string
  created_ms: number
  last_seen_ms: number
}

export interface AccountTable {
  id: Generated<number>
  owner_id: number
  username: string
  /** The name as it is compared: see accounts.ts. */
  username_key: string
  role: Role
  password_hash: string
  is_disabled: number
  created_ms: number
  password_changed_ms: number
  last_sign_in_ms: number | null
}

interface SessionTable {
  token_hash: string
  account_id: number
  created_ms: number
  seen_ms: number
  ends_ms: number
}

export interface ApiKeyTable {
  id: Generated<number>
  account_id: number
  name: string
  scopes: ApiKeyScopes
  secret_hash: string
  created_ms: number
  /** null: never. */
  ends_ms: number | null
  used_ms: number | null
}

interface AttemptTable {
  key: string
  /** Tries since the key was last forgotten. */
  count: number
  /** 0 while there is no pause. */
  wait_until_ms: number
  last_ms: number
}

interface PageSpeedTable {
  owner_id: number
  url: string
  device: PageSpeedDevice
  /** As scope compares hosts: with port, without www. */
  host: string
  measured_ms: number
  /** JSON of PageSpeed. */
  result: string
}

interface WebsiteTable {
  id: Generated<number>
  owner_id: number
  url: string
  /** When it is to be cleared, null when it stays. */
  clear_at_ms: number | null
  /** Hidden from everyone; the sweep deletes it. */
  is_cleared: number
  /** Raised by every change of what is decided about its issues; 0 until the first. */
  settings_version: Generated<number>
}

export interface CrawlTable {
  id: Generated<number>
  website_id: number
  seed_url: string
  crawl_limit: number
  /** JSON of CrawlOptions. */
  options: string
  status: CrawlStatus
  phase: CrawlPhase
  /** The fence: raised by every claim. */
  epoch: number
  /** Name of the last claimer, for operators. */
  worker: string
  /** Until when the claim holds; 0 without a claim. */
  lease_until_ms: number
  is_stop_requested: number
  is_pause_requested: Generated<number>
  /** Claims since the last commit, or since a claim was released in good order. */
  idle_claims: Generated<number>
  /** JSON of the URLs of a list crawl; null for a crawl that follows links. */
  listed_urls: string | null
  /** Of a cleared website, or replaced by newer crawls: no read shows it, and the sweep deletes it. */
  is_hidden: number
  created_ms: number
  started_ms: number | null
  committed_ms: number | null
  ended_ms: number | null
  end_reason: EndReason | null
  end_sentence: string
  /** JSON of CrawlCheckpoint, null before the first commit. */
  checkpoint: string | null
  /** JSON of sentences. */
  notes: string
  /** JSON of CrawlCounts: written by every fenced transaction, so that a poll reads one row. */
  counts: string
  /** Next part of the by-target index, and the last page that is in it. */
  inlink_part: number
  inlink_number: number
  inlink_url_id: number
  /** Of the website's, what was last applied to all issues. */
  settings_version: Generated<number>
  /** The crawl that it was compared with when it ended; null for none. */
  earlier_crawl_id: number | null
}

/** One row per URL that the crawl knows, with the response to it. */
export interface UrlTable {
  crawl_id: number
  id: number
  url: string
  scope: 'internal' | 'external'
  state: UrlState
  skip_reason: SkipReason | null
  depth: number
  redirect_depth: number
  number: number
  first_number: number
  first_position: number
  kinds: number
  is_followed: number
  is_in_sitemap: number
  sitemap_number: number
  /** Days since 1970, 0 for none. */
  listed_day: number
  googlebot_line: number
  /** null until it is requested. */
  response_kind: ResponseKind | null
  /** Status of the URL itself: that of the first redirect when it redirects. */
  status: number | null
  /** Status after redirects. */
  final_status: number | null
  failure: FetchFailure | null
  failure_detail: string | null
  /** JSON of Hop[], null when there are none. */
  hops: string | null
  /** null when it equals the URL. */
  final_url: string | null
  media_type: string | null
  bytes: number | null
  ttfb_ms: number | null
  total_ms: number | null
  /** JSON of Attempt[], null when there are none. */
  attempts: string | null
  is_challenge: number
  /** JSON of FileHeaders, null where there are none. */
  file_headers: string | null
}

export type ResponseKind = 'responded' | 'failed' | 'redirected'

/** One row of the pages list. */
interface PageTable {
  crawl_id: number
  number: number
  url_id: number
  depth: number
  status: number | null
  status_class: string
  title: string
  /** JSON of PageColumns, null for a row without HTML facts. */
  columns: string | null
  is_eligible: number
  indexability: Indexability
  /** Whether an error or warning of a page check, or that nothing checked its content; or one of a site check, makes the page fail. */
  fails_page_check: number
  fails_site_check: number
  /** Neither. */
  is_passed: number
  inlink_count: number
}

/** Of pages that name another URL as their canonical: what depends on its response, until that is known. */
interface ConditionalResultTable {
  crawl_id: number
  url_id: number
  /** JSON of ConditionalResults. */
  results: string
}

/** Data read for single pages only; apart from `page`, so that lists read little. */
interface PageBodyTable {
  crawl_id: number
  url_id: number
  facts: Uint8Array | null
  links: Uint8Array | null
  main_text: Uint8Array | null
  ids: Uint8Array | null
  minhash: Uint8Array | null
  /** Pairs of 32-bit numbers: URL id and mask of link kinds of each URL that the page names. */
  found: Uint8Array
}

/** Pages that are a copy of another page, which has the findings of both. */
interface PageCopyTable {
  crawl_id: number
  url_id: number
  /** URL id of the page with the findings. */
  original_id: number
}

/** What pages may share: one row per page and key with a value. */
interface GroupKeyTable {
  crawl_id: number
  /** What eligible pages share; `copy`: what pages with parameters share with the page without them. */
  name: GroupKey | 'copy'
  value: string
  number: number
  url_id: number
}

/**
 * The by-target index: who names a URL. Built in parts, each of some thousand pages in order of frontier number, as search
 * engines keep posting lists.
 */
interface InlinkTable {
  crawl_id: number
  target_id: number
  part: number
  /** Sources with a link of a kind that leads to pages. */
  page_source_count: number
  /** Pairs of 32-bit numbers: URL id of the source; what it links by, in the words of link-source-mask.ts. */
  sources: Uint8Array
  /** Links of such kinds, and sources one of whose links may be followed. */
  link_count: number
  followed_source_count: number
}

/** The link figures of each row of the pages list, in the terms of LinkFigures. */
interface LinkFiguresTable {
  crawl_id: number
  url_id: number
  outlinks: number
  outlink_targets: number
  followed_outlinks: number
  external_outlinks: number
  /** null until all links are counted. */
  inlinks: number | null
  followed_inlink_pages: number | null
  score: number | null
}

interface IssueTable {
  id: Generated<number>
  crawl_id: number
  is_site: number
  check_id: string
  type: IssueType
  severity: Severity
  severity_rank: number
  /** -affectedCount, so that the list's order is ascending throughout. */
  affected_order: number
  page_url: string
  message: string
  /** JSON of IssueDetails. */
  details: string
  is_host_wide: number
  discovered_ms: number
  /** The severity that the check gave, where the settings of the website change it. */
  own_severity: Generated<Severity | null>
  /** The earlier crawl does not have it: written when the crawl ends. */
  is_new: Generated<number>
}

/** Suppressed issues. `issue_url` still names them. */
export interface SuppressedIssueTable extends Omit<IssueTable, 'id' | 'own_severity' | 'is_new'> {
  /** As it was among the issues, and will be again. */
  id: number
  own_severity: Severity | null
  is_new: number
  cause: SuppressedKind
  /** Of a muted one, null otherwise. */
  mute_id: number | null
  /** Of a muted one, '' otherwise; kept here, since a mute may be gone while older crawls are still there. */
  reason: string
  /** Of a fixed one, null otherwise. */
  checked_ms: number | null
  suppressed_ms: number
}

export interface MuteTable {
  id: Generated<number>
  website_id: number
  check_id: string | null
  pattern: string | null
  reason: string
  created_ms: number
}

/** What people have written about a finding, whichever crawls find it. */
interface FindingNoteTable {
  website_id: number
  fingerprint: string
  note: string
  assignee: string
  /** When a person said that it is fixed; null while it is open. */
  marked_fixed_ms: number | null
  changed_ms: number
}

interface CheckSettingTable {
  website_id: number
  check_id: string
  is_off: number
  severity: Severity | null
}

interface CheckThresholdTable {
  website_id: number
  check_id: string
  name: string
  value: number
}

/** Requests to check an issue again. */
export interface RecheckTable {
  id: Generated<number>
  crawl_id: number
  issue_id: number
  fingerprint: string
  requested_ms: number
  state: RecheckState
  /** null until it is done. */
  result: RecheckResult | null
  sentence: string
  checked_ms: number | null
  worker: string
  /** 0 without a claim. */
  lease_until_ms: number
  /** Claims so far: the fence. */
  attempts: number
}

/** Every URL that an issue names. */
interface IssueUrlTable {
  crawl_id: number
  url: string
  issue_id: number
  /** The issue touches it: an error or warning makes it fail. Others are only named, such as the pages that link to a broken target. */
  is_affected: number
  /** One of the pages of a cause, or of an issue of the site, of which the details of the issue hold the first few. */
  is_of_cause: Generated<number>
}

/** Until the crawl ends: which pages have which cause. */
interface FoundCauseTable {
  crawl_id: number
  check_id: string
  cause_key: number
  url_id: number
  /** An issue of the page describes it. */
  is_described: number
}

/** Findings of the earlier crawl that were in its report, or whose check was switched off, and that this crawl does not have. */
interface AbsentIssueTable {
  crawl_id: number
  absence: Absence
  severity_rank: number
  check_id: string
  /** An issue of the earlier crawl. */
  issue_id: number
}

interface ChangedPageTable {
  crawl_id: number
  change: PageChange
  /** From 1, in the order of the pages list. */
  position: number
  url: string
}

interface IssueCounterTable {
  crawl_id: number
  is_site: number
  type: IssueType
  check_id: string
  severity: Severity
  is_new: number
  count: number
}

interface CheckCounterTable {
  crawl_id: number
  is_site: number
  check_id: string
  /** 'off' turns the others into skips: the check is switched off. */
  result: 'passed' | 'failed' | 'skipped' | 'off'
  /** Of a skip, '' otherwise. */
  reason: string
  count: number
}

/**
 * Counters that a poll reads: pages by status class and depth, skipped URLs by reason, suppressed issues by cause; since the earlier crawl,
 * absent issues and changed pages.
 */
export interface CrawlCounterTable {
  crawl_id: number
  name: 'status' | 'depth' | 'indexability' | 'skipped' | 'suppressed' | 'absent' | 'changed-pages'
  key: string
  count: number
}

/** Staged changes of URL rows; part 0 marks them as committed. */
interface StagedUrlChangeTable {
  crawl_id: number
  part: number
  /** JSON of the values to be written, '' in part 0. */
  changes: string
}

/** The request rate of a host, shared by the crawls that send requests to it. */
interface HostRateTable {
  origin: string
  /** JSON of SharedRate. */
  rate: string
  /** Several crawls have a share. */
  is_contended: number
  /** When the row expires, by the clock of leases. */
  until_ms: number
}

/** Pages that one template made, as the sample of page speed saw them. */
interface PageSpeedGroupTable {
  crawl_id: number
  position: number
  name: string
  example_url: string
  page_count: number
  template_count: number
}

interface PageSpeedSampleTable {
  crawl_id: number
  position: number
  group_position: number
  url: string
  state: 'waiting' | 'measured' | 'failed'
  /** Why it failed, '' otherwise. */
  message: string
  /** JSON of SampledSpeed, apart from the result so that a poll reads little. */
  figures: string | null
  /** JSON of PageSpeed. */
  result: string | null
}

/** Kept up to date by every batch, so that a poll reads one row. */
export interface CrawlCounts {
  /** HTML pages of status 2xx: what the limit counts. */
  pagesCrawled: number
  /** Those whose content was checked: eligible pages. */
  pagesChecked: number
  /** Rows of the pages list. */
  pagesListed: number
  /** Distinct internal URLs known. */
  urlsFound: number
  urlsProbed: number
  /** Planned to be probed and not yet requested; meaningful while the crawl probes. */
  urlsToProbe: number
  bytes: number
  bySeverity: Record<Severity, number>
  byCategory: Record<IssueCategory, number>
  /** Listed pages with no error and no warning of their own; HTML pages only if their content was checked. */
  passed: number
}

export type UrlState = 'found' | 'queued' | 'to-probe' | 'visited' | 'probed' | 'skipped'

/**
 * found: known, neither numbered nor skipped yet. queued: has a frontier number, to be visited. to-probe: to be requested for its
 * status only. visited and probed: requested. skipped: not requested, with a reason.
 */
