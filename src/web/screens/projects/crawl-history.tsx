/** The stored crawls of a website, newest first; each links to its dashboard. */
import { hrefTo } from '#shared/routes.ts'
import { FetchErrorState, Skeleton } from '../../components/fetch-states.tsx'
import { formatCount, formatDateTime } from '../../components/format.ts'
import { useCrawlResult } from '../../queries/crawls.ts'

export function CrawlHistory({ websiteId }: { websiteId: number }) {
  const { data, error, refetch } = useCrawlResult(websiteId)
  if (!data && error)
    return <FetchErrorState what="Failed to fetch crawl results" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="mt-3 h-9 rounded-control" />
  return (
    <ol className="mt-3 divide-y divide-line rounded-control border border-line bg-canvas text-sm">
      {data.crawls.map(({ id, startedAt, pagesCrawled, status }, index) => (
        <li key={id} className="figures flex flex-wrap items-center gap-x-4 gap-y-0.5 px-3 py-2">
          <a
            href={hrefTo('dashboard', websiteId, { crawl: index === 0 ? undefined : id })}
            className="font-medium hover:text-accent hover:underline"
          >
            {startedAt === null ? 'Not started' : formatDateTime(startedAt)}
          </a>
          <span className="text-ink-muted">{formatCount(pagesCrawled, 'page')}</span>
          <span className="text-ink-muted">{status}</span>
          {index === 0 && <span className="text-ink-muted">newest</span>}
        </li>
      ))}
    </ol>
  )
}
