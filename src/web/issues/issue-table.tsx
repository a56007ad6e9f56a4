/** The table of a list of issues, one that grows or one with pages; and what stands in its place while it loads or after a failure. */
import { type ComponentType, type ReactNode, useCallback } from 'react'
import type { IssueResponse } from '#shared/api/issues.ts'
import { plainText } from '#shared/plain-text.ts'
import { HttpStatus, SeverityBadge } from '../components/badge.tsx'
import { Button } from '../components/button.tsx'
import { CrawledText } from '../components/crawled-text.tsx'
import { type Fetch, KeptContent, LoadingState } from '../components/fetch-states.tsx'
import { ErrorState } from '../components/states.tsx'
import { TableCell } from '../components/table.tsx'
import { UrlText } from '../components/url-text.tsx'
import { fetchFailure, serverMessage } from '../queries/api-client.ts'
import type { IssueLinks } from './issue-links.ts'
import {
  type IssueCells,
  type IssueColumn,
  IssueOpener,
  IssueRows,
  type IssueTableProps,
  PageCount,
} from './issue-rows.tsx'
import { issueTypeLabel } from './issue-type-label.ts'
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

const columns: readonly IssueColumn[] = [
  { name: 'Severity', width: 'w-29' },
  { name: 'Issue', width: 'w-[33%]' },
  { name: 'Affected URL' },
  { name: 'Status', width: 'w-24' },
  { name: 'Action', width: 'w-20', isNameHidden: true },
]

/** The columns of a screen that has none of its own: severity, message, URL, status, and the link to the report of the issue. */
function IssueTable({ links, ...table }: IssueTableProps) {
  const cells = useCallback<IssueCells>((issue, open) => <Cells issue={issue} links={links} onOpen={open} />, [links])
  return <IssueRows {...table} columns={columns} cells={cells} />
}

interface CellsProps {
  issue: IssueResponse
  links: IssueLinks
  onOpen: () => void
}

function Cells({ issue, links, onOpen }: CellsProps) {
  const { statusCode } = issue.details
  return (
    <>
      <TableCell className="md:align-top">
        <SeverityBadge severity={issue.severity} />
      </TableCell>
      <TableCell className="md:align-top">
        <IssueOpener issue={issue} onOpen={onOpen} />
        <span className="block text-ink-muted text-xs leading-5 [overflow-wrap:anywhere]">
          {issueTypeLabel(issue.type)}
          {issue.markedFixed !== null && ' · Marked as fixed'}
          {issue.assignee !== '' && (
            <>
              {' · '}
              <CrawledText text={issue.assignee} />
            </>
          )}
        </span>
      </TableCell>
      <TableCell className="min-w-0 md:align-top">
        <UrlText url={issue.url} href={links.page(issue.url)} className="md:pointer-coarse:-mt-1" />
        <Source issue={issue} onOpen={onOpen} />
      </TableCell>
      {statusCode === undefined ? (
        // Most issues are about the content of a page and have no status: stacked rows omit the empty cell.
        <TableCell className="max-md:group-data-[narrow=stack]/table:hidden" />
      ) : (
        <TableCell label="Status" className="md:align-top">
          <HttpStatus status={statusCode} />
        </TableCell>
      )}
      <TableCell className="text-right md:align-top">
        <Button href={links.view(issue)} size="small" aria-label={`View: ${plainText(issue.message)}`}>
          View
        </Button>
      </TableCell>
    </>
  )
}

/** The page that refers to what the issue is about, or how many pages are concerned. */
function Source({ issue, onOpen }: { issue: IssueResponse; onOpen: () => void }) {
  const { referringSourceCount, sourceUrl, url } = issue
  if (referringSourceCount > 1 || sourceUrl === null || sourceUrl === url)
    return <PageCount issue={issue} onOpen={onOpen} />
  return (
    <span className="flex min-w-0 gap-1 text-ink-muted text-xs leading-5">
      <span className="shrink-0">from</span>
      <UrlText url={sourceUrl} hasActions={false} />
    </span>
  )
}
