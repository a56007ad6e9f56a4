import { earlierCrawl } from '#compare/compare-crawls.ts'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import type { WebsiteResponse } from '#shared/api/websites.ts'
import type { CrawlHealth } from '#shared/crawl-health.ts'
import { publicOptions } from '#shared/crawl-options.ts'
import type { Indexability } from '#shared/indexability.ts'
import { isoTime } from '#shared/iso-time.ts'
import type { IssueType, SkipReason } from '#shared/model.ts'
import type { PageSpeedSample } from '#shared/page-speed-sample.ts'
import type { CrawlRow, ReadingStore, WebsiteRow } from '#store/store.ts'
import { crawlHealth, scoreTrend } from './crawl-health.ts'

/**
 * This part is the read side: it turns stored rows into responses, sums and files for people. It never writes, never decides who
 * may read (the caller has), and never holds all rows of a crawl.
 */

/** Sums over a crawl's rows that its own row does not carry. */
export interface CrawlSums {
  /** By status class: '2xx' … '5xx', 'none'. */
  statusCounts: Record<string, number>
  indexabilityCounts: Partial<Record<Indexability, number>>
  depthCounts: { depth: number; count: number }[]
  skippedCounts: { reason: SkipReason; count: number }[]
  issueTypes: { type: IssueType; count: number }[]
  /** null while the crawl goes on, and where no page was read. */
  health: CrawlHealth | null
  /** Of the last crawls up to this one, the oldest first. */
  scores: CrawlResultResponse['scores']
  /** Issues that left the report because they are fixed; omitted where there are none. */
  fixedCount?: number
  /** Issues that are muted, or whose check is switched off; omitted where there are none. */
  mutedCount?: number
  /** null where no sample was requested. */
  pageSpeedSample: PageSpeedSample | null
}

export async function readCrawlSums(reading: ReadingStore, crawl: CrawlRow): Promise<CrawlSums> {
  const pages = await reading.pageCounts(crawl.id)
  const { fixed, muted, 'switched-off': switchedOff } = await reading.suppressedCounts(crawl.id)
  const kept = muted + switchedOff
  return {
    statusCounts: pages.byStatus,
    indexabilityCounts: pages.byIndexability,
    depthCounts: pages.byDepth,
    skippedCounts: await reading.skippedCounts(crawl.id),
    issueTypes: await reading.issueTypes(crawl.id),
    health: await crawlHealth(reading, crawl),
    scores: await scoreTrend(reading, crawl),
    ...(fixed > 0 && { fixedCount: fixed }),
    ...(kept > 0 && { mutedCount: kept }),
    pageSpeedSample: await reading.pageSpeedSample(crawl.id),
  }
}

export interface OverviewFacts {
  crawl: CrawlRow
  /** All crawls of the website, newest first. */
  crawls: readonly CrawlRow[]
  sums: CrawlSums
  /** Of a crawl that waits: how many have to end first. */
  crawlsBefore?: number
}

/** The crawl result of the specification, section 3: what the dashboard and the progress panel show. */
export function crawlOverview({ crawl, crawls, sums, crawlsBefore = 0 }: OverviewFacts): CrawlResultResponse {
  const { counts } = crawl
  return {
    websiteId: crawl.websiteId,
    crawlId: crawl.id,
    url: crawl.seedUrl,
    lastCrawled: isoTime(crawl.startedMs),
    endedAt: isoTime(crawl.endedMs),
    pagesCrawled: counts.pagesCrawled,
    pagesChecked: counts.pagesChecked,
    pagesFound: counts.urlsFound,
    status: crawl.status,
    phase: crawl.phase,
    linkCheck: linkCheckOf(crawl),
    urlsToRetry: counts.urlsToRetry ?? 0,
    crawlsBefore,
    crawlLimit: crawl.crawlLimit,
    endReason: crawl.endReason,
    endSentence: crawl.endSentence,
    notes: [...crawl.notes],
    options: publicOptions(crawl.options),
    errorCount: counts.bySeverity.error,
    warningCount: counts.bySeverity.warning,
    infoCount: counts.bySeverity.info,
    passedCount: counts.passed,
    overview: {
      totalPages: counts.pagesListed,
      errors: counts.bySeverity.error,
      redirects: counts.byCategory.redirects,
      duplicates: counts.byCategory.duplicates,
    },
    issueDistribution: { ...counts.byCategory },
    change: crawlChange(crawl, crawls),
    ...sums,
    crawls: crawls.map(each => ({
      id: each.id,
      startedAt: isoTime(each.startedMs),
      pagesCrawled: each.counts.pagesCrawled,
      status: each.status,
    })),
  }
}

function linkCheckOf({ status, phase, counts }: CrawlRow): CrawlResultResponse['linkCheck'] {
  if (status === 'complete' || phase !== 'probing') return null
  return { checked: counts.urlsProbed, total: counts.urlsProbed + counts.urlsToProbe }
}

/** Percent against the earlier crawl; null when there is none. `crawls` are the website's, newest first. */
export function crawlChange(crawl: CrawlRow, crawls: readonly CrawlRow[]): CrawlResultResponse['change'] {
  const previous = earlierCrawl(crawl, crawls)
  if (!previous) return null
  const now = crawl.counts
  const before = previous.counts
  return {
    totalPages: percentChange(before.pagesListed, now.pagesListed),
    errors: percentChange(before.bySeverity.error, now.bySeverity.error),
    redirects: percentChange(before.byCategory.redirects, now.byCategory.redirects),
    duplicates: percentChange(before.byCategory.duplicates, now.byCategory.duplicates),
  }
}

/** Whole percent; null when something grew out of nothing, which no percentage can say. */
export function percentChange(before: number, now: number): number | null {
  if (before === 0) return now === 0 ? 0 : null
  return Math.round(((now - before) / before) * 100)
}

/** A website of the list, with the counts of its newest crawl. */
export function websiteResponse({
  id,
  url,
  lastCrawledMs,
  crawlLimit,
  crawl,
  role,
  sharedBy,
}: WebsiteRow): WebsiteResponse {
  return {
    id,
    url,
    lastCrawled: isoTime(lastCrawledMs),
    pagesCrawled: crawl.counts.pagesCrawled,
    status: crawl.status,
    crawlLimit,
    options: publicOptions(crawl.options),
    errorCount: crawl.counts.bySeverity.error,
    warningCount: crawl.counts.bySeverity.warning,
    passedCount: crawl.counts.passed,
    role,
    sharedBy,
  }
}
