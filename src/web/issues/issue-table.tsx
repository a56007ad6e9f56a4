/** Issues as rows of a table: severity, message, URL, status, and the link to its report. */
import { memo } from 'react'
import type { IssueResponse } from '#shared/api/issues.ts'
import { plainText } from '#shared/plain-text.ts'
import { HttpStatus, SeverityBadge } from '../components/badge.tsx'
import { Button } from '../components/button.tsx'
import { CrawledText } from '../components/crawled-text.tsx'
import { formatCount } from '../components/format.ts'
import { TableCell, TableHeaderCell } from '../components/table.tsx'
import { UrlText } from '../components/url-text.tsx'
import { IssueOpener, IssueRowFrame, IssueTableFrame, type IssueTableProps } from './issue-rows.tsx'
import { type IssueRowPlace, IssueTableBody } from './issue-table-body.tsx'
import { issueTypeLabel } from './issue-type-label.ts'

export function IssueTable({ label, issues, totalCount, openIssueId, onOpen, links }: IssueTableProps) {
  return (
    <IssueTableFrame
      label={label}
      totalCount={totalCount}
      head={
        <>
          <TableHeaderCell className="w-29">Severity</TableHeaderCell>
          <TableHeaderCell className="w-[33%]">Issue</TableHeaderCell>
          <TableHeaderCell>Affected URL</TableHeaderCell>
          <TableHeaderCell className="w-24">Status</TableHeaderCell>
          <TableHeaderCell className="w-20">
            <span className="sr-only">Action</span>
          </TableHeaderCell>
        </>
      }
    >
      <IssueTableBody
        issues={issues}
        columnCount={5}
        row={(issue, place) => (
          <IssueRow
            key={issue.id}
            issue={issue}
            {...place}
            isOpen={issue.id === openIssueId}
            viewHref={links.view(issue)}
            pageHref={links.page(issue.url)}
            onOpen={onOpen}
          />
        )}
      />
    </IssueTableFrame>
  )
}

interface IssueRowProps extends IssueRowPlace {
  issue: IssueResponse
  isOpen: boolean
  /** Target of the view action. */
  viewHref: string
  /** The insights of the affected page. */
  pageHref: string
  onOpen: (issueId: number) => void
}

/** A click on the row, or Enter on its message, opens the panel. */
const IssueRow = memo(function IssueRow({ issue, index, isOpen, viewHref, pageHref, onOpen, rowRef }: IssueRowProps) {
  const open = () => onOpen(issue.id)
  const { statusCode } = issue.details
  return (
    <IssueRowFrame index={index} rowRef={rowRef} isOpen={isOpen} onOpen={open}>
      <TableCell className="md:align-top">
        <SeverityBadge severity={issue.severity} />
      </TableCell>
      <TableCell className="md:align-top">
        <IssueOpener issue={issue} onOpen={open} />
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
        <UrlText url={issue.url} href={pageHref} className="md:-mt-1" />
        <Source issue={issue} onOpen={open} />
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
        <Button href={viewHref} size="small" aria-label={`View: ${plainText(issue.message)}`}>
          View
        </Button>
      </TableCell>
    </IssueRowFrame>
  )
})

function Source({ issue, onOpen }: { issue: IssueResponse; onOpen: () => void }) {
  const { referringSourceCount, sourceUrl } = issue
  if (referringSourceCount > 1)
    return (
      <button type="button" onClick={onOpen} className="figures text-ink-muted text-xs leading-5 hover:underline">
        {formatCount(referringSourceCount, 'referring page')}
      </button>
    )
  if (sourceUrl === null || sourceUrl === issue.url) return null
  return (
    <span className="flex min-w-0 gap-1 text-ink-muted text-xs leading-5">
      <span className="shrink-0">from</span>
      <UrlText url={sourceUrl} hasActions={false} />
    </span>
  )
}
