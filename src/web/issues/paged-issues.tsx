/** Issues as pages of a table, as the URL says: ten rows, Previous and Next, a field to jump to any page; and the panel of the open issue. */
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import type { IssueResponse } from '#shared/api/issues.ts'
import { TABLE_PAGE_SIZE } from '#shared/constants.ts'
import { LoadingState } from '../components/fetch-states.tsx'
import { formatNumber } from '../components/format.ts'
import { Pagination, pageSizeOf } from '../components/pagination.tsx'
import { ErrorState } from '../components/states.tsx'
import { fetchFailure, serverMessage } from '../queries/api-client.ts'
import { type IssueFilter, useIssueOfId, useIssuesPage } from '../queries/issues.ts'
import { pageNumber, useUrlState } from '../state/url-state.ts'
import type { IssueLinks } from './issue-links.ts'
import type { IssueTableProps } from './issue-rows.tsx'
import { IssueTable } from './issue-table.tsx'
import { OpenIssue, useOpenIssueId } from './open-issue.tsx'

/** To be set with every change of what the list holds. */
export const firstPage = { page: '1', issue: '' }
const urlDefaults = { ...firstPage, size: String(TABLE_PAGE_SIZE) }

/** The page that the URL names. */
export function useShownIssues(websiteId: number, filter: IssueFilter) {
  const [{ page, size }] = useUrlState(urlDefaults)
  const part = { page: pageNumber(page), pageSize: pageSizeOf(size) }
  const query = useIssuesPage(websiteId, filter, part)
  const [openId] = useOpenIssueId()
  // A shared link may name an issue of another page.
  const isElsewhere = query.data !== undefined && !query.data.issues.some(({ id }) => id === openId)
  const openIssue = useIssueOfId(websiteId, { crawl: filter.crawl, id: isElsewhere ? openId : null })
  return { ...query, ...part, openIssue, isOfOneUrl: Boolean(filter.url) }
}

interface PagedIssuesProps {
  label: string
  query: ReturnType<typeof useShownIssues>
  /** Other data of the rows is loading, so that they do not shift. */
  isWaiting?: boolean | undefined
  links: IssueLinks
  /** The table of a screen that has columns of its own. */
  table?: ComponentType<IssueTableProps> | undefined
  /** Shown instead of an empty table. */
  empty: ReactNode
  /** Shown whatever the number of pages; without it `Showing X of Y issues` where all rows are on one page. */
  countText?: ((shown: string, total: string) => string) | undefined
}

export function PagedIssues({ label, query, isWaiting = false, links, table, empty, countText }: PagedIssuesProps) {
  const { data, error, refetch, isOfOneUrl, isPlaceholderData, page, pageSize, openIssue } = query
  const [, changeUrl] = useUrlState(urlDefaults)
  const turnTo = useTurn(query)
  if (error && !data)
    return (
      <ErrorState
        message={isOfOneUrl ? 'Failed to fetch issues for specific URL' : fetchFailure('Failed to fetch issues', error)}
        detail={serverMessage(error)}
        onRetry={() => void refetch()}
      />
    )
  if (!data || isWaiting) return <LoadingState message="Loading issues..." rows={LOADING_ROWS} />
  const { issues, totalCount, currentPage } = data
  return (
    <>
      {totalCount === 0 ? (
        empty
      ) : (
        <div id="results" tabIndex={-1} className="outline-none">
          <Rows label={label} issues={issues} isOld={isPlaceholderData} links={links} table={table} />
          {(countText !== undefined || totalCount <= TABLE_PAGE_SIZE) && (
            <p role="status" className="figures border-line border-t px-4 py-3 text-ink-muted text-sm sm:px-5">
              {(countText ?? showing)(formatNumber(issues.length), formatNumber(totalCount))}
            </p>
          )}
          <Pagination
            // Of the rows that are shown: a page that the URL names may be beyond the end of the list before.
            page={isPlaceholderData ? currentPage : page}
            pageSize={pageSize}
            total={totalCount}
            onPage={next => changeUrl({ page: String(next), issue: '' })}
            onPageSize={size => changeUrl({ ...firstPage, size })}
          />
        </div>
      )}
      <OpenIssue
        issues={issues}
        elsewhere={openIssue}
        offset={(page - 1) * pageSize}
        totalCount={totalCount}
        links={links}
        onBefore={page > 1 ? () => turnTo(page - 1, 'last') : undefined}
        onAfter={page * pageSize < totalCount ? () => turnTo(page + 1, 'first') : undefined}
      />
    </>
  )
}

type Edge = 'first' | 'last'

/** Turns to another page and opens its first or last issue once it is loaded; the panel stays open meanwhile. */
function useTurn({ data, isPlaceholderData }: PagedIssuesProps['query']): (page: number, edge: Edge) => void {
  const [, changeUrl] = useUrlState(urlDefaults)
  const [edge, setEdge] = useState<Edge | null>(null)
  const issue = edge === 'first' ? data?.issues[0] : data?.issues.at(-1)
  useEffect(() => {
    if (edge === null || isPlaceholderData || !issue) return
    setEdge(null)
    changeUrl({ issue: String(issue.id) })
  }, [edge, isPlaceholderData, issue, changeUrl])
  return (page, next) => {
    // First the page, so that the effect never sees the rows of the one before as those of the next.
    changeUrl({ page: String(page) })
    setEdge(next)
  }
}

/** As high as a window: content below the list does not move when the rows are loaded. */
const LOADING_ROWS = 24

interface RowsProps extends Pick<PagedIssuesProps, 'label' | 'links' | 'table'> {
  issues: readonly IssueResponse[]
  /** Of another page, until those of this one are loaded. */
  isOld: boolean
}

function Rows({ label, issues, isOld, links, table: RowTable = IssueTable }: RowsProps) {
  const [openIssueId, open] = useOpenIssueId()
  return (
    <div aria-busy={isOld} className={isOld ? 'opacity-60 transition-opacity' : undefined}>
      <RowTable {...{ label, issues, openIssueId, links }} totalCount={issues.length} onOpen={open} />
    </div>
  )
}

function showing(shown: string, total: string): string {
  return `Showing ${shown} of ${total} issues`
}
