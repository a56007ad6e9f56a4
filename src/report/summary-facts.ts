import type { CrawlChangesResponse } from '#shared/api/changes.ts'
import type { CheckResultResponse } from '#shared/api/checks.ts'
import type { CrawlHealth } from '#shared/crawl-health.ts'
import type { SkipReason } from '#shared/model.ts'
import type { PageSpeedSample } from '#shared/page-speed-sample.ts'
import type { CrawlRow, ReadingStore } from '#store/store.ts'
import { checkResults } from './check-results.ts'
import { crawlChanges } from './crawl-changes.ts'
import { crawlHealth } from './crawl-health.ts'

/** What the command line's summary says about a crawl. */
export interface SummaryFacts {
  crawl: CrawlRow
  /** Checks that found something, in the order in which to fix them. */
  checks: CheckSummary[]
  skippedCounts: { reason: SkipReason; count: number }[]
  indexablePages: number
  /** null where no page was read. */
  health: CrawlHealth | null
  /** Since the earlier crawl; null without one. */
  change: CrawlChangesResponse['change']
  /** null where no page speed was requested. */
  pageSpeedSample: PageSpeedSample | null
}

export interface CheckSummary
  extends Pick<CheckResultResponse, 'id' | 'title' | 'severity' | 'issueCount' | 'pageCount' | 'gain' | 'change'> {
  /** Distinct URLs of the first issues, at most EXAMPLES_PER_CHECK. */
  exampleUrls: string[]
}

const EXAMPLES_PER_CHECK = 3

/** Queries the store once per check that failed, so its cost does not grow with the crawl's issues. */
export async function summaryFacts(reading: ReadingStore, crawl: CrawlRow): Promise<SummaryFacts> {
  const checks: CheckSummary[] = []
  for (const result of await checkResults(reading, crawl)) {
    const { id, title, severity, issueCount, pageCount, gain, change } = result
    if (issueCount === 0) continue
    const issues = await reading.issues(crawl.id, { checkId: id, limit: EXAMPLES_PER_CHECK })
    const exampleUrls = [...new Set(issues.map(issue => issue.pageUrl))]
    checks.push({ id, title, severity, issueCount, pageCount, gain, change, exampleUrls })
  }
  return {
    crawl,
    checks,
    indexablePages: await reading.countPages(crawl.id, { indexability: 'indexable' }),
    skippedCounts: await reading.skippedCounts(crawl.id),
    health: await crawlHealth(reading, crawl),
    change: await crawlChanges(reading, crawl),
    pageSpeedSample: await reading.pageSpeedSample(crawl.id),
  }
}
