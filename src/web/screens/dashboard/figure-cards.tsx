/** What kinds of issues there are, how deep pages lie, and the crawl itself: the row of cards below the fold. */
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { useShared } from '../../sharing/shown.ts'
import { CrawlDepthCard } from './crawl-depth-card.tsx'
import { IssueDistributionCard } from './issue-distribution-card.tsx'
import { QuickActionsCard } from './quick-actions-card.tsx'
import { RecentCrawlCard } from './recent-crawl-card.tsx'

interface FigureCardsProps {
  websiteId: number
  crawl: CrawlResultResponse | undefined
  /** Id of an earlier crawl as text, '' for the newest. */
  crawlText: string
  crawlId: number | null
  nowMs: number
}

export function FigureCards({ websiteId, crawl, crawlText, crawlId, nowMs }: FigureCardsProps) {
  const shared = useShared()
  const shown = { websiteId, crawl, crawlText }
  return (
    <div className="mt-3 grid gap-3 sm:mt-4 sm:gap-4 lg:grid-cols-2 xl:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <IssueDistributionCard {...shown} />
      <CrawlDepthCard {...shown} />
      <div className="grid content-start gap-3 sm:gap-4 lg:col-span-2 lg:grid-cols-2 xl:col-span-1 xl:grid-cols-1">
        <RecentCrawlCard crawl={crawl} nowMs={nowMs} />
        {!shared && <QuickActionsCard websiteId={websiteId} crawlId={crawlId} crawl={crawl} />}
      </div>
    </div>
  )
}
