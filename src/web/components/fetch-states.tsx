/** Fetched content, and what replaces it while it loads and after a failure. */

import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { hrefTo } from '#shared/routes.ts'
import { ApiError, fetchFailure, serverMessage } from '../queries/api-client.ts'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { ErrorState } from './states.tsx'

interface LoadingStateProps {
  /** Such as "Loading issues...". */
  message: string
  /** Number of grey rows; as many as a page of the list has. */
  rows?: number | undefined
  className?: string | undefined
}

const widths = ['w-11/12', 'w-3/4', 'w-5/6', 'w-2/3']

/** The message, once for screen readers, and grey rows where the content will be. */
export function LoadingState({ message, rows = 5, className }: LoadingStateProps) {
  return (
    <div className={clsx('space-y-4 soft:p-5', className)}>
      <p role="status" className="text-ink-muted text-sm">
        {message}
      </p>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never change places
        <Skeleton key={row} className={widths[row % widths.length]} />
      ))}
    </div>
  )
}

interface FetchErrorStateProps {
  /** The beginning of the message, such as "Failed to fetch pages". */
  what: string
  error: unknown
  onRetry: () => void
}

/** An error with Try Again; for a 404 with a link to another crawl instead. */
export function FetchErrorState({ what, error, onRetry }: FetchErrorStateProps) {
  const isMissing = error instanceof ApiError && error.status === 404
  return (
    <ErrorState
      message={fetchFailure(what, error)}
      detail={serverMessage(error)}
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

/** Of what `useQuery` returns. */
export interface Fetch<Data> {
  data: Data | undefined
  error: unknown
  refetch: () => unknown
}

interface FetchedProps<Data> extends LoadingStateProps, Pick<FetchErrorStateProps, 'what'> {
  query: Fetch<Data>
  /** Other data of the content is loading, so that it does not shift. */
  isWaiting?: boolean | undefined
  children: (data: Data) => ReactNode
}

/** The content once it is loaded, even if it then fails to load anew. */
export function Fetched<Data>({ query, what, isWaiting = false, children, ...loading }: FetchedProps<Data>) {
  const { data, error, refetch } = query
  if (data === undefined && error) return <FetchErrorState what={what} error={error} onRetry={() => void refetch()} />
  if (data === undefined || isWaiting) return <LoadingState {...loading} />
  return children(data)
}

/** Content that has cards of its own. Until it is loaded there is one, as high as a screen while it loads. */
export function FetchedCards<Data>(props: FetchedProps<Data>) {
  const { data, error } = props.query
  if (data !== undefined && !props.isWaiting) return props.children(data)
  return (
    <Card className={data === undefined && error ? undefined : 'min-h-[80dvh]'}>
      <Fetched {...props} />
    </Card>
  )
}

/** Content that was fetched before, dimmed until what takes its place is loaded. */
export function KeptContent({ isOld, children }: { isOld: boolean; children: ReactNode }) {
  return (
    <div aria-busy={isOld} className={isOld ? 'opacity-60 transition-opacity' : undefined}>
      {children}
    </div>
  )
}

/** A grey placeholder of the content's size, which prevents layout shifts. Hidden from screen readers. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span aria-hidden className={clsx('block animate-sweep bg-line/70 soft:h-4 soft:rounded', className)} />
}
