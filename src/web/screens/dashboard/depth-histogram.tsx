/** How many clicks the pages lie from the start page, one bar per depth, each a link to the pages at it. */
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { isKnownDepth } from '#shared/crawl-depth.ts'
import { hrefTo } from '#shared/routes.ts'
import { formatNumber } from '../../components/format.ts'

interface DepthHistogramProps {
  websiteId: number
  counts: CrawlResultResponse['depthCounts']
  /** Id of an earlier crawl as text, '' for the newest. */
  crawlText: string
}

export function DepthHistogram({ websiteId, counts, crawlText }: DepthHistogramProps) {
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
