import type { WebsiteResponse } from '#shared/api/websites.ts'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'

/** A website of the list, crawled and without issues. */
export function websiteWith(changes: Partial<WebsiteResponse> = {}): WebsiteResponse {
  return {
    id: 1,
    url: 'https://a.example/',
    lastCrawled: null,
    pagesCrawled: 0,
    status: 'complete',
    crawlLimit: 100,
    options: defaultCrawlOptions,
    errorCount: 0,
    warningCount: 0,
    passedCount: 0,
    role: 'own',
    sharedBy: null,
    ...changes,
  }
}
