import type { EndReason } from '#shared/model.ts'
import type { CrawlRow } from '#store/store.ts'

const noPageReasons: readonly EndReason[] = ['start-unreachable', 'start-refused', 'start-not-html', 'start-blocked']

/** Whether a crawl saw nothing or broke down: then finding nothing is no good sign. */
export function couldNotCrawl({ counts, endReason }: Pick<CrawlRow, 'counts' | 'endReason'>): boolean {
  if (endReason === null) return false
  return endReason === 'failed' || (counts.pagesCrawled === 0 && noPageReasons.includes(endReason))
}
