/** Why pages are not indexable: the number of pages for each reason, linked to them. */
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { indexabilities, indexabilityLabels } from '#shared/indexability.ts'
import { hrefTo } from '#shared/routes.ts'
import { formatNumber } from '../../components/format.ts'

interface IndexabilityListProps {
  websiteId: number
  counts: CrawlResultResponse['indexabilityCounts']
  /** Id of an earlier crawl as text, '' for the newest. */
  crawlText: string
}

export function IndexabilityList({ websiteId, counts, crawlText }: IndexabilityListProps) {
  const reasons = indexabilities.flatMap(reason => {
    const count = counts[reason] ?? 0
    return reason === 'indexable' || count === 0 ? [] : [{ reason, count }]
  })
  if (reasons.length === 0) return <p className="text-ink-muted text-sm">No page is kept from search results.</p>
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-x-2 text-sm">
      {reasons.map(({ reason, count }) => (
        <li key={reason}>
          <a
            href={hrefTo('pages-list', websiteId, { indexability: reason, crawl: crawlText })}
            className="flex items-center gap-2 rounded-control px-1.5 py-1 hover:bg-sunken"
          >
            <span className="min-w-0 flex-1 truncate">{indexabilityLabels[reason]}</span>
            <span className="figures font-medium">{formatNumber(count)}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
