import type { CrawlResultResponse, StartCrawl } from '#shared/api/crawls.ts'

interface Allowed {
  maxCrawlLimit: number
  maxPageSpeedSample: number
}

/** The same crawl once more, as far as its answer tells what was asked and the server still allows it. */
export function crawlAgain(
  before: Pick<CrawlResultResponse, 'url' | 'crawlLimit' | 'pageSpeedSample' | 'dropParameters'>,
  { maxCrawlLimit, maxPageSpeedSample }: Allowed,
): StartCrawl {
  const { url, crawlLimit, pageSpeedSample, dropParameters = [] } = before
  const { measured, failed, waiting } = pageSpeedSample ?? { measured: 0, failed: 0, waiting: 0 }
  const sample = Math.min(measured + failed + waiting, maxPageSpeedSample)
  return {
    url,
    crawlLimit: Math.min(crawlLimit, maxCrawlLimit),
    // None is an answer, too: the operator's setting is not asked anew.
    dropParameters,
    ...(sample > 0 && { pageSpeedSample: sample }),
  }
}
