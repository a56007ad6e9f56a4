/** The pages of a crawl at a glance: what they answered, and how deep they lie. */
import type { ReactNode } from 'react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { hrefTo } from '#shared/routes.ts'
import { Card, CardContent, CardHeader, CardTitle } from '../../components/card.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { DepthHistogram } from './depth-histogram.tsx'
import { StatusBar } from './status-bar.tsx'

interface PagesCardProps {
  websiteId: number
  crawl: CrawlResultResponse | undefined
  /** Id of an earlier crawl as text, '' for the newest. */
  crawlText: string
}

export function PagesCard({ websiteId, crawl, crawlText }: PagesCardProps) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Pages</CardTitle>
        <a
          href={hrefTo('site-structure', websiteId, { crawl: crawlText })}
          className="text-accent text-sm underline underline-offset-4"
        >
          Site structure
        </a>
      </CardHeader>
      <CardContent className="space-y-5">
        <Part title="Answers">
          {crawl ? (
            <StatusBar websiteId={websiteId} counts={crawl.statusCounts} crawlText={crawlText} />
          ) : (
            <Skeleton className="h-40" />
          )}
        </Part>
        <Part title="Clicks from the start page">
          <div className="min-h-42">
            {crawl ? (
              <Depths crawl={crawl} websiteId={websiteId} crawlText={crawlText} />
            ) : (
              <Skeleton className="h-42" />
            )}
          </div>
        </Part>
      </CardContent>
    </Card>
  )
}

function Depths({ crawl, websiteId, crawlText }: { crawl: CrawlResultResponse; websiteId: number; crawlText: string }) {
  if (crawl.depthCounts.length === 0)
    return (
      <p className="text-ink-muted text-sm">{crawl.status === 'complete' ? 'No page was read.' : 'No pages yet.'}</p>
    )
  return <DepthHistogram websiteId={websiteId} counts={crawl.depthCounts} crawlText={crawlText} />
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-2 font-medium text-ink-muted text-sm">{title}</h3>
      {children}
    </div>
  )
}
