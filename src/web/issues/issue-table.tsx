/** Issues as rows of a real table: how bad, what, where, from where, and the way to the report that explains it. */
import type { IssueResponse } from '#shared/api/issues.ts'
import { TableHeaderCell } from '../components/table.tsx'
import type { IssueLinks } from './issue-links.ts'
import { IssueRow } from './issue-row.tsx'
import { IssueTableBody } from './issue-table-body.tsx'
import { IssueTableFrame } from './issue-table-frame.tsx'

export interface IssueTableProps {
  label: string
  issues: readonly IssueResponse[]
  /** How many rows the whole list has, loaded or not. */
  totalCount: number
  openIssueId: number | null
  onOpen: (issueId: number) => void
  links: IssueLinks
}

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
