/** How many issues have left the report because they are mended, as the button that lists them; nothing where there are none. */
import { CircleCheck } from 'lucide-react'
import { lazy } from 'react'
import type { CrawlResultAnswer } from '#shared/api/crawls.ts'
import { IssueListButton } from './issue-list-button.tsx'

const MendedList = lazy(() => import('./mended-list.tsx').then(part => ({ default: part.MendedList })))

export function MendedSince({ crawl }: { crawl: CrawlResultAnswer }) {
  return (
    <IssueListButton
      icon={<CircleCheck aria-hidden className="text-success" />}
      count={crawl.mendedCount ?? 0}
      word="mended"
      title="Mended since the crawl"
      description="Issues that were checked again and no longer found. They are out of the report and its counts."
    >
      <MendedList websiteId={crawl.websiteId} crawlId={crawl.crawlId} />
    </IssueListButton>
  )
}
