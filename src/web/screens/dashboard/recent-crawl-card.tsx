/** "Recent Crawl": URL, pages crawled, time, duration and status. */
import type { ReactNode } from 'react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import type { CrawlStatus } from '#shared/model.ts'
import { Badge, type BadgeTone } from '../../components/badge.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../components/card.tsx'
import { LoadingState } from '../../components/fetch-states.tsx'
import { formatDateTime, formatElapsed, formatNumber, formatRelativeTime } from '../../components/format.ts'
import { UrlText } from '../../components/url-text.tsx'

interface RecentCrawlCardProps {
  crawl: CrawlResultResponse | undefined
  nowMs: number
}

const statusTones: Record<CrawlStatus, BadgeTone> = {
  pending: 'neutral',
  crawling: 'accent',
  paused: 'warning',
  complete: 'success',
}

export function RecentCrawlCard({ crawl, nowMs }: RecentCrawlCardProps) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Recent Crawl</CardTitle>
        {crawl && <Badge tone={statusTones[crawl.status]}>{crawl.status}</Badge>}
      </CardHeader>
      {crawl ? (
        <Facts crawl={crawl} nowMs={nowMs} />
      ) : (
        <LoadingState message="Loading crawl data..." rows={4} className="py-3" />
      )}
    </Card>
  )
}

function Facts({ crawl, nowMs }: { crawl: CrawlResultResponse; nowMs: number }) {
  const { url, lastCrawled, endedAt, pagesCrawled, crawlLimit } = crawl
  return (
    <CardContent className="pt-1.5 sm:pt-1.5">
      <dl className="figures divide-y divide-line text-[0.8125rem]">
        <Fact name="URL">
          <UrlText url={url} hasActions={false} />
        </Fact>
        <Fact name="Pages Crawled">
          {formatNumber(pagesCrawled)} of {formatNumber(crawlLimit)}
        </Fact>
        <Fact name="Last Crawled">
          {lastCrawled === null ? (
            'not yet'
          ) : (
            <time dateTime={lastCrawled} title={formatDateTime(lastCrawled)}>
              {formatRelativeTime(lastCrawled, nowMs)}
            </time>
          )}
        </Fact>
        <Fact name="Duration">
          {lastCrawled === null || endedAt === null
            ? '–'
            : formatElapsed(Date.parse(endedAt) - Date.parse(lastCrawled))}
        </Fact>
      </dl>
    </CardContent>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-1.5 last:pb-0">
      <dt className="shrink-0 text-ink-muted">{name}</dt>
      <dd className="min-w-0 text-right">{children}</dd>
    </div>
  )
}
