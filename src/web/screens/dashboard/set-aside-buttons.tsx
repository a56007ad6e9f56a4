/** What has left the report since the crawl: the issues that were mended, and those that were muted. */
import type { CrawlResultAnswer } from '#shared/api/crawls.ts'
import { MendedSince } from '../../components/mended-since.tsx'
import { MutedIssues } from '../../components/muted-issues.tsx'

export function SetAsideButtons({ crawl }: { crawl: CrawlResultAnswer }) {
  return (
    <>
      <MendedSince crawl={crawl} />
      <MutedIssues crawl={crawl} />
    </>
  )
}
