/** One part of the pages list with its paging, or what stands in its place: while it loads, after a failure, and where no page fits. */
import type { ReactNode } from 'react'
import type { PageResponse } from '#shared/api/pages.ts'
import type { PagesPartResult } from '../queries/pages.ts'
import { FetchErrorState, LoadingState } from './fetch-states.tsx'
import { Pagination } from './pagination.tsx'

interface PagedPagesProps {
  part: PagesPartResult
  /** Called with what is to change in the URL. */
  onChange: (change: { page: string; size?: string }) => void
  /** In place of the table where no page fits. */
  none: ReactNode
  /** The table of these rows. */
  children: (rows: readonly PageResponse[]) => ReactNode
}

export function PagedPages({ part: { data, error, refetch }, onChange, none, children }: PagedPagesProps) {
  if (!data && error)
    return <FetchErrorState what="Failed to fetch pages" error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState message="Loading pages..." rows={10} className="min-h-[80dvh]" />
  const { rows, total, page, pageSize } = data
  if (total === 0) return none
  return (
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
