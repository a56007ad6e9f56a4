/**
 * A list of issues with its loading, error and empty states, its rows, the count, more rows on demand, and the panel of the issue that
 * the URL names. The screen passes the query.
 */
import { type ReactNode, useCallback, useEffect } from 'react'
import type { IssueResponse } from '#shared/api/issues.ts'
import { TABLE_PAGE_SIZE } from '#shared/constants.ts'
import { Button } from '../components/button.tsx'
import { formatNumber } from '../components/format.ts'
import { Pagination, pageSizeOf } from '../components/pagination.tsx'
import { fetchFailure } from '../queries/api-client.ts'
import type { useIssues } from '../queries/issues.ts'
import { useToast } from '../state/toasts.ts'
import { pageNumber, useUrlState } from '../state/url-state.ts'
import { FetchedIssues, type IssueListLook, ListedIssues, showingText } from './issue-table.tsx'
import { OpenIssue, useOpenIssueId } from './open-issue.tsx'

export type IssueListQuery = ReturnType<typeof useIssues>

interface IssueListProps extends IssueListLook {
  query: IssueListQuery
  /** The loaded issues in another order than the server's. */
  issues?: readonly IssueResponse[] | undefined
  /** Of the button that loads more rows; without it the list has pages, as the URL says. */
  moreLabel?: string | undefined
  /** Grey rows while it loads; by default as high as a window, so that content below the list does not move. */
  loadingRows?: number | undefined
  /** Beside the button for more. */
  footer?: ReactNode
}

/** A shared link may name an issue far down the list: rows are loaded up to this many to find it. */
const MAX_ROWS_SEARCHED = 1_000

export function IssueList(props: IssueListProps) {
  return (
    <FetchedIssues query={props.query} loadingRows={props.loadingRows}>
      {() => <LoadedList {...props} />}
    </FetchedIssues>
  )
}

function LoadedList({
  label,
  query,
  issues = query.issues,
  links,
  table,
  empty,
  moreLabel,
  countText = showingText,
  footer,
}: IssueListProps) {
  const [openIssueId] = useOpenIssueId()
  const { totalCount, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, isPlaceholderData } = query
  // After a failure only the button retries: automatic requests would repeat without end.
  const canLoadAutomatically = hasNextPage && !isFetching && !isFetchNextPageError
  const loadMore = useLoadMore(query)
  const openIndex = issues.findIndex(issue => issue.id === openIssueId)
  const isNearEnd = openIssueId !== null && openIndex >= issues.length - 2
  const isSought = openIssueId !== null && openIndex < 0 && issues.length < MAX_ROWS_SEARCHED
  useEffect(() => {
    if (canLoadAutomatically && (isNearEnd || isSought)) loadMore()
  }, [canLoadAutomatically, isNearEnd, isSought, loadMore])
  const isPaged = moreLabel === undefined
  const { page, pageSize, turnTo, chooseSize } = useListPage()
  const end = page * pageSize
  const openPage = Math.floor(openIndex / pageSize) + 1
  useEffect(() => {
    if (isPaged && canLoadAutomatically && end > issues.length) loadMore()
  }, [isPaged, canLoadAutomatically, end, issues.length, loadMore])
  useEffect(() => {
    // The panel goes on over the rows of all pages.
    if (isPaged && openPage > 0) turnTo(openPage)
  }, [isPaged, openPage, turnTo])
  const shown = isPaged ? issues.slice(end - pageSize, end) : issues
  const rows = (
    <>
      <ListedIssues
        {...{ label, links, table }}
        issues={shown}
        totalCount={isPaged ? shown.length : totalCount}
        isOld={isPlaceholderData}
      />
      {(!isPaged || footer || totalCount <= TABLE_PAGE_SIZE) && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-line border-t px-4 py-3 sm:px-5">
          {(!isPaged || totalCount <= TABLE_PAGE_SIZE) && (
            <p role="status" className="figures text-ink-muted text-sm">
              {countText(formatNumber(shown.length), formatNumber(totalCount))}
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            {hasNextPage && !isPaged && (
              <Button size="small" isBusy={isFetchingNextPage} onClick={loadMore}>
                {moreLabel}
              </Button>
            )}
            {footer}
          </div>
        </div>
      )}
      {isPaged && (
        <Pagination page={page} pageSize={pageSize} total={totalCount} onPage={turnTo} onPageSize={chooseSize} />
      )}
    </>
  )
  return (
    <>
      {totalCount === 0 ? empty : rows}
      <OpenIssue issues={issues} totalCount={totalCount} links={links} />
    </>
  )
}

const pageDefaults = { page: '1', size: String(TABLE_PAGE_SIZE) }

function useListPage() {
  const [{ page, size }, changeUrl] = useUrlState(pageDefaults)
  const turnTo = useCallback((next: number) => changeUrl({ page: String(next) }), [changeUrl])
  const chooseSize = (chosen: string) => changeUrl({ page: '1', size: chosen })
  return { page: pageNumber(page), pageSize: pageSizeOf(size), turnTo, chooseSize }
}

/** Loads the next batch unless one is loading; a failure shows a toast. */
function useLoadMore({ fetchNextPage, hasNextPage, isFetching }: IssueListQuery): () => void {
  const { toast } = useToast()
  return useCallback(() => {
    if (!hasNextPage || isFetching) return
    void fetchNextPage().then(({ isFetchNextPageError, error }) => {
      if (isFetchNextPageError)
        toast({
          title: 'Failed to load more issues',
          description: fetchFailure('Failed to fetch more issues', error),
          variant: 'destructive',
        })
    })
  }, [fetchNextPage, hasNextPage, isFetching, toast])
}
