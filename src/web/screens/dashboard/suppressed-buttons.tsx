/** What has left the report since the crawl: the issues that were fixed, and those that were muted. */
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { FixedSince } from '../../issues/fixed-since.tsx'
import { MutedIssues } from '../../issues/muted-issues.tsx'

export function SuppressedButtons({ crawl }: { crawl: CrawlResultResponse }) {
  return (
    <>
      <FixedSince crawl={crawl} />
      <MutedIssues crawl={crawl} />
    </>
  )
}
