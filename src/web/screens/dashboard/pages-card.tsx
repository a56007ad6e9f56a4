/** The pages of a crawl by status code and by crawl depth. */

import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { isKnownDepth } from '#shared/crawl-depth.ts'
import { hrefTo } from '#shared/routes.ts'
import { Card, CardContent, CardHeader, CardTitle } from '../../components/card.tsx'
import { Skeleton } from '../../components/fetch-states.tsx'
import { formatNumber } from '../../components/format.ts'
import { IndexabilityList } from './indexability-list.tsx'

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
        <Part title="Status codes">
          {crawl ? (
            <StatusBar websiteId={websiteId} counts={crawl.statusCounts} crawlText={crawlText} />
          ) : (
            <Skeleton className="h-40" />
          )}
        </Part>
        {crawl && (
          <Part title="Not indexable">
            <IndexabilityList websiteId={websiteId} counts={crawl.indexabilityCounts} crawlText={crawlText} />
          </Part>
        )}
        <Part title="Crawl depth">
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
      <p className="text-ink-muted text-sm">{crawl.status === 'complete' ? 'No page was crawled.' : 'No pages yet.'}</p>
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

interface DepthHistogramProps {
  websiteId: number
  counts: CrawlResultResponse['depthCounts']
  /** Id of an earlier crawl as text, '' for the newest. */
  crawlText: string
}

/** The number of pages at each crawl depth, as bars that link to these pages. */
function DepthHistogram({ websiteId, counts, crawlText }: DepthHistogramProps) {
  const largest = Math.max(1, ...counts.map(({ count }) => count))
  return (
    <ul className="max-h-56 overflow-y-auto text-sm">
      {counts.map(({ depth, count }) => (
        <li key={depth}>
          <a
            href={hrefTo('pages-list', websiteId, { depth, crawl: crawlText })}
            className="-outline-offset-2 flex items-center gap-2 rounded-control px-1.5 py-1 hover:bg-sunken"
          >
            <span className="figures w-20 shrink-0">{depthName(depth)}</span>
            <span aria-hidden className="h-2.5 flex-1">
              <span
                className="block h-full min-w-1 origin-left rounded-sm bg-accent"
                style={{ width: `${(count / largest) * 100}%` }}
              />
            </span>
            <span className="figures w-12 shrink-0 text-right font-medium">{formatNumber(count)}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function depthName(depth: number): string {
  if (!isKnownDepth(depth)) return 'Sitemap'
  if (depth === 0) return 'Start page'
  return depth === 1 ? '1 click' : `${depth} clicks`
}

interface StatusBarProps {
  websiteId: number
  /** By status class: `2xx` to `5xx`, and `none` for pages without a response. */
  counts: Readonly<Record<string, number>>
  /** Id of an earlier crawl as text, '' for the newest. */
  crawlText: string
}

const parts = [
  { key: '2xx', name: '2xx success', colour: 'bg-chart-green' },
  { key: '3xx', name: '3xx redirect', colour: 'bg-chart-blue' },
  { key: '4xx', name: '4xx client error', colour: 'bg-chart-amber' },
  { key: '5xx', name: '5xx server error', colour: 'bg-chart-red' },
  { key: 'none', name: 'No response', colour: 'bg-chart-purple' },
] as const

/** Status classes as one bar, and as a list of links to the pages of each. */
function StatusBar({ websiteId, counts, crawlText }: StatusBarProps) {
  const rows = parts.map(part => ({
    ...part,
    count: counts[part.key] ?? 0,
    href: hrefTo('pages-list', websiteId, { status: part.key, crawl: crawlText }),
  }))
  return (
    <div>
      <div aria-hidden className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-line">
        {rows.map(
          ({ key, name, count, href, colour }) =>
            count > 0 && (
              // The list below has the same link for the keyboard; this one is for the pointer only.
              <a
                key={key}
                href={href}
                tabIndex={-1}
                title={`${name}: ${formatNumber(count)}`}
                className={clsx('min-w-1.5', colour)}
                style={{ flexGrow: count }}
              >
                <span className="sr-only">{name}</span>
              </a>
            ),
        )}
      </div>
      <ul className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] gap-x-2 text-sm">
        {rows.map(({ key, name, count, href, colour }) => {
          const text = (
            <>
              <span aria-hidden className={clsx('size-2.5 shrink-0 rounded-[3px]', colour)} />
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <span className="figures font-medium">{formatNumber(count)}</span>
            </>
          )
          const look = 'flex items-center gap-2 rounded-control px-1.5 py-1'
          return (
            <li key={key}>
              {count > 0 ? (
                <a href={href} className={clsx(look, 'hover:bg-sunken')}>
                  {text}
                </a>
              ) : (
                <span className={clsx(look, 'text-ink-muted')}>{text}</span>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
