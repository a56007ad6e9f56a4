/** A row that opens its issue when clicked; links and buttons on it keep their own meaning. */
import type { MouseEvent, ReactNode } from 'react'
import { classNames } from '../components/class-names.ts'
import { TableRow } from '../components/table.tsx'
import type { IssueRowPlace } from './issue-table-body.tsx'

interface IssueRowFrameProps extends IssueRowPlace {
  isOpen: boolean
  onOpen: () => void
  children: ReactNode
}

export function IssueRowFrame({ index, rowRef, isOpen, onOpen, children }: IssueRowFrameProps) {
  const openUnlessOnControl = (event: MouseEvent<HTMLElement>) => {
    const isControl = event.target instanceof Element && event.target.closest('a, button') !== null
    // Text that was just selected in order to be copied is no click on the row.
    if (!isControl && getSelection()?.isCollapsed !== false) onOpen()
  }
  return (
    <TableRow
      ref={rowRef}
      data-index={index}
      // The row of column names is the first.
      aria-rowindex={index + 2}
      onClick={openUnlessOnControl}
      className={classNames('cursor-pointer', isOpen && 'bg-accent-soft hover:bg-accent-soft')}
    >
      {children}
    </TableRow>
  )
}
