import type { Generated } from 'kysely'
import type { FetchFailure } from '#shared/fetch-failures.ts'
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
import type { AccountTables } from './account-tables.ts'
import type { IssueTables } from './issue-tables.ts'
import type { MonitoringTables } from './monitoring-tables.ts'
import type { PageTables } from './page-tables.ts'
import type { VisitTables } from './visit-tables.ts'

/**
 * Tables as Kysely sees them: integers (epoch milliseconds, 0 and 1), text, JSON as text, bytes. The indexes and their reasons are in
 * migrations/.
 */
export interface Schema extends AccountTables, IssueTables, MonitoringTables, PageTables, VisitTables {
  page_speed: PageSpeedTable
  crawl: CrawlTable
  url: UrlTable
  inlink: InlinkTable
  link_figures: LinkFiguresTable
  search_part: SearchPartTable
  issue_order: IssueOrderTable
  issue_counter: IssueCounterTable
  check_counter: CheckCounterTable
  crawl_counter: CrawlCounterTable
  page_speed_group: PageSpeedGroupTable
  page_speed_sample: PageSpeedSampleTable
  url_log: UrlLogTable
  host_rate: HostRateTable
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

export interface CrawlTable {
  id: Generated<number>
  website_id: number
  seed_url: string
  crawl_limit: number
  /** JSON of CrawlOptions. */
  options: string
  /** JSON of OwnCheck[]. */
  own_checks: Generated<string>
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
  /** While custom fields are read again: the last page of which they are read, by URL id; null otherwise. */
  fields_read_to: Generated<number | null>
  /** Raised with every page of which they are read again. */
  fields_version: Generated<number>
  /** The crawl that it was compared with when it ended; null for none. */
  earlier_crawl_id: number | null
  /** It reached every page that something leads to. */
  is_whole: Generated<number>
}

/** One row per URL that the crawl requested, with the response to it, or skipped. */
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

/** The texts of some thousand issues, for searching (see search/text-part.ts). */
interface SearchPartTable {
  crawl_id: number
  part: number
  /** The texts are complete. */
  is_last: number
  first_id: number
  numbers: Uint8Array
  texts: Uint8Array
}

/** The order of some thousand issues in their list (see issues/issue-order.ts). */
interface IssueOrderTable {
  crawl_id: number
  part: number
  /** The order is complete. */
  is_last: number
  first_id: number
  /** JSON of what the issues have in common. */
  groups: string
  /** Pairs of 32-bit numbers: id beyond the first, and position of its group. */
  numbers: Uint8Array
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
 * absent issues and changed pages; pages by language, those without another version, and translation sets by state.
 */
export interface CrawlCounterTable {
  crawl_id: number
  name: 'status' | 'depth' | 'indexability' | 'skipped' | 'suppressed' | 'absent' | 'changed-pages' | LanguageCounter
  key: string
  count: number
}

export type LanguageCounter = 'language' | 'language-only' | 'language-state'

/** The log of the frontier (see urls/url-log.ts). */
interface UrlLogTable {
  crawl_id: number
  part: number
  /** Of the new URLs; both 0 where there are none. */
  first_id: number
  url_count: number
  /** Rows of URLs that were decided with it may not have been written. */
  are_rows_left: number
  urls: Uint8Array | null
  changes: Uint8Array | null
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
  /** Failed URLs that wait to be requested again, while the crawl waits for nothing else; absent otherwise. */
  urlsToRetry?: number
  bytes: number
  bySeverity: Record<Severity, number>
  byCategory: Record<IssueCategory, number>
  /** Listed pages with no error and no warning of their own; HTML pages only if their content was checked. */
  passed: number
}

/**
 * found: known, neither numbered nor skipped yet. queued: has a frontier number, to be visited. to-probe: to be requested for its
 * status only. visited and probed: requested. skipped: not requested, with a reason.
 */
export type UrlState = 'found' | 'queued' | 'to-probe' | 'visited' | 'probed' | 'skipped'
