import type { NotCrawledResponse } from '#shared/api/not-crawled.ts'
import { isKnownDepth } from '#shared/crawl-depth.ts'
import type { RuleMatcher } from '#shared/crawl-scope.ts'
import type { SkippedUrl } from '#store/store.ts'

/** A URL that was not crawled, with the rule that excludes it. */
export function notCrawled(skipped: SkippedUrl, excludedBy: RuleMatcher): NotCrawledResponse {
  const { url, reason, kinds, depth, isInSitemap, status, foundOn } = skipped
  return {
    url,
    reason,
    rule: reason === 'excluded' ? excludedBy(url) : null,
    kinds,
    depth: isKnownDepth(depth) ? depth : null,
    isInSitemap,
    statusCode: status,
    foundOn,
  }
}
