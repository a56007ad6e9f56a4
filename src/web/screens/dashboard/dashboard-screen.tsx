/** The dashboard: how good the site is, what to fix first, what changed, what was covered; then figures and issues. */
import { clsx } from 'clsx'
import { Globe } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { hrefTo, idNumber } from '#shared/routes.ts'
import { Button } from '../../components/button.tsx'
import { Card, CardContent } from '../../components/card.tsx'
import { CrawlChoice } from '../../components/crawl-choice.tsx'
import { FetchErrorState, Skeleton } from '../../components/fetch-states.tsx'
import { NoWebsite } from '../../components/no-website.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { EmptyState } from '../../components/states.tsx'
import { SuppressedButtons } from '../../issues/suppressed-buttons.tsx'
import { isCrawlActive, useCrawlResult } from '../../queries/crawls.ts'
import { useActiveCrawl } from '../../queries/websites.ts'
import { ShareButton } from '../../sharing/share-button.tsx'
import { useShared, useShows } from '../../sharing/shown.ts'
import { useAuth } from '../../state/signed-in-user.ts'
import { useUrlState } from '../../state/url-state.ts'
import { CoverageCard } from './coverage-card.tsx'
import { FixFirstCard } from './fix-first-card.tsx'
import { HealthCard } from './health-card.tsx'
import { PageSpeedCard } from './page-speed/page-speed-card.tsx'
import { ReportExportMenu } from './report-export-menu.tsx'
import { StatCards } from './stat-cards.tsx'

const CrawlProgress = lazy(() => import('./crawl-progress.tsx').then(part => ({ default: part.CrawlProgress })))
const ChangesCard = lazy(() => import('./changes-card.tsx').then(part => ({ default: part.ChangesCard })))
const FigureCards = lazy(() => import('./figure-cards.tsx').then(part => ({ default: part.FigureCards })))
const IssueTabs = lazy(() => import('./issue-tabs.tsx').then(part => ({ default: part.IssueTabs })))
const QuickActionsCard = lazy(() =>
  import('./quick-actions-card.tsx').then(part => ({ default: part.QuickActionsCard })),
)
const SegmentsCard = lazy(() => import('./segments-card.tsx').then(part => ({ default: part.SegmentsCard })))
const RawDataCard = lazy(() => import('./raw-data-card.tsx').then(part => ({ default: part.RawDataCard })))

const urlDefaults = { crawl: '', issue: '' }

export function DashboardScreen() {
  const { websiteId, isPending, isCrawling } = useActiveCrawl()
  const [{ crawl: crawlText }, changeUrl] = useUrlState(urlDefaults)
  const { data: crawl, error, refetch } = useCrawlResult(websiteId, idNumber(crawlText))
  const shared = useShared()
  return (
    <>
      <PageHeader
        title="Dashboard"
        actions={
          <>
            {crawl && !shared && <SuppressedButtons crawl={crawl} />}
            <CrawlChoice crawlText={crawlText} onCrawl={value => changeUrl({ crawl: value, issue: '' })} />
            {websiteId !== null && <ShareButton websiteId={websiteId} crawl={crawl} />}
            {websiteId !== null && (
              <ReportExportMenu
                label="Export"
                websiteId={websiteId}
                crawlId={idNumber(crawlText)}
                hasData={crawl !== undefined && hasResults(crawl)}
              />
            )}
          </>
        }
      />
      {websiteId === null && (
        <Card>
          <NoWebsite isPending={isPending} waitingText="Loading crawl data..." empty={<NoCrawl />} />
        </Card>
      )}
      {websiteId === null && !isPending && (
        <Suspense fallback={null}>
          <QuickActionsCard websiteId={null} crawlId={null} crawl={undefined} className="mt-4" />
        </Suspense>
      )}
      {websiteId !== null && error && !crawl && (
        <Card>
          <FetchErrorState what="Failed to fetch crawl results" error={error} onRetry={() => void refetch()} />
        </Card>
      )}
      {websiteId !== null && (crawl || !error) && (
        <Overview websiteId={websiteId} crawl={crawl} crawlText={crawlText} isCrawling={isCrawling} />
      )}
    </>
  )
}

