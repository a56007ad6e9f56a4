/** The rows of a table whose cells a screen draws itself; each row opens its issue. */
import type { ReactNode } from 'react'
import type { IssueAnswer } from '#shared/api/issues.ts'
import { IssueRowFrame } from './issue-row-frame.tsx'
import type { IssueTableProps } from './issue-table.tsx'
import { IssueTableBody } from './issue-table-body.tsx'

interface IssueRowsProps extends Pick<IssueTableProps, 'issues' | 'openIssueId' | 'onOpen'> {
  columnCount: number
  cells: (issue: IssueAnswer, open: () => void) => ReactNode
}

export function IssueRows({ issues, columnCount, openIssueId, onOpen, cells }: IssueRowsProps) {
  return (
    <IssueTableBody
      issues={issues}
      columnCount={columnCount}
      row={(issue, place) => {
        const open = () => onOpen(issue.id)
        return (
          <IssueRowFrame key={issue.id} {...place} isOpen={issue.id === openIssueId} onOpen={open}>
            {cells(issue, open)}
          </IssueRowFrame>
        )
      }}
    />
  )
}
