/** "Recent Crawl": URL, time, pages crawled and status. */
import type { ReactNode } from 'react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import type { CrawlStatus } from '#shared/model.ts'
import { hrefTo } from '#shared/routes.ts'
import { Badge, type BadgeTone } from '../../components/badge.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../components/card.tsx'
import { LoadingState } from '../../components/fetch-states.tsx'
import { formatDateTime, formatNumber, formatRelativeTime } from '../../components/format.ts'
import { UrlText } from '../../components/url-text.tsx'
import { HEALTH_CARD_ID } from './health-card.tsx'

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
      {crawl ? <Facts crawl={crawl} nowMs={nowMs} /> : <LoadingState message="Loading crawl data..." rows={3} />}
    </Card>
  )
}

function Facts({ crawl, nowMs }: { crawl: CrawlResultResponse; nowMs: number }) {
  const { url, lastCrawled, pagesCrawled, crawlLimit, websiteId, passedCount, health } = crawl
  const { overview, indexabilityCounts } = crawl
  return (
    <CardContent className="pt-2 sm:pt-2">
      <UrlText url={url} className="font-medium" />
      <dl className="figures mt-2 divide-y divide-line text-sm">
        <Fact name="Pages Crawled">
          {formatNumber(pagesCrawled)} of {formatNumber(crawlLimit)}
        </Fact>
        <Fact name="Indexable Pages">
          <a
            href={hrefTo('pages-list', websiteId, { indexability: 'indexable' })}
            className="text-accent underline-offset-4 hover:underline"
          >
            {formatNumber(indexabilityCounts.indexable ?? 0)} of {formatNumber(overview.totalPages)}
          </a>
        </Fact>
        <Fact name="Passed Checks">
          {passedCount > 0 ? (
            <a href={hrefTo('passed', websiteId)} className="text-accent underline-offset-4 hover:underline">
              {formatNumber(passedCount)}
            </a>
          ) : (
            0
          )}
        </Fact>
        <Fact name="Health Score">
          {health === null ? (
            '–'
          ) : (
            <a href={`#${HEALTH_CARD_ID}`} className="text-accent underline-offset-4 hover:underline">
              {health.score} of 100
            </a>
          )}
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
      </dl>
    </CardContent>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-2 last:pb-0">
      <dt className="shrink-0 text-ink-muted">{name}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  )
}
