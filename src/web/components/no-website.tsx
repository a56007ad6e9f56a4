/** Replaces the content of a screen that has no website. */
import { Globe } from 'lucide-react'
import type { ReactNode } from 'react'
import { hrefTo } from '#shared/routes.ts'
import { useWebsites } from '../queries/websites.ts'
import { Button } from './button.tsx'
import { FetchErrorState, LoadingState } from './fetch-states.tsx'
import { EmptyState } from './states.tsx'

interface NoWebsiteProps {
  isPending: boolean
  /** Such as "Loading issues...". */
  waitingText: string
  empty: ReactNode
}

/** The list of websites is loading, could not be fetched, or is empty. */
export function NoWebsite({ isPending, waitingText, empty }: NoWebsiteProps) {
  const { data, error, refetch } = useWebsites()
  if (error && !data)
    return <FetchErrorState what="Failed to fetch websites" error={error} onRetry={() => void refetch()} />
  return isPending ? <LoadingState message={waitingText} rows={24} /> : empty
}

/** No website has been crawled. `see`: what a crawl would show here, such as "its redirects". */
export function NoSelectedWebsite({ see }: { see: string }) {
  return (
    <EmptyState
      icon={Globe}
      title="No website selected"
      description={`Crawl a website to see ${see}.`}
      action={
        <Button href={hrefTo('landing')} variant="primary">
          Crawl a website
        </Button>
      }
    />
  )
}
