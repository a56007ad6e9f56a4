import type { SuppressedCause, SuppressedKind } from '#shared/issue-settings.ts'
import type { IssueRow } from './issue-row.ts'

/** Issues of crawls that have ended, taken out of the report and put back. Counts, counters and the pages that pass go along. */
export interface IssueStore {
  /**
   * Takes issues out of the report of a crawl and keeps them, in short transactions; answers how many. None of a crawl that has not
   * ended, nor of one that is gone; ids of other crawls, and of issues that are set aside already, are passed over. A page whose every
   * finding of a check is set aside neither fails nor passes the check.
   */
  suppressed(move: {
    crawlId: number
    issueIds: readonly number[]
    cause: SuppressedCause
    nowMs: number
  }): Promise<number>
  /** Puts them back as they were, ids included; answers how many. */
  takeBack(move: { crawlId: number; issueIds: readonly number[] }): Promise<number>
}

/** Reads of what is set aside, part of `ReadingStore`. */
export interface SuppressedReading {
  /** In the order of the issues' list: by severity, then affectedCount descending, check id, page URL, id. */
  suppressedIssues(crawlId: number, query: SuppressedQuery): Promise<SuppressedIssueRow[]>
  suppressedCounts(crawlId: number): Promise<Record<SuppressedKind, number>>
}

export interface SuppressedQuery {
  kind: SuppressedKind
  /** Only what follows this one in the list. */
  afterId?: number
  offset?: number
  limit?: number
}

export interface SuppressedIssueRow extends IssueRow {
  cause: SuppressedCause
  suppressedMs: number
}
