/** The issues of a crawl that were found to be mended, each with the time. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { recheckEndpoints } from '#shared/api/rechecks.ts'
import { ISSUES_PAGE_SIZE } from '#shared/constants.ts'
import { callApi, fetchFailure, serverWords } from '../queries/api-client.ts'
import { Button } from './button.tsx'
import { CrawledText } from './crawled-text.tsx'
import { ErrorState } from './error-state.tsx'
import { formatDateTime, formatNumber } from './format.ts'
import { LoadingState } from './loading-state.tsx'
import { SeverityBadge } from './severity-badge.tsx'
import { UrlText } from './url-text.tsx'

export function MendedList({ websiteId, crawlId }: { websiteId: number; crawlId: number }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['mended', websiteId, crawlId],
    queryFn: ({ pageParam, signal }) =>
      callApi(recheckEndpoints.mendedIssues, {
        id: websiteId,
        query: { crawl: crawlId, offset: pageParam, limit: ISSUES_PAGE_SIZE },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, { mended }) => sum + mended.length, 0)
      return last.mended.length > 0 && loaded < last.totalCount ? loaded : undefined
    },
    staleTime: 0,
  })
  if (error && !data)
    return (
      <ErrorState
        message={fetchFailure('Failed to fetch the mended issues', error)}
        detail={serverWords(error)}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <LoadingState message="Loading mended issues..." rows={4} />
  const mended = data.pages.flatMap(page => page.mended)
  const total = data.pages.at(-1)?.totalCount ?? mended.length
  return (
    <div className="px-5 py-4">
      <ul className="divide-y divide-line">
        {mended.map(issue => (
          <li key={issue.id} className="space-y-1 py-3 text-sm">
            <p className="flex flex-wrap items-center gap-2">
              <SeverityBadge severity={issue.severity} />
              <span className="min-w-0 break-words font-medium">
                <CrawledText text={issue.message} />
              </span>
            </p>
            <UrlText url={issue.pageUrl} />
            <p className="text-ink-muted">Found to be mended {formatDateTime(issue.checkedAt)}</p>
          </li>
        ))}
      </ul>
      <p role="status" className="figures mt-3 text-ink-muted text-sm">
        Showing {formatNumber(mended.length)} of {formatNumber(total)} mended issues
      </p>
      {hasNextPage && (
        <Button size="small" className="mt-2" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      )}
    </div>
  )
}
