import type { SuppressedKind } from '#shared/issue-settings.ts'
import type { IssueRow } from './issue-row.ts'

/** Reads of one finding, wherever it is kept and over several crawls; part of `ReadingStore`. */
export interface FindingReading {
  /** One issue of a crawl, in its report or set aside; null for an id that is none of the crawl's. */
  issue(crawlId: number, issueId: number): Promise<FoundIssueRow | null>
  /**
   * Issues of one check that name one of these addresses, those that are set aside among them, by crawl and id. Of each crawl so many
   * issues that name them are looked through as `limit` says.
   */
  issuesNaming(asked: FindingQuery): Promise<FoundIssueRow[]>
}

export interface FindingQuery {
  crawlIds: readonly number[]
  checkId: string
  urls: readonly string[]
  limit: number
}

export interface FoundIssueRow extends IssueRow {
  crawlId: number
  /** Why it is not in the report; null where it is. */
  suppressed: SuppressedKind | null
}
