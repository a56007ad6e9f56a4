/** What the lists of issues share, those that grow and those with pages: their rows, and what stands in place of them. */
import type { ComponentType, ReactNode } from 'react'
import type { IssueResponse } from '#shared/api/issues.ts'
import { type Fetch, KeptContent, LoadingState } from '../components/fetch-states.tsx'
import { ErrorState } from '../components/states.tsx'
import { fetchFailure, serverMessage } from '../queries/api-client.ts'
import type { IssueLinks } from './issue-links.ts'
import type { IssueTableProps } from './issue-rows.tsx'
import { IssueTable } from './issue-table.tsx'
import { useOpenIssueId } from './open-issue.tsx'

/** How a screen shows its list. */
export interface IssueListLook {
  label: string
  links: IssueLinks
  /** The table of a screen that has columns of its own. */
  table?: ComponentType<IssueTableProps> | undefined
  /** Shown instead of an empty table. */
  empty: ReactNode
  /** By default `Showing X of Y issues`. */
  countText?: ((shown: string, total: string) => string) | undefined
}

interface FetchedIssuesProps<Data> {
  query: Fetch<Data> & { isOfOneUrl: boolean }
  /** Other data of the rows is loading, so that they do not shift. */
  isWaiting?: boolean | undefined
  /** Grey rows while it loads; by default as high as a window, so that content below the list does not move. */
  loadingRows?: number | undefined
  children: (data: Data) => ReactNode
}

const LOADING_ROWS = 24

export function FetchedIssues<Data>({ query, isWaiting, loadingRows, children }: FetchedIssuesProps<Data>) {
  const { data, error, refetch, isOfOneUrl } = query
  if (data === undefined && error)
    return (
      <ErrorState
        message={isOfOneUrl ? 'Failed to fetch issues for specific URL' : fetchFailure('Failed to fetch issues', error)}
        detail={serverMessage(error)}
        onRetry={() => void refetch()}
      />
    )
  if (data === undefined || isWaiting)
    return <LoadingState message="Loading issues..." rows={loadingRows ?? LOADING_ROWS} />
  return children(data)
}

interface ListedIssuesProps extends Pick<IssueListLook, 'label' | 'links' | 'table'> {
  issues: readonly IssueResponse[]
  /** How many rows the table has, loaded or not. */
  totalCount: number
  /** Of another page or filter, until those of this one are loaded. */
  isOld: boolean
}

export function ListedIssues({ isOld, table: RowTable = IssueTable, ...rows }: ListedIssuesProps) {
  const [openIssueId, open] = useOpenIssueId()
  return (
    <KeptContent isOld={isOld}>
      <RowTable {...rows} openIssueId={openIssueId} onOpen={open} />
    </KeptContent>
  )
}

export function showingText(shown: string, total: string): string {
  return `Showing ${shown} of ${total} issues`
}
