import { type CrawlEstimate, roughDuration } from '#shared/crawl-estimate.ts'
import { formatDay, formatNumber, upperFirst } from '../../components/format.ts'

/** The duration and the requests of a crawl, with what they rest on. */
export function estimateSentence(estimate: CrawlEstimate): string {
  const { seconds, requests, earlierCrawlAt, assumedSecondsPerResponse } = estimate
  const duration = upperFirst(roughDuration(seconds))
  if (earlierCrawlAt !== null)
    return `${duration} and ${formatNumber(requests)} requests, like your crawl of ${formatDay(earlierCrawlAt)}.`
  return `${duration}, up to ${formatNumber(requests)} requests. Assumes ${assumedSecondsPerResponse} s per response and no Crawl-delay.`
}
