/** Meta data issues: which page, what, how bad, and the way to what is known about the page. */
import { useCallback } from 'react'
import { plainText } from '#shared/plain-text.ts'
import { SeverityBadge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { formatCount } from '../../components/format.ts'
import { TableCell, TableHeaderCell } from '../../components/table.tsx'
import { UrlText } from '../../components/url-text.tsx'
import {
  type IssueCells,
  IssueOpener,
  IssueRows,
  IssueTableFrame,
  type IssueTableProps,
} from '../../issues/issue-rows.tsx'
import { issueTypeLabel } from '../../issues/issue-type-label.ts'

export function MetaDataTable({ label, issues, totalCount, openIssueId, onOpen, links }: IssueTableProps) {
  const cells = useCallback<IssueCells>(
    (issue, open) => (
      <>
        <TableCell className="min-w-0 md:align-top">
          <UrlText url={issue.url} href={links.page(issue.url)} className="md:-mt-1" />
          {issue.affectedCount > 1 && (
            <button type="button" onClick={open} className="figures text-ink-muted text-xs leading-5 hover:underline">
              {formatCount(issue.affectedCount, 'page')} in all
            </button>
          )}
        </TableCell>
        <TableCell className="md:align-top">
          <IssueOpener issue={issue} onOpen={open} />
          <span className="block text-ink-muted text-xs leading-5">{issueTypeLabel(issue.type)}</span>
        </TableCell>
        <TableCell label="Severity" className="md:align-top">
          <SeverityBadge severity={issue.severity} />
        </TableCell>
        <TableCell className="text-right md:align-top">
          <Button href={links.view(issue)} size="small" aria-label={`View: ${plainText(issue.message)}`}>
            View
          </Button>
        </TableCell>
      </>
    ),
    [links],
  )
  return (
    <IssueTableFrame
      label={label}
      totalCount={totalCount}
      head={
        <>
          <TableHeaderCell className="w-[44%]">URL</TableHeaderCell>
          <TableHeaderCell>Issue Type</TableHeaderCell>
          <TableHeaderCell className="w-29">Severity</TableHeaderCell>
          <TableHeaderCell className="w-22">
            <span className="sr-only">View</span>
          </TableHeaderCell>
        </>
      }
    >
      <IssueRows issues={issues} columnCount={4} openIssueId={openIssueId} onOpen={onOpen} cells={cells} />
    </IssueTableFrame>
  )
}
