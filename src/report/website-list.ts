import type { WebsiteResponse } from '#shared/api/websites.ts'
import { publicOptions } from '#shared/crawl-options.ts'
import type { WebsiteRow } from '#store/store.ts'
import { isoTime } from './iso-time.ts'

/** A website of the list, with the counts of its newest crawl. */
export function websiteResponse({ id, url, lastCrawledMs, crawlLimit, crawl }: WebsiteRow): WebsiteResponse {
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
  }
}