function NoCrawl() {
  return (
    <EmptyState
      icon={Globe}
      title="No recent crawls. Enter a URL above to get started."
      description="The crawler checks every page and every link; each issue comes with evidence and a fix."
      action={
        <Button href={hrefTo('landing')} variant="primary">
          Crawl a website
        </Button>
      }
    />
  )
}

interface OverviewProps {
  websiteId: number
  crawl: CrawlResultResponse | undefined
  /** Id of an earlier crawl as text, '' for the newest. */
  crawlText: string
  isCrawling: boolean
}

function Overview({ websiteId, crawl, crawlText, isCrawling }: OverviewProps) {
  const nowMs = useNow()
  const crawlId = idNumber(crawlText)
  const { isAdmin } = useAuth()
  const shared = useShared()
  const showsIssues = useShows('issues')
  const isRunning = crawl ? isCrawlActive(crawl) : isCrawling
  // The progress stays visible until it has shown the completion of the crawl.
  const [watchedCrawlId, setWatchedCrawlId] = useState<number | null>(null)
  if (crawl && isRunning && watchedCrawlId !== crawl.crawlId) setWatchedCrawlId(crawl.crawlId)
  const shown = { websiteId, crawl, crawlText }
  const isProgressShown = isRunning || (crawl !== undefined && crawl.crawlId === watchedCrawlId)
  return (
    <>
      {isProgressShown && (
        <Suspense fallback={<WaitingCard className="mb-4 min-h-24.5 max-sm:min-h-40" />}>
          <CrawlProgress websiteId={websiteId} crawl={crawl ?? null} onComplete={() => setWatchedCrawlId(null)} />
        </Suspense>
      )}
      <div
        id="results"
        tabIndex={-1}
        className="grid gap-3 outline-none sm:gap-4 min-[1180px]:grid-cols-[22rem_minmax(0,1fr)]"
      >
        <HealthCard {...shown} />
        {showsIssues && <FixFirstCard {...shown} />}
        {!shared && (
          <Suspense fallback={<WaitingCard className="min-h-60" />}>
            <ChangesCard crawl={crawl} crawlText={crawlText} />
          </Suspense>
        )}
        {/* In the place of the changes, too, where they are not shown. */}
        <CoverageCard {...shown} className={clsx(shared && showsIssues && 'min-[1180px]:col-span-full')} />
      </div>
      <StatCards {...shown} nowMs={nowMs} />
      {!shared && (
        <Suspense fallback={null}>
          <SegmentsCard {...shown} />
        </Suspense>
      )}
      {/* About as high as the cards are. */}
      <Suspense fallback={<WaitingCard className="mt-3 min-h-100 sm:mt-4" />}>
        <FigureCards {...shown} crawlId={crawlId} nowMs={nowMs} />
      </Suspense>
      {/* About as high as its first rows. */}
      {showsIssues && (
        <Suspense fallback={<WaitingCard className="mt-4 min-h-160" />}>
          <IssueTabs {...shown} isCrawling={isRunning || isCrawling} />
        </Suspense>
      )}
      {!shared && <PageSpeedCard url={crawl?.url ?? ''} isCrawling={isRunning || isCrawling} />}
      {isAdmin && (
        <Suspense fallback={null}>
          <RawDataCard websiteId={websiteId} crawlId={crawlId} />
        </Suspense>
      )}
    </>
  )
}

/** Stands where a card will, as high as it, while its script is loaded. */
function WaitingCard({ className }: { className: string }) {
  return (
    <Card className={className}>
      <CardContent>
        <Skeleton className="w-40" />
      </CardContent>
    </Card>
  )
}

/** A crawl that was stopped before its first page has no results. */
function hasResults({ overview, errorCount, warningCount, infoCount }: CrawlResultResponse): boolean {
  return overview.totalPages + errorCount + warningCount + infoCount > 0
}

const MINUTE_MS = 60_000

/** The time in epoch milliseconds, updated every minute, for relative times. */
function useNow(): number {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
