/** How many issues have left the report because they are fixed, as the button that lists them; nothing where there are none. */
import { CircleCheck } from 'lucide-react'
import { lazy } from 'react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { IssueListButton } from './issue-list-button.tsx'

const FixedList = lazy(() => import('./fixed-list.tsx').then(part => ({ default: part.FixedList })))

export function FixedSince({ crawl }: { crawl: CrawlResultResponse }) {
  return (
    <IssueListButton
      icon={<CircleCheck aria-hidden className="text-success" />}
      count={crawl.fixedCount ?? 0}
      word="fixed"
      title="Fixed since the crawl"
      description="Issues that were checked again and no longer found. They are out of the report and its counts."
    >
      <FixedList websiteId={crawl.websiteId} crawlId={crawl.crawlId} />
    </IssueListButton>
  )
}
