import type { Severity } from '#shared/model.ts'
import type { IssueRow } from '#store/store.ts'
import type { BaselineFinding } from './baseline-schema.ts'

/** A crawl beside an earlier report of the same website. */
export interface BaselineComparison {
  /** Start URL of the earlier crawl. */
  seedUrl: string
  /** Its page limit. */
  crawlLimit: number
  /** ISO 8601; null when the earlier report holds no times. */
  startedAt: string | null
  /**
   * Findings of this crawl, and those of the earlier one that are not found any more: fixed, or on pages that this crawl did not request or
   * its checks did not check.
   */
  counts: { new: number; unchanged: number; fixed: number; notCrawled: number; notChecked: number }
  newBySeverity: Record<Severity, number>
  newByCheck: ReadonlyMap<string, number>
  stateOf(issue: IssueRow): FindingState
  /** What is fixed, in the order of the earlier report. Reads it once more. */
  fixed(): AsyncIterable<BaselineFinding>
}

export type FindingState = 'new' | 'unchanged'
