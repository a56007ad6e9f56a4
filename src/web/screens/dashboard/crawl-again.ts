import type { CrawlResultAnswer, StartCrawl } from '#shared/api/crawls.ts'

interface Allowed {
  maxCrawlLimit: number
  maxPageSpeedSample: number
}

/** The same crawl once more, as far as its answer tells what was asked and the server still allows it. */
export function crawlAgain(
  { url, crawlLimit, pageSpeedSample }: Pick<CrawlResultAnswer, 'url' | 'crawlLimit' | 'pageSpeedSample'>,
  { maxCrawlLimit, maxPageSpeedSample }: Allowed,
): StartCrawl {
  const { measured, failed, waiting } = pageSpeedSample ?? { measured: 0, failed: 0, waiting: 0 }
  const sample = Math.min(measured + failed + waiting, maxPageSpeedSample)
  return { url, crawlLimit: Math.min(crawlLimit, maxCrawlLimit), ...(sample > 0 && { pageSpeedSample: sample }) }
}
