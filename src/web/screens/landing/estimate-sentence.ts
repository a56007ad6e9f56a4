import { type CrawlDelay, crawlDelaySentence } from '#shared/crawl-delay.ts'
import { type CrawlEstimate, roughDuration } from '#shared/crawl-estimate.ts'
import { formatDay, formatNumber, upperFirst } from '../../components/format.ts'

/** The duration and the requests of a crawl, with what they rest on; with a Crawl-delay what that means. */
export function estimateSentence(estimate: CrawlEstimate, crawlDelay: CrawlDelay | null = null): string {
  if (crawlDelay !== null) return crawlDelaySentence(crawlDelay)
  const { seconds, requests, earlierCrawlAt, assumedSecondsPerResponse } = estimate
  const duration = upperFirst(roughDuration(seconds))
  if (earlierCrawlAt !== null)
    return `${duration} and ${formatNumber(requests)} requests, like your crawl of ${formatDay(earlierCrawlAt)}.`
  return `${duration}, up to ${formatNumber(requests)} requests. Assumes ${assumedSecondsPerResponse} s per response and no Crawl-delay.`
}
