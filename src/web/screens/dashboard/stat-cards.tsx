/** Four counts of a crawl, each linked to its rows, with the change since the previous crawl. */
import { CircleAlert, Copy, CornerUpRight, FileText } from 'lucide-react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { isNewCrawl } from '#shared/current-website.ts'
import { hrefTo } from '#shared/routes.ts'
import { StatCard } from '../../components/stat-card.tsx'

interface StatCardsProps {
  websiteId: number
  crawl: CrawlResultResponse | undefined
  /** Id of an earlier crawl as text, '' for the newest. */
  crawlText: string
  nowMs: number
}

export function StatCards({ websiteId, crawl, crawlText, nowMs }: StatCardsProps) {
  const overview = crawl?.overview
  const change = crawl && !isNewCrawl(crawl, nowMs) ? crawl.change : null
  const query = { crawl: crawlText }
  return (
    <div className="mt-3 grid grid-cols-2 gap-3 sm:mt-4 sm:gap-4 xl:grid-cols-4">
      <StatCard
        label="Total Pages"
        icon={FileText}
        value={overview?.totalPages ?? null}
        changePercent={change?.totalPages}
        href={hrefTo('pages-list', websiteId, query)}
      />
      <StatCard
        label="Errors"
        icon={CircleAlert}
        value={overview?.errors ?? null}
        changePercent={change?.errors}
        meaningOfMore="worse"
        // The list of issues holds all severities; the number counts one of them.
        href={hrefTo('errors', websiteId, { severity: 'error', ...query })}
      />
      <StatCard
        label="Redirects"
        icon={CornerUpRight}
        value={overview?.redirects ?? null}
        changePercent={change?.redirects}
        meaningOfMore="worse"
        href={hrefTo('redirects', websiteId, query)}
      />
      <StatCard
        label="Duplicates"
        icon={Copy}
        value={overview?.duplicates ?? null}
        changePercent={change?.duplicates}
        meaningOfMore="worse"
        href={hrefTo('duplicates', websiteId, query)}
      />
    </div>
  )
}
