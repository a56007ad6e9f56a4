import type { CrawlPhase, CrawlStatus, EndReason, IssueCategory, Severity } from '#shared/model.ts'
import type { CrawlOptions } from './crawl-options.ts'

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

/** Kept up to date by every batch, so that a poll costs one row. */
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
