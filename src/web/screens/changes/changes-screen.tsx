/** "Changes": two crawls of a website, or of two hosts, beside each other. The chosen crawls and the list are in the URL. */

import { GitCompare, TriangleAlert } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { ComparisonHead } from '#shared/api/comparison.ts'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { parsePathMap } from '#shared/path-map.ts'
import { idNumber } from '#shared/routes.ts'
import { Card, CardContent, CardHeader, CardTitle } from '../../components/card.tsx'
import { startTimes } from '../../components/crawl-labels.ts'
import { CrawledText } from '../../components/crawled-text.tsx'
import { FetchErrorState, LoadingState } from '../../components/fetch-states.tsx'
import { NoSelectedWebsite } from '../../components/no-website.tsx'
import { EmptyState } from '../../components/states.tsx'
import { IssueScreen, type IssueScreenCrawl } from '../../issues/issue-screen.tsx'
import { type ComparedCrawls, useComparison } from '../../queries/comparison.ts'
import { isCrawlActive, useCrawlResult } from '../../queries/crawls.ts'
import { useShared } from '../../sharing/shown.ts'
import { useUrlState } from '../../state/url-state.ts'
import { ChosenCrawl } from './chosen-crawl.tsx'
import { comparedDefaults } from './compared-url.ts'

const ChangeLists = lazy(() => import('./change-lists.tsx').then(part => ({ default: part.ChangeLists })))
const TrendCard = lazy(() => import('./trend-card.tsx').then(part => ({ default: part.TrendCard })))
const WAITING = 'Comparing the crawls...'

export function ChangesScreen() {
  return (
    <IssueScreen
      title="Changes"
      describe={({ url }) => (
        <p className="break-words">
          What changed on <CrawledText text={url} dir="ltr" /> between two crawls
        </p>
      )}
      empty={<NoSelectedWebsite see="what changed between two crawls" />}
      waitingText={WAITING}
      list={place => <Content {...place} />}
      hasOwnCards
    />
  )
}

function Content({ websiteId, crawl, crawlText }: IssueScreenCrawl) {
  const [{ with: withText, site, paths }] = useUrlState(comparedDefaults)
  const shared = useShared()
  const otherId = idNumber(site)
  // Of another website, the newest crawl until one is chosen.
  const other = useCrawlResult(otherId)
  const withId = idNumber(withText) ?? (otherId === null ? undefined : other.data?.crawlId)
  const isComplete = crawl !== undefined && !isCrawlActive(crawl)
  const compared: ComparedCrawls = {
    websiteId,
    crawl: idNumber(crawlText) ?? undefined,
    with: withId,
    paths: parsePathMap(paths) === null ? undefined : paths.trim() || undefined,
  }
  const { data, error, refetch } = useComparison(compared, isComplete && (otherId === null || withId !== undefined))
  if (crawl && !isComplete)
    return (
      <Card className="min-h-[80dvh]">
        <EmptyState
          icon={GitCompare}
          title="Available when the crawl is complete"
          description="Crawls are compared when all of their pages are known."
        />
      </Card>
    )
  return (
    <div className="space-y-4">
      <ChosenCrawl crawl={crawl} compared={compared} comparison={data?.comparison ?? null} />
      {!data && error && (
        <Card>
          <FetchErrorState what="Failed to compare the crawls" error={error} onRetry={() => void refetch()} />
        </Card>
      )}
      {!data && !error && <Waiting />}
      {data?.comparison === null && <NothingToCompare crawl={crawl} />}
      {data?.comparison && (
        <>
          <Differences comparison={data.comparison} />
          <Suspense fallback={<Waiting />}>
            <ChangeLists compared={compared} comparison={data.comparison} />
            {!shared && <TrendCard websiteId={websiteId} />}
          </Suspense>
        </>
      )}
    </div>
  )
}

/** As high while it loads as after, so that nothing below it moves. */
function Waiting() {
  return (
    <Card className="min-h-[80dvh]">
      <LoadingState message={WAITING} rows={10} />
    </Card>
  )
}

function NothingToCompare({ crawl }: { crawl: CrawlResultResponse | undefined }) {
  return (
    <Card className="min-h-[80dvh]">
      <EmptyState
        icon={GitCompare}
        title={crawl && crawl.crawls.length > 1 ? 'There is no earlier crawl' : 'This is the first crawl'}
        description="Changes appear after the next crawl. You can also choose a crawl of another website, such as the staging host."
      />
    </Card>
  )
}

/** Said before anything else: part of what changed may come from them. */
function Differences({ comparison: { differences, earlier, later } }: { comparison: ComparisonHead }) {
  if (differences.length === 0) return null
  const [earlierStart, laterStart] = startTimes([earlier, later])
  return (
    <Card aria-label="The crawls differ">
      <CardHeader>
        <CardTitle className="flex items-center gap-2">
          <TriangleAlert aria-hidden className="size-4 text-warning" />
          The crawls differ
        </CardTitle>
        <p className="text-ink-muted text-sm">
          Part of the changes below may come from these settings and limits rather than from the website.
        </p>
      </CardHeader>
      <CardContent>
        <table className="w-full text-left text-sm">
          <caption className="sr-only">Settings and limits that differ between the crawls</caption>
          <thead className="text-ink-muted text-xs">
            <tr>
              <th scope="col" className="py-1 pr-4 font-medium">
                Setting
              </th>
              <th scope="col" className="py-1 pr-4 font-medium">
                Earlier, {earlierStart}
              </th>
              <th scope="col" className="py-1 font-medium">
                Later, {laterStart}
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {differences.map(({ label, ...values }) => (
              <tr key={label} className="align-top">
                <th scope="row" className="py-1.5 pr-4 font-normal">
                  {label}
                </th>
                <td className="break-words py-1.5 pr-4">
                  <CrawledText text={values.earlier} />
                </td>
                <td className="break-words py-1.5">
                  <CrawledText text={values.later} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </CardContent>
    </Card>
  )
}
