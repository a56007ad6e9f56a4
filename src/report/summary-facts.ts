import type { CrawlHealth } from '#shared/crawl-health.ts'
import type { Severity, SkipReason } from '#shared/model.ts'
import { severities } from '#shared/model.ts'
import type { PageSpeedSample } from '#shared/page-speed-sample.ts'
import type { CrawlRow, ReadingStore } from '#store/store.ts'
import { crawlHealth } from './crawl-health.ts'
import { issueAdvice } from './issue-list.ts'

/** What the command line's summary says about a crawl. */
export interface SummaryFacts {
  crawl: CrawlRow
  /** Checks that found something: by severity, then issues descending, then id. */
  checks: CheckSummary[]
  skippedCounts: { reason: SkipReason; count: number }[]
  indexablePages: number
  /** null where no page was read. */
  health: CrawlHealth | null
  /** null where no page speed was requested. */
  pageSpeedSample: PageSpeedSample | null
}

export interface CheckSummary {
  checkId: string
  title: string
  /** The worst of its issues. */
  severity: Severity
  issueCount: number
  /** Distinct URLs of the first issues, at most EXAMPLES_PER_CHECK. */
  exampleUrls: string[]
}

const EXAMPLES_PER_CHECK = 3

/** Queries the store once per check that failed, so its cost does not grow with the crawl's issues. */
export async function summaryFacts(reading: ReadingStore, crawl: CrawlRow): Promise<SummaryFacts> {
  const checks: CheckSummary[] = []
  for (const { checkId } of await reading.checkCounters(crawl.id)) {
    const [first, ...more] = await reading.issues(crawl.id, { checkId, limit: EXAMPLES_PER_CHECK })
    if (!first) continue
    checks.push({
      checkId,
      title: issueAdvice(first).title,
      severity: first.severity,
      issueCount: await reading.countIssues(crawl.id, { checkId }),
      exampleUrls: [...new Set([first, ...more].map(issue => issue.pageUrl))],
    })
  }
  checks.sort(
    (a, b) =>
      severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
      b.issueCount - a.issueCount ||
      (a.checkId < b.checkId ? -1 : 1),
  )
  return {
    crawl,
    checks,
    indexablePages: await reading.countPages(crawl.id, { indexability: 'indexable' }),
    skippedCounts: await reading.skippedCounts(crawl.id),
    health: await crawlHealth(reading, crawl),
    pageSpeedSample: await reading.pageSpeedSample(crawl.id),
  }
}
