import type { SetAsideCause, SetAsideKind } from '#shared/issue-settings.ts'
import type { IssueRow } from './issue-row.ts'

/** Issues of crawls that have ended, taken out of the report and put back. Counts, tallies and the pages that pass go along. */
export interface IssueStore {
  /**
   * Takes issues out of the report of a crawl and keeps them, in short transactions; answers how many. None of a crawl that has not
   * ended, nor of one that is gone; ids of other crawls, and of issues that are set aside already, are passed over. A page whose every
   * finding of a check is set aside neither fails nor passes the check.
   */
  setAside(move: { crawlId: number; issueIds: readonly number[]; cause: SetAsideCause; nowMs: number }): Promise<number>
  /** Puts them back as they were, ids included; answers how many. */
  takeBack(move: { crawlId: number; issueIds: readonly number[] }): Promise<number>
}

/** Reads of what is set aside, part of `ReadingStore`. */
export interface SetAsideReading {
  /** In the order of the issues' list: by severity, then affectedCount descending, check id, page URL, id. */
  setAsideIssues(crawlId: number, query: SetAsideQuery): Promise<SetAsideIssueRow[]>
  setAsideCounts(crawlId: number): Promise<Record<SetAsideKind, number>>
}

export interface SetAsideQuery {
  kind: SetAsideKind
  /** Only what follows this one in the list. */
  afterId?: number
  offset?: number
  limit?: number
}

export interface SetAsideIssueRow extends IssueRow {
  cause: SetAsideCause
  setAsideMs: number
}
