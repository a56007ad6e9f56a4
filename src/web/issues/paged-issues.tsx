/** Issues as pages of a table, as the URL says: ten rows, Previous and Next, a field to jump to any page; and the panel of the open issue. */
import { useEffect, useState } from 'react'
import { TABLE_PAGE_SIZE } from '#shared/constants.ts'
import { formatNumber } from '../components/format.ts'
import { Pagination, pageSizeOf } from '../components/pagination.tsx'
import { type IssueFilter, useIssueOfId, useIssuesPage } from '../queries/issues.ts'
import { pageNumber, useUrlState } from '../state/url-state.ts'
import { FetchedIssues, type IssueListLook, ListedIssues, showingText } from './issue-table.tsx'
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

interface PagedIssuesProps extends IssueListLook {
  query: ReturnType<typeof useShownIssues>
  /** Other data of the rows is loading, so that they do not shift. */
  isWaiting?: boolean | undefined
  /** Shown whatever the number of pages; without it `Showing X of Y issues` where all rows are on one page. */
  countText?: IssueListLook['countText']
}

export function PagedIssues({ label, query, isWaiting, links, table, empty, countText }: PagedIssuesProps) {
  const { isPlaceholderData, page, pageSize, openIssue } = query
  const [, changeUrl] = useUrlState(urlDefaults)
  const turnTo = useTurn(query)
  return (
    <FetchedIssues query={query} isWaiting={isWaiting}>
      {({ issues, totalCount, currentPage }) => (
        <>
          {totalCount === 0 ? (
            empty
          ) : (
            <div id="results" tabIndex={-1} className="outline-none">
              <ListedIssues {...{ label, issues, links, table }} totalCount={issues.length} isOld={isPlaceholderData} />
              {(countText !== undefined || totalCount <= TABLE_PAGE_SIZE) && (
                <p role="status" className="figures border-line border-t px-4 py-3 text-ink-muted text-sm sm:px-5">
                  {(countText ?? showingText)(formatNumber(issues.length), formatNumber(totalCount))}
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
      )}
    </FetchedIssues>
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
