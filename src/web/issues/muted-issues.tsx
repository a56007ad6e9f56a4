/** How many issues the settings of the website keep out of the report, as the button that lists them; nothing where there are none. */
import { BellOff } from 'lucide-react'
import { lazy } from 'react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { IssueListButton } from './issue-list-button.tsx'

const MutedList = lazy(() => import('./muted-list.tsx').then(part => ({ default: part.MutedList })))

export function MutedIssues({ crawl }: { crawl: CrawlResultResponse }) {
  return (
    <IssueListButton
      icon={<BellOff aria-hidden />}
      count={crawl.mutedCount ?? 0}
      word="muted"
      title="Muted issues"
      description="They are out of the report and its counts, for the reasons that were given."
      // Taking back the last mute shows that none is left.
      staysOpen
    >
      <MutedList websiteId={crawl.websiteId} crawlId={crawl.crawlId} />
    </IssueListButton>
  )
}
