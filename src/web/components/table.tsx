/**
 * Semantic table parts. `narrow` says what happens below 768 px: `stack` turns each row into a small card with the column's name
 * before each value (give every cell its `label`), `scroll` lets the table scroll inside itself.
 */

import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

interface TableProps extends ComponentProps<'table'> {
  /** What the table holds; its caption, for screen readers. */
  label: string
  narrow?: 'stack' | 'scroll' | undefined
}

export function Table({ label, narrow = 'stack', className, children, ...props }: TableProps) {
  const table = (
    <table
      data-narrow={narrow}
      className={clsx(
        'group/table w-full border-collapse text-left text-sm',
        narrow === 'stack' && 'max-md:block',
        className,
      )}
      {...props}
    >
      <caption className="sr-only">{label}</caption>
      {children}
    </table>
  )
  if (narrow === 'stack') return table
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section aria-label={label} tabIndex={0} className="overflow-x-auto">
      {table}
    </section>
  )
}

export function TableHead({ className, ...props }: ComponentProps<'thead'>) {
  return (
    <thead
      className={clsx(
        'border-line border-b bg-sunken text-ink-muted text-xs max-md:group-data-[narrow=stack]/table:sr-only',
        className,
      )}
      {...props}
    />
  )
}

export function TableBody({ className, ...props }: ComponentProps<'tbody'>) {
  return (
    <tbody
      className={clsx('divide-y divide-line max-md:group-data-[narrow=stack]/table:block', className)}
      {...props}
    />
  )
}

export function TableRow({ className, ...props }: ComponentProps<'tr'>) {
  return (
    <tr
      className={clsx(
        'transition-colors soft:hover:bg-sunken/60 max-md:group-data-[narrow=stack]/table:block max-md:group-data-[narrow=stack]/table:px-4 max-md:group-data-[narrow=stack]/table:py-3',
        className,
      )}
      {...props}
    />
  )
}

export type SortDirection = 'ascending' | 'descending'

interface TableHeaderCellProps extends ComponentProps<'th'> {
  /** Given: the column sorts. null means that it can and does not at present. */
  sorted?: SortDirection | null | undefined
  onSort?: (() => void) | undefined
  /** A further control behind the name. */
  extra?: ReactNode
}

const sortIcons = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown }

export function TableHeaderCell({ sorted, onSort, extra, className, children, ...props }: TableHeaderCellProps) {
  const Icon = sortIcons[sorted ?? 'none']
  return (
    <th
      scope="col"
      aria-sort={sorted ?? undefined}
      className={clsx(
        'font-medium whitespace-nowrap first:pl-4 last:pr-4 sm:first:pl-5 soft:px-3 soft:py-2.5',
        className,
      )}
      {...props}
    >
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className="-mx-1 inline-flex items-center gap-1 rounded px-1 hover:text-ink"
        >
          {children}
          <Icon aria-hidden className={clsx('size-3.5', sorted ? 'text-accent' : 'opacity-60')} />
        </button>
      ) : (
        children
      )}
      {extra}
    </th>
  )
}

interface TableCellProps extends ComponentProps<'td'> {
  /** Name of the column, shown before the value when rows are stacked; none for the cell that heads the row. */
  label?: string | undefined
}

export function TableCell({ label, className, ...props }: TableCellProps) {
  return (
    <td
      data-label={label}
      className={clsx(
        'first:pl-4 last:pr-4 sm:first:pl-5 max-md:group-data-[narrow=stack]/table:px-0 max-md:group-data-[narrow=stack]/table:py-1 max-md:group-data-[narrow=stack]/table:first:pl-0 soft:px-3 soft:py-2.5 soft:align-middle',
        label === undefined
          ? 'soft:max-md:group-data-[narrow=stack]/table:block'
          : 'max-md:group-data-[narrow=stack]/table:stacked-label max-md:group-data-[narrow=stack]/table:flex max-md:group-data-[narrow=stack]/table:items-baseline max-md:group-data-[narrow=stack]/table:justify-between max-md:group-data-[narrow=stack]/table:gap-4',
        className,
      )}
      {...props}
    />
  )
}
