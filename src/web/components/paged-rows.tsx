/** One part of a list with its paging, or what stands in its place: while it loads, after a failure, and where no row fits. */
import type { ReactNode } from 'react'
import type { PageResponse } from '#shared/api/pages.ts'
import { TABLE_PAGE_SIZE } from '#shared/constants.ts'
import type { PagesPartResult } from '../queries/pages.ts'
import { type Fetch, Fetched } from './fetch-states.tsx'
import { Pagination } from './pagination.tsx'

interface RowsProps<Row> {
  /** Called with what is to change in the URL. */
  onChange: (change: { page: string; size?: string }) => void
  /** In place of the table where no row fits. */
  none: ReactNode
  /** The table of these rows. */
  children: (rows: readonly Row[]) => ReactNode
}

interface PagedRowsProps<Row> extends RowsProps<Row> {
  query: Fetch<{ rows: readonly Row[]; total: number }>
  /** 1-based. */
  page: number
  pageSize: number
  /** The beginning of the message of a failure. */
  what: string
  /** While the first part loads. */
  message: string
  /** Of the loading state. */
  className?: string | undefined
}

export function PagedRows<Row>({ page, pageSize, onChange, none, children, ...states }: PagedRowsProps<Row>) {
  return (
    <Fetched rows={10} {...states}>
      {({ rows, total }) =>
        total === 0 ? (
          none
        ) : (
          <>
            {children(rows)}
            <Pagination
              page={page}
              pageSize={pageSize}
              total={total}
              onPage={next => onChange({ page: String(next) })}
              onPageSize={size => onChange({ size, page: '1' })}
            />
          </>
        )
      }
    </Fetched>
  )
}

/** The same for pages; the page number is that of the rows that are shown. */
export function PagedPages({ part, ...rest }: RowsProps<PageResponse> & { part: PagesPartResult }) {
  const { page = 1, pageSize = TABLE_PAGE_SIZE } = part.data ?? {}
  return (
    <PagedRows
      query={part}
      {...{ page, pageSize }}
      what="Failed to fetch pages"
      message="Loading pages..."
      className="min-h-[80dvh]"
      {...rest}
    />
  )
}
