/**
 * A list of issues with everything around it: waiting, failure, emptiness, rows, how many of how many, the way to more, and the panel
 * of the issue that the address names. It asks nothing by itself: the screen brings the list.
 */
/** The issue panel as lists use it: its code is loaded when the first issue is opened. */
import { useQueryClient } from '@tanstack/react-query'
import {
  type ComponentProps,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { IssueResponse } from '#shared/api/issues.ts'
import { INFINITE_SCROLL_TRIGGER_PX } from '#shared/constants.ts'
import { Button } from '../components/button.tsx'
import { LoadingState } from '../components/fetch-states.tsx'
import { formatNumber } from '../components/format.ts'
import { ErrorState } from '../components/states.tsx'
import { fetchFailure, serverTexts } from '../queries/api-client.ts'
import { isClosedHere, type useIssues } from '../queries/issues.ts'
import { useToast } from '../state/toasts.ts'
import { idNumber, useUrlState } from '../state/url-state.ts'
import type { IssueLinks } from './issue-links.ts'
import type { IssuePanel as Panel } from './issue-panel.tsx'
import type { IssueTableProps } from './issue-rows.tsx'
import { IssueTable } from './issue-table.tsx'
import { OPENER_ATTRIBUTE } from './issue-table-body.tsx'

export type IssueListQuery = ReturnType<typeof useIssues>

interface IssueListProps {
  label: string
  query: IssueListQuery
  /** The loaded issues in another order than the server's. */
  issues?: readonly IssueResponse[] | undefined
  links: IssueLinks
  /** The table of a screen that has columns of its own. */
  table?: ComponentType<IssueTableProps> | undefined
  /** Shown instead of an empty table. */
  empty: ReactNode
  moreLabel: string
  /** How many of how many; `Showing X of Y issues` when left out. */
  countText?: ((shown: string, total: string) => string) | undefined
  /** Load the next batch by itself when the end of the list comes near. */
  isEndless?: boolean | undefined
  /** Beside the button for more. */
  footer?: ReactNode
}

const urlDefaults = { issue: '' }
/** As high as a window: what stands below the list does not move when the rows arrive. */
const LOADING_ROWS = 24
/** A shared link may name an issue far down; beyond this many rows it is not looked for. */
const MAX_ROWS_SEARCHED = 1_000

export function IssueList(props: IssueListProps) {
  const { isPending, error, data, refetch, isOfOneUrl } = props.query
  if (isPending) return <LoadingState message="Loading issues..." rows={LOADING_ROWS} />
  if (error && !data)
    return (
      <ErrorState
        message={isOfOneUrl ? 'Failed to fetch issues for specific URL' : fetchFailure('Failed to fetch issues', error)}
        detail={serverTexts(error)}
        onRetry={() => void refetch()}
      />
    )
  return <LoadedList {...props} />
}

function LoadedList({
  label,
  query,
  issues = query.issues,
  links,
  table: RowTable = IssueTable,
  empty,
  moreLabel,
  countText = (shown, total) => `Showing ${shown} of ${total} issues`,
  isEndless = false,
  footer,
}: IssueListProps) {
  const [{ issue: openId }, changeUrl] = useUrlState(urlDefaults)
  const { totalCount, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, isPlaceholderData } = query
  // After a failure only the button tries again: a list that asks by itself would ask without end.
  const canLoadByItself = hasNextPage && !isFetching && !isFetchNextPageError
  const loadMore = useLoadMore(query)
  const openIssueId = idNumber(openId)
  const openIndex = issues.findIndex(issue => issue.id === openIssueId)
  const openIssue = issues[openIndex] ?? null
  const closedIssue = useClosedIssue(openIssue, openIssueId)
  const open = useCallback((id: number) => changeUrl({ issue: String(id) }), [changeUrl])
  const neighbour = (step: 1 | -1) => {
    const issue = openIndex < 0 ? undefined : issues[openIndex + step]
    return issue && (() => open(issue.id))
  }
  const isNearEnd = openIssueId !== null && openIndex >= issues.length - 2
  const isSearched = openIssueId !== null && openIndex < 0 && closedIssue === null && issues.length < MAX_ROWS_SEARCHED
  useEffect(() => {
    if (canLoadByItself && (isNearEnd || isSearched)) loadMore()
  }, [canLoadByItself, isNearEnd, isSearched, loadMore])
  const lastOpenId = useRef(openIssueId)
  useEffect(() => {
    if (openIssueId !== null) lastOpenId.current = openIssueId
  })
  const returnFocus = useCallback(() => {
    document.querySelector<HTMLElement>(`[${OPENER_ATTRIBUTE}="${lastOpenId.current}"]`)?.focus()
  }, [])
  const rows = (
    <>
      <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60 transition-opacity' : undefined}>
        <RowTable {...{ label, issues, totalCount, openIssueId, links }} onOpen={open} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3 border-line border-t px-4 py-3 sm:px-5">
        <p role="status" className="figures text-ink-muted text-sm">
          {countText(formatNumber(issues.length), formatNumber(totalCount))}
        </p>
        <div className="flex flex-wrap gap-2">
          {hasNextPage && (
            <Button size="small" isBusy={isFetchingNextPage} onClick={loadMore}>
              {moreLabel}
            </Button>
          )}
          {footer}
        </div>
      </div>
      {isEndless && canLoadByItself && <EndOfList key={issues.length} onNear={loadMore} />}
    </>
  )
  return (
    <>
      {totalCount === 0 ? empty : rows}
      {/* The last issue of a list may have been closed in its panel, which stays. */}
      <IssuePanelOnDemand
        issue={openIssue ?? closedIssue}
        position={closedIssue ? 'Closed' : `${formatNumber(openIndex + 1)} of ${formatNumber(totalCount)}`}
        links={links}
        onClose={() => changeUrl({ issue: '' })}
        onPrevious={neighbour(-1)}
        onNext={neighbour(1)}
        onClosed={returnFocus}
      />
    </>
  )
}

/** The open issue after a check has closed it: it has left the list, and its panel says so. null for any other. */
function useClosedIssue(open: IssueResponse | null, openId: number | null): IssueResponse | null {
  const client = useQueryClient()
  const [last, setLast] = useState(open)
  if (open !== null && open !== last) setLast(open)
  return open === null && last !== null && last.id === openId && isClosedHere(client, last) ? last : null
}

/** Loads the next batch unless one is on its way; a failure is said in a toast, and the button tries again. */
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

/** Says once when the end of the page comes within 500 px of the window (specification, section 4). */
function EndOfList({ onNear }: { onNear: () => void }) {
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!mark.current) return
    const observer = new IntersectionObserver(entries => entries.some(entry => entry.isIntersecting) && onNear(), {
      rootMargin: `0px 0px ${INFINITE_SCROLL_TRIGGER_PX}px 0px`,
    })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [onNear])
  return <div ref={mark} aria-hidden />
}

const IssuePanel = lazy(() => import('./issue-panel.tsx').then(part => ({ default: part.IssuePanel })))

function IssuePanelOnDemand(props: ComponentProps<typeof Panel>) {
  // Stays mounted after the first opening, so that closing can be animated.
  const [wasOpened, setWasOpened] = useState(props.issue !== null)
  if (props.issue !== null && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense fallback={null}>
      <IssuePanel {...props} />
    </Suspense>
  )
}
