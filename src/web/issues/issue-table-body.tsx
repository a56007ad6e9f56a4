/**
 * The virtualized rows of a table of issues that scrolls with the page: only rows near the viewport are in the document, and two empty
 * rows have the height of the others. Arrow keys move between the rows.
 */
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { IssueResponse } from '#shared/api/issues.ts'
import { ISSUES_PAGE_SIZE } from '#shared/constants.ts'
import { TableBody } from '../components/table.tsx'
import { OPENER_ATTRIBUTE } from './open-issue.tsx'

export interface IssueRowPlace {
  /** 0-based position in the list; on the row as `data-index`. */
  index: number
  rowRef: Ref<HTMLTableRowElement>
}

interface IssueTableBodyProps {
  issues: readonly IssueResponse[]
  columnCount: number
  /** Estimated height of a row before it is rendered. */
  rowHeight?: RowHeight | undefined
  /** Renders one row, with the issue's id as its key. */
  row: (issue: IssueResponse, place: IssueRowPlace) => ReactNode
}

/** A whole batch: the first one is complete in the document, for the browser's own search. */
const ROWS_AROUND = ISSUES_PAGE_SIZE
/** A batch is rendered a few rows at a time, so that input such as a click need not wait for all of them. */
const ROWS_AT_ONCE = 8

export interface RowHeight {
  widePx: number
  stackedPx: number
}

const usualRow: RowHeight = { widePx: 65, stackedPx: 190 }
/** Below this width rows are stacked, as in components/table.tsx. */
const STACKED_BELOW = '(max-width: 767px)'

export function IssueTableBody({ issues, columnCount, rowHeight = usualRow, row }: IssueTableBodyProps) {
  const rowHeightPx = matchMedia(STACKED_BELOW).matches ? rowHeight.stackedPx : rowHeight.widePx
  const body = useRef<HTMLTableSectionElement>(null)
  const scrollMargin = useDocumentOffset(body)
  const overscan = useGrowingOverscan()
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: issues.length,
    estimateSize: () => rowHeightPx,
    getItemKey: index => issues[index]?.id ?? index,
    overscan,
    scrollMargin,
    useFlushSync: false,
  })
  const rows = virtualizer.getVirtualItems()
  const heightBefore = (rows[0]?.start ?? scrollMargin) - scrollMargin
  const heightAfter = virtualizer.getTotalSize() - ((rows.at(-1)?.end ?? scrollMargin) - scrollMargin)
  return (
    <TableBody ref={body} aria-busy={overscan < ROWS_AROUND || undefined} onKeyDown={moveByArrows}>
      <Spacer heightPx={heightBefore} columnCount={columnCount} />
      {rows.map(({ index }) => {
        const issue = issues[index]
        return issue && row(issue, { index, rowRef: virtualizer.measureElement })
      })}
      <Spacer heightPx={heightAfter} columnCount={columnCount} />
    </TableBody>
  )
}

/** Rows rendered beyond the viewport: none at first, so that it is filled soon. */
function useGrowingOverscan(): number {
  const [overscan, setOverscan] = useState(0)
  useEffect(() => {
    if (overscan === ROWS_AROUND) return
    // No transition: the virtualizer is one object for all renders, and two must not overlap.
    const timer = setTimeout(() => setOverscan(Math.min(ROWS_AROUND, overscan + ROWS_AT_ONCE)))
    return () => clearTimeout(timer)
  }, [overscan])
  return overscan
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

/** Distance of an element from the top of the document, updated when the content above it changes. */
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
