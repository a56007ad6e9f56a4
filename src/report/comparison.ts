import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import type { CrawlRow } from '#store/store.ts'

/** Percent against the complete crawl before this one; null when there is none. `crawls` are the website's, newest first. */
export function crawlChange(crawl: CrawlRow, crawls: readonly CrawlRow[]): CrawlResultResponse['change'] {
  const previous = crawls.find(each => each.id < crawl.id && each.status === 'complete')
  if (!previous) return null
  const now = crawl.counts
  const before = previous.counts
  return {
    totalPages: percentChange(before.pagesListed, now.pagesListed),
    errors: percentChange(before.bySeverity.error, now.bySeverity.error),
    redirects: percentChange(before.redirectIssues, now.redirectIssues),
    duplicates: percentChange(before.duplicateIssues, now.duplicateIssues),
  }
}

/** Whole percent; null when something grew out of nothing, which no percentage can say. */
export function percentChange(before: number, now: number): number | null {
  if (before === 0) return now === 0 ? 0 : null
  return Math.round(((now - before) / before) * 100)
}
