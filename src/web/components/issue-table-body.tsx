/**
 * The rows of a table of issues that scrolls with the page. Only those near the window are in the document, so that a list of
 * thousands stays quick; two empty rows stand for the height of the others. Arrow keys move between the rows.
 */
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, type Ref, useLayoutEffect, useRef, useState } from 'react'
import type { IssueAnswer } from '#shared/api/issues.ts'
import { ISSUES_PAGE_SIZE } from '#shared/constants.ts'
import { TableBody } from './table.tsx'

export interface IssueRowPlace {
  /** 0-based position in the list; on the row as `data-index`. */
  index: number
  rowRef: Ref<HTMLTableRowElement>
}

interface IssueTableBodyProps {
  issues: readonly IssueAnswer[]
  columnCount: number
  /** Draws one row, with the issue's id as its key. */
  row: (issue: IssueAnswer, place: IssueRowPlace) => ReactNode
}

/** On the button that opens an issue; its value is the issue's id. Arrow keys and the focus of a closed panel go there. */
export const OPENER_ATTRIBUTE = 'data-issue-opener'

const ROW_HEIGHT_PX = 65
const STACKED_ROW_HEIGHT_PX = 190
/** Below it rows are stacked; the same width as in the table parts. */
const STACKED_BELOW = '(max-width: 767px)'

export function IssueTableBody({ issues, columnCount, row }: IssueTableBodyProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const scrollMargin = useDocumentOffset(body)
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: issues.length,
    estimateSize: () => (matchMedia(STACKED_BELOW).matches ? STACKED_ROW_HEIGHT_PX : ROW_HEIGHT_PX),
    getItemKey: index => issues[index]?.id ?? index,
    // A whole batch: the first page of a list is then complete in the document, for the browser's own search as well.
    overscan: ISSUES_PAGE_SIZE,
    scrollMargin,
    useFlushSync: false,
  })
  const rows = virtualizer.getVirtualItems()
  const heightBefore = (rows[0]?.start ?? scrollMargin) - scrollMargin
  const heightAfter = virtualizer.getTotalSize() - ((rows.at(-1)?.end ?? scrollMargin) - scrollMargin)
  return (
    <TableBody ref={body} onKeyDown={moveByArrows}>
      <Spacer heightPx={heightBefore} columnCount={columnCount} />
      {rows.map(({ index }) => {
        const issue = issues[index]
        return issue && row(issue, { index, rowRef: virtualizer.measureElement })
      })}
      <Spacer heightPx={heightAfter} columnCount={columnCount} />
    </TableBody>
  )
}

function Spacer({ heightPx, columnCount }: { heightPx: number; columnCount: number }) {
  if (heightPx <= 0) return null
  return (
    <tr aria-hidden className="max-md:block" style={{ height: heightPx }}>
      <td colSpan={columnCount} className="p-0 max-md:block" />
    </tr>
  )
}

function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || !(event.target instanceof Element) || !event.target.hasAttribute(OPENER_ATTRIBUTE)) return
  const openers = [...event.currentTarget.querySelectorAll<HTMLElement>(`[${OPENER_ATTRIBUTE}]`)]
  const next = openers.find((_, index) => openers[index - step] === event.target)
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Distance of an element from the top of the document, kept up to date while what stands above it grows or goes. */
function useDocumentOffset(element: { current: HTMLElement | null }): number {
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      if (element.current) setOffset(Math.round(element.current.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return offset
}
