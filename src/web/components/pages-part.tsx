/** A part of the pages list, with its loading and error states. */
import type { ReactNode } from 'react'
import type { PagesPartResult } from '../queries/pages.ts'
import { FetchErrorState, LoadingState } from './fetch-states.tsx'

interface PagesPartProps {
  part: PagesPartResult
  children: (data: NonNullable<PagesPartResult['data']>) => ReactNode
}

export function PagesPart({ part: { data, error, refetch }, children }: PagesPartProps) {
  if (data) return children(data)
  if (error) return <FetchErrorState what="Failed to fetch pages" error={error} onRetry={() => void refetch()} />
  return <LoadingState message="Loading pages..." rows={10} className="min-h-[80dvh]" />
}
