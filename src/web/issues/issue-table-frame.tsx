/**
 * The table around issue rows. Wide windows: columns of fixed widths under a head that stays in view. Narrow ones: stacked rows.
 * Between them, beside the sidebar, the columns keep a width at which they can be read, and the table scrolls inside itself.
 */
import type { ReactNode } from 'react'
import { classNames } from '../components/class-names.ts'
import { Table, TableHead } from '../components/table.tsx'

interface IssueTableFrameProps {
  label: string
  /** How many rows the whole list has, loaded or not. */
  totalCount: number
  /** Its columns can be read at any width. */
  fits?: boolean | undefined
  /** The cells of the head. */
  head: ReactNode
  /** The table's body. */
  children: ReactNode
}

export function IssueTableFrame({ label, totalCount, fits = false, head, children }: IssueTableFrameProps) {
  return (
    <div className={fits ? undefined : 'md:max-lg:overflow-x-auto'}>
      <Table
        label={label}
        aria-rowcount={totalCount + 1}
        className={classNames('md:table-fixed', !fits && 'md:max-lg:min-w-[52rem]')}
      >
        <TableHead className="lg:sticky lg:top-16 lg:z-10">
          <tr>{head}</tr>
        </TableHead>
        {children}
      </Table>
    </div>
  )
}
