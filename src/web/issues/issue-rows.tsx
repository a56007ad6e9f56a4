/** The rows of a table whose cells a screen draws itself; each row opens its issue. */
import { memo, type ReactNode } from 'react'
import type { IssueResponse } from '#shared/api/issues.ts'
import { IssueRowFrame } from './issue-row-frame.tsx'
import type { IssueTableProps } from './issue-table.tsx'
import { type IssueRowPlace, IssueTableBody, type RowHeight } from './issue-table-body.tsx'

interface IssueRowsProps extends Pick<IssueTableProps, 'issues' | 'openIssueId' | 'onOpen'> {
  columnCount: number
  rowHeight?: RowHeight | undefined
  cells: IssueCells
}

/** Keep the function as long as it draws the same: a row is drawn anew with each other one. */
export type IssueCells = (issue: IssueResponse, open: () => void) => ReactNode

export function IssueRows({ issues, columnCount, rowHeight, openIssueId, onOpen, cells }: IssueRowsProps) {
  return (
    <IssueTableBody
      issues={issues}
      columnCount={columnCount}
      rowHeight={rowHeight}
      row={(issue, place) => (
        <Row key={issue.id} {...place} issue={issue} isOpen={issue.id === openIssueId} onOpen={onOpen} cells={cells} />
      )}
    />
  )
}

interface RowProps extends IssueRowPlace, Pick<IssueRowsProps, 'onOpen' | 'cells'> {
  issue: IssueResponse
  isOpen: boolean
}

const Row = memo(function Row({ issue, isOpen, onOpen, cells, ...place }: RowProps) {
  const open = () => onOpen(issue.id)
  return (
    <IssueRowFrame {...place} isOpen={isOpen} onOpen={open}>
      {cells(issue, open)}
    </IssueRowFrame>
  )
})
