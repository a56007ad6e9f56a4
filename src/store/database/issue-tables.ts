import type { Generated } from 'kysely'
import type { Absence, PageChange } from '#shared/changes.ts'
import type { SuppressedKind } from '#shared/issue-settings.ts'
import type { IssueType, Severity } from '#shared/model.ts'
import type { RecheckResult, RecheckState } from '#shared/recheck.ts'

/** Tables of what crawls found, and of what is decided and noted about it. */
export interface IssueTables {
  issue: IssueTable
  issue_url: IssueUrlTable
  issue_page: IssuePageTable
  found_cause: FoundCauseTable
  absent_issue: AbsentIssueTable
  changed_page: ChangedPageTable
  suppressed_issue: SuppressedIssueTable
  mute: MuteTable
  finding_note: FindingNoteTable
  recheck: RecheckTable
  check_setting: CheckSettingTable
  check_threshold: CheckThresholdTable
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

/** Suppressed issues. `issue_url` and `issue_page` still name them. */
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

/** Every URL that an issue names, but for the pages of a cause. */
interface IssueUrlTable {
  crawl_id: number
  url: string
  issue_id: number
  /** The issue touches it: an error or warning makes it fail. Others are only named, such as the pages that link to a broken target. */
  is_affected: number
  /** One of the pages of an issue of the site, of which the details of the issue hold the first few. */
  is_listed: Generated<number>
}

/** The pages of a cause that several pages share, in sets by `page-parts.ts`. */
interface IssuePageTable {
  crawl_id: number
  issue_id: number
  part: number
  pages: number
}

/** Until the crawl ends: which pages have which cause, in sets by `page-parts.ts`. */
interface FoundCauseTable {
  crawl_id: number
  check_id: string
  cause_key: number
  part: number
  pages: number
  /** Those of them whose issue describes it. */
  described: number
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
