/** The issues of a crawl that a recheck found fixed, each with the time. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { recheckEndpoints } from '#shared/api/rechecks.ts'
import { ISSUES_PAGE_SIZE } from '#shared/constants.ts'
import { SeverityBadge } from '../components/badge.tsx'
import { Button } from '../components/button.tsx'
import { CrawledText } from '../components/crawled-text.tsx'
import { LoadingState } from '../components/fetch-states.tsx'
import { formatDateTime, formatNumber } from '../components/format.ts'
import { ErrorState } from '../components/states.tsx'
import { UrlText } from '../components/url-text.tsx'
import { callApi, fetchFailure, serverMessage } from '../queries/api-client.ts'

export function FixedList({ websiteId, crawlId }: { websiteId: number; crawlId: number }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['fixed', websiteId, crawlId],
    queryFn: ({ pageParam, signal }) =>
      callApi(recheckEndpoints.fixedIssues, {
        id: websiteId,
        query: { crawl: crawlId, offset: pageParam, limit: ISSUES_PAGE_SIZE },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, { fixed }) => sum + fixed.length, 0)
      return last.fixed.length > 0 && loaded < last.totalCount ? loaded : undefined
    },
    staleTime: 0,
  })
  if (error && !data)
    return (
      <ErrorState
        message={fetchFailure('Failed to fetch the fixed issues', error)}
        detail={serverMessage(error)}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <LoadingState message="Loading fixed issues..." rows={4} />
  const fixed = data.pages.flatMap(page => page.fixed)
  const total = data.pages.at(-1)?.totalCount ?? fixed.length
  return (
    <div className="px-5 py-4">
      <ul className="divide-y divide-line">
        {fixed.map(issue => (
          <li key={issue.id} className="space-y-1 py-3 text-sm">
            <p className="flex flex-wrap items-center gap-2">
              <SeverityBadge severity={issue.severity} />
              <span className="min-w-0 break-words font-medium">
                <CrawledText text={issue.message} />
              </span>
            </p>
            <UrlText url={issue.pageUrl} />
            <p className="text-ink-muted">Found fixed {formatDateTime(issue.checkedAt)}</p>
          </li>
        ))}
      </ul>
      <p role="status" className="figures mt-3 text-ink-muted text-sm">
        Showing {formatNumber(fixed.length)} of {formatNumber(total)} fixed issues
      </p>
      {hasNextPage && (
        <Button size="small" className="mt-2" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      )}
    </div>
  )
}
