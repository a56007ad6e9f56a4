/** Something could not be fetched from our own server. What does not exist is not tried again: the way on is another crawl. */
import { hrefTo } from '#shared/routes.ts'
import { ApiError, fetchFailure, serverTexts } from '../queries/api-client.ts'
import { Button } from './button.tsx'
import { ErrorState } from './error-state.tsx'

interface FetchErrorStateProps {
  /** The beginning of the sentence of the error catalogue, such as "Failed to fetch pages". */
  what: string
  error: unknown
  onRetry: () => void
}

export function FetchErrorState({ what, error, onRetry }: FetchErrorStateProps) {
  const isMissing = error instanceof ApiError && error.status === 404
  return (
    <ErrorState
      message={fetchFailure(what, error)}
      detail={serverTexts(error)}
      onRetry={isMissing ? undefined : onRetry}
      action={
        isMissing && (
          <Button href={hrefTo('landing')} variant="primary">
            Crawl a website
          </Button>
        )
      }
    />
  )
}
