/** A table of issues, for screens with columns of their own, and the button that opens an issue. */

import { clsx } from 'clsx'
import { type KeyboardEvent, type MouseEvent, memo, type ReactNode } from 'react'
import type { IssueResponse } from '#shared/api/issues.ts'
import { CrawledText } from '../components/crawled-text.tsx'
import { formatCount } from '../components/format.ts'
import { Table, TableBody, TableHead, TableHeaderCell, TableRow } from '../components/table.tsx'
import type { IssueLinks } from './issue-links.ts'
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
  cells: IssueCells
}

/**
 * A table whose columns the screen chooses; each row opens its issue. Wide windows: columns of fixed widths under a sticky head. Narrow
 * ones: stacked rows. Between them, beside the sidebar, the columns keep a readable width and the table scrolls inside itself.
 */
export function IssueRows({ label, issues, totalCount, columns, fits = false, ...opening }: IssueRowsProps) {
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
        <TableBody onKeyDown={moveByArrows}>
          {issues.map((issue, index) => (
            <Row
              key={issue.id}
              index={index}
              issue={issue}
              isOpen={issue.id === openIssueId}
              onOpen={onOpen}
              cells={cells}
            />
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

/** Arrow keys move between the rows. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || !(event.target instanceof Element) || !event.target.hasAttribute(OPENER_ATTRIBUTE)) return
  const openers = [...event.currentTarget.querySelectorAll<HTMLElement>(`[${OPENER_ATTRIBUTE}]`)]
  const next = openers.find((_, index) => openers[index - step] === event.target)
  if (!next) return
  event.preventDefault()
  next.focus()
}

interface RowProps extends Pick<IssueRowsProps, 'onOpen' | 'cells'> {
  /** 0-based position in the list. */
  index: number
  issue: IssueResponse
  isOpen: boolean
}

/** A row that opens its issue when clicked; links and buttons in it keep their own function. */
const Row = memo(function Row({ issue, index, isOpen, onOpen, cells }: RowProps) {
  const open = () => onOpen(issue.id)
  const openUnlessOnControl = (event: MouseEvent<HTMLElement>) => {
    const isControl = event.target instanceof Element && event.target.closest('a, button') !== null
    // Selecting text to copy it is no click on the row.
    if (!isControl && getSelection()?.isCollapsed !== false) open()
  }
  return (
    <TableRow
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

/** How many pages refer to what an issue is about, or have it, as a button that opens it; nothing where only one does. */
export function PageCount({ issue, onOpen }: IssueOpenerProps) {
  const { referringSourceCount, segmentCount, affectedCount } = issue
  const pageCount = segmentCount ?? affectedCount
  if (referringSourceCount <= 1 && pageCount <= 1) return null
  return (
    <button type="button" onClick={onOpen} className="figures text-ink-muted text-xs leading-5 hover:underline">
      {referringSourceCount > 1
        ? formatCount(referringSourceCount, 'referring page')
        : `${formatCount(pageCount, 'page')} in total`}
    </button>
  )
}
