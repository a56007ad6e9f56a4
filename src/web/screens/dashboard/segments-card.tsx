/** "Segments": the score of each named part of the website and its change since the earlier crawl. Nothing where there are none. */
import { clsx } from 'clsx'
import { ArrowRight } from 'lucide-react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import type { SegmentFigures } from '#shared/api/segments.ts'
import { hrefTo, idNumber } from '#shared/routes.ts'
import { Card, CardContent, CardHeader, CardTitle } from '../../components/card.tsx'
import { FetchErrorState } from '../../components/fetch-states.tsx'
import { formatDay } from '../../components/format.ts'
import { isCrawlActive } from '../../queries/crawls.ts'
import { useSegmentFigures } from '../../queries/segments.ts'
import { changeLook } from './change-look.tsx'

/** The shown crawl and the one before it. */
const CRAWLS = 2

interface SegmentsCardProps {
  websiteId: number
  crawl: CrawlResultResponse | undefined
  /** Id of an earlier crawl as text, '' for the newest. */
  crawlText: string
}

export function SegmentsCard({ websiteId, crawl, crawlText }: SegmentsCardProps) {
  const { data, error, refetch } = useSegmentFigures(websiteId, {
    crawlId: idNumber(crawlText),
    trend: CRAWLS,
    isWanted: crawl !== undefined && !isCrawlActive(crawl),
  })
  if (data ? data.segments.length === 0 : !error) return null
  return (
    <Card aria-labelledby="segment-scores" className="mt-3 sm:mt-4">
      <CardHeader className="pt-3.5 sm:pt-3.5">
        <CardTitle id="segment-scores">Segments</CardTitle>
        <a
          href={hrefTo('segments', websiteId, { crawl: crawlText })}
          className="inline-flex items-center gap-1.5 font-medium text-[0.8125rem] text-accent underline-offset-4 hover:underline"
        >
          All figures
          <ArrowRight aria-hidden className="size-4" />
        </a>
      </CardHeader>
      <CardContent className="pt-3 sm:pt-3">
        {data ? (
          <Scores
            segments={data.segments}
            hrefOf={name => hrefTo('issues-by-check', websiteId, { segment: name, crawl: crawlText })}
          />
        ) : (
          <FetchErrorState what="Failed to fetch the segments" error={error} onRetry={() => void refetch()} />
        )}
      </CardContent>
    </Card>
  )
}

function Scores({ segments, hrefOf }: { segments: readonly SegmentFigures[]; hrefOf: (name: string) => string }) {
  const since = segments[0] && earlierOf(segments[0])?.startedAt
  return (
    <>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-2">
        {segments.map(segment => (
          <li key={segment.name}>
            <a
              href={hrefOf(segment.name)}
              className="block h-full rounded-control border border-line px-3 py-1.5 transition-colors hover:border-accent"
            >
              <Score segment={segment} />
              <span className="block text-ink-muted text-xs leading-5 [overflow-wrap:anywhere]">{segment.name}</span>
            </a>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-[0.8125rem] text-ink-muted">
        Health score of the pages of each segment{since && `, and its change since ${formatDay(since)}`}
      </p>
    </>
  )
}

/** Of the crawl before the shown one. */
function earlierOf({ trend }: SegmentFigures) {
  return trend.length === CRAWLS ? trend[0] : undefined
}

function Score({ segment }: { segment: SegmentFigures }) {
  const { score } = segment
  const earlier = earlierOf(segment)?.score ?? null
  return (
    <span className="flex h-7 items-center gap-2">
      <span className="figures font-semibold text-[1.0625rem]">
        {score ?? <span className="font-normal text-ink-muted">–</span>}
      </span>
      {score !== null && earlier !== null && <Change change={score - earlier} />}
    </span>
  )
}

function Change({ change }: { change: number }) {
  const { icon: Icon, tone, words } = changeLook(change)
  return (
    <span className={clsx('figures inline-flex items-center gap-0.5 font-medium text-xs', tone)}>
      <Icon aria-hidden className="size-3.5" />
      {words} {change === 0 ? <span className="sr-only">no change</span> : Math.abs(change)}
    </span>
  )
}
