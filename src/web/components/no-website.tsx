/** In the place of a screen's content while no website is known: the list is on its way, could not be fetched, or is empty. */
import type { ReactNode } from 'react'
import { useWebsites } from '../queries/websites.ts'
import { FetchErrorState } from './fetch-error-state.tsx'
import { LoadingState } from './loading-state.tsx'

interface NoWebsiteProps {
  isPending: boolean
  /** Such as "Loading issues...". */
  waitingText: string
  empty: ReactNode
}

export function NoWebsite({ isPending, waitingText, empty }: NoWebsiteProps) {
  const { data, error, refetch } = useWebsites()
  if (error && !data)
    return <FetchErrorState what="Failed to fetch websites" error={error} onRetry={() => void refetch()} />
  return isPending ? <LoadingState message={waitingText} rows={24} /> : empty
}
