/** "Crawl Depth": the number of pages at each crawl depth, as bars with links to these pages. */
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { isKnownDepth } from '#shared/crawl-depth.ts'
import { hrefTo } from '#shared/routes.ts'
import { Card, CardContent, CardHeader, CardTitle } from '../../components/card.tsx'
import { Skeleton } from '../../components/fetch-states.tsx'
import { NumberLink } from '../../components/number-link.tsx'
import { isCrawlActive } from '../../queries/crawls.ts'

interface CrawlDepthCardProps {
  websiteId: number
  crawl: CrawlResultResponse | undefined
  /** Id of an earlier crawl as text, '' for the newest. */
  crawlText: string
}

export function CrawlDepthCard({ websiteId, crawl, crawlText }: CrawlDepthCardProps) {
  return (
    <Card className="flex flex-col">
      <CardHeader>
        <CardTitle>Crawl Depth</CardTitle>
        <a
          href={hrefTo('site-structure', websiteId, { crawl: crawlText })}
          className="text-[0.8125rem] text-accent underline-offset-4 hover:underline"
        >
          Site structure
        </a>
      </CardHeader>
      <CardContent className="flex flex-1 sm:min-h-62 flex-col">
        {!crawl ? (
          <Skeleton className="h-full flex-1" />
        ) : crawl.depthCounts.length === 0 ? (
          <p className="text-ink-muted text-sm">{isCrawlActive(crawl) ? 'No pages yet.' : 'No page was crawled.'}</p>
        ) : (
          <Depths websiteId={websiteId} counts={crawl.depthCounts} crawlText={crawlText} />
        )}
      </CardContent>
    </Card>
  )
}

interface DepthsProps {
  websiteId: number
  counts: CrawlResultResponse['depthCounts']
  crawlText: string
}

function Depths({ websiteId, counts, crawlText }: DepthsProps) {
  const largest = Math.max(1, ...counts.map(({ count }) => count))
  return (
    <dl
      // A part that scrolls must be reachable by keyboard (WCAG 2.1.1).
      tabIndex={counts.length > MOST_ROWS ? 0 : undefined}
      className="flex max-h-94 flex-1 flex-col justify-around overflow-y-auto text-[0.8125rem]"
    >
      {counts.map(({ depth, count }) => (
        <div key={depth} className="grid grid-cols-[4.75rem_1fr_2.5rem] items-center gap-3 py-1">
          <dt className="figures">{depthName(depth)}</dt>
          <dd aria-hidden>
            <div className="h-2 min-w-1 rounded-full bg-accent" style={{ width: `${(count / largest) * 100}%` }} />
          </dd>
          <dd className="text-right">
            <NumberLink
              value={count}
              href={hrefTo('pages-list', websiteId, { depth, crawl: crawlText })}
              label={count === 1 ? 'page' : 'pages'}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** With more than these the list scrolls. */
const MOST_ROWS = 12

function depthName(depth: number): string {
  if (!isKnownDepth(depth)) return 'Sitemap only'
  return depth === 0 ? 'Start page' : String(depth)
}
