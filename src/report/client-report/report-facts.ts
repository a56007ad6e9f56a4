import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import type { CheckCounter } from '#shared/page-record.ts'
import type { CrawlRow, ReadingStore } from '#store/store.ts'
import { scoreTrend } from '../crawl-health.ts'
import { crawlOverview } from '../overview.ts'
import { type SummaryFacts, summaryFacts } from '../summary-facts.ts'

export interface ClientReportOptions {
  reading: ReadingStore
  crawl: CrawlRow
}

/** What the report says of a crawl as a whole; none of it grows with the crawl. Rows are read while they are written. */
export interface ClientReportFacts extends ClientReportOptions {
  /** The very numbers of the dashboard. */
  overview: CrawlResultResponse
  /** Checks that found something, in the order in which to fix them. */
  found: SummaryFacts['checks']
  skippedCounts: SummaryFacts['skippedCounts']
  counters: ({ checkId: string } & CheckCounter)[]
  /** Issues that the settings of the website keep out of the report. */
  mutedCount: number
}

export async function clientReportFacts({ reading, crawl }: ClientReportOptions): Promise<ClientReportFacts> {
  const { checks: found, skippedCounts, health, pageSpeedSample } = await summaryFacts(reading, crawl)
  const pages = await reading.pageCounts(crawl.id)
  const overview = crawlOverview({
    crawl,
    crawls: await reading.crawls(crawl.websiteId),
    sums: {
      statusCounts: pages.byStatus,
      indexabilityCounts: pages.byIndexability,
      depthCounts: pages.byDepth,
      skippedCounts,
      issueTypes: await reading.issueTypes(crawl.id),
      health,
      scores: await scoreTrend(reading, crawl),
      pageSpeedSample,
    },
  })
  const { muted, 'switched-off': switchedOff } = await reading.suppressedCounts(crawl.id)
  const counters = await reading.checkCounters(crawl.id)
  return { reading, crawl, overview, found, skippedCounts, counters, mutedCount: muted + switchedOff }
}
