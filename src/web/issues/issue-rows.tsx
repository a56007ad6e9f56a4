/** A table of issues, for screens with columns of their own, and the button that opens an issue. */

import { clsx } from 'clsx'
import { type MouseEvent, memo, type ReactNode } from 'react'
import type { IssueResponse } from '#shared/api/issues.ts'
import { CrawledText } from '../components/crawled-text.tsx'
import { Table, TableHead, TableHeaderCell, TableRow } from '../components/table.tsx'
import type { IssueLinks } from './issue-links.ts'
import { type IssueRowPlace, IssueTableBody, type RowHeight } from './issue-table-body.tsx'
import { OPENER_ATTRIBUTE } from './open-issue.tsx'

export interface IssueTableProps {
  label: string
  issues: readonly IssueResponse[]
  /** How many rows the whole list has, loaded or not. */
  totalCount: number
  openIssueId: number | null
  onOpen: (issueId: number) => void
  links: IssueLinks
}

export interface IssueColumn {
  name: string
  /** Class of its width; columns without one share what is left. */
  width?: string
  /** Its cells say what they hold; the name is for screen readers. */
  isNameHidden?: true
}

/** Keep the function stable between renders: each new one renders every row again. */
export type IssueCells = (issue: IssueResponse, open: () => void) => ReactNode

interface IssueRowsProps extends Omit<IssueTableProps, 'links'> {
  columns: readonly IssueColumn[]
  /** Its columns can be read at any width. */
  fits?: boolean
  rowHeight?: RowHeight | undefined
  cells: IssueCells
}

/**
 * A table whose columns the screen chooses; each row opens its issue. Wide windows: columns of fixed widths under a sticky head. Narrow
 * ones: stacked rows. Between them, beside the sidebar, the columns keep a readable width and the table scrolls inside itself.
 */
export function IssueRows({ label, issues, totalCount, columns, fits = false, rowHeight, ...opening }: IssueRowsProps) {
  const { openIssueId, onOpen, cells } = opening
  return (
    <div className={fits ? undefined : 'md:max-lg:overflow-x-auto'}>
      <Table
        label={label}
        aria-rowcount={totalCount + 1}
        className={clsx('md:table-fixed', !fits && 'md:max-lg:min-w-[52rem]')}
      >
        <TableHead className="lg:sticky lg:top-16 lg:z-10">
          <tr>
            {columns.map(({ name, width, isNameHidden }) => (
              <TableHeaderCell key={name} className={width}>
                {isNameHidden ? <span className="sr-only">{name}</span> : name}
              </TableHeaderCell>
            ))}
          </tr>
        </TableHead>
        <IssueTableBody
          issues={issues}
          columnCount={columns.length}
          rowHeight={rowHeight}
          row={(issue, place) => (
            <Row
              key={issue.id}
              {...place}
              issue={issue}
              isOpen={issue.id === openIssueId}
              onOpen={onOpen}
              cells={cells}
            />
          )}
        />
      </Table>
    </div>
  )
}

interface RowProps extends IssueRowPlace, Pick<IssueRowsProps, 'onOpen' | 'cells'> {
  issue: IssueResponse
  isOpen: boolean
}

/** A row that opens its issue when clicked; links and buttons in it keep their own function. */
const Row = memo(function Row({ issue, index, rowRef, isOpen, onOpen, cells }: RowProps) {
  const open = () => onOpen(issue.id)
  const openUnlessOnControl = (event: MouseEvent<HTMLElement>) => {
    const isControl = event.target instanceof Element && event.target.closest('a, button') !== null
    // Selecting text to copy it is no click on the row.
    if (!isControl && getSelection()?.isCollapsed !== false) open()
  }
  return (
    <TableRow
      ref={rowRef}
      data-index={index}
      // The row of column names is the first.
      aria-rowindex={index + 2}
      onClick={openUnlessOnControl}
      className={clsx('cursor-pointer', isOpen && 'bg-accent-soft hover:bg-accent-soft')}
    >
      {cells(issue, open)}
    </TableRow>
  )
})

interface IssueOpenerProps {
  issue: IssueResponse
  onOpen: () => void
}

/** The message of an issue as the button that opens its panel, for the keyboard. */
export function IssueOpener({ issue, onOpen }: IssueOpenerProps) {
  return (
    <button
      type="button"
      {...{ [OPENER_ATTRIBUTE]: issue.id }}
      onClick={onOpen}
      className="line-clamp-2 max-w-full break-words text-left font-medium hover:text-accent hover:underline"
    >
      <CrawledText text={issue.message} />
    </button>
  )
}
