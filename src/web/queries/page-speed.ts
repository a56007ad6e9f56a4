/**
 * The page speed of one page on one device. The server holds the request until there is a result, retries, and caches results for an
 * hour. Leaving the page, or choosing another one, cancels the measurement.
 */

import { CancelledError, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { pageSpeedEndpoints } from '#shared/api/page-speed.ts'
import { messageSchema } from '#shared/api/values.ts'
import { PAGE_SPEED_CACHE_MS, POLLING_INTERVAL_MS } from '#shared/constants.ts'
import type { PageSpeedDevice } from '#shared/page-speed.ts'
import { ApiError, callApi, fetchFailure } from './api-client.ts'

export interface PageSpeedTarget {
  /** '' while it is unknown: nothing is fetched. */
  url: string
  device: PageSpeedDevice
}

export interface PageSpeedOptions {
  /** Nothing is measured during a crawl; a cached result is shown. */
  isCrawling: boolean
}

export type PageSpeedState = ReturnType<typeof usePageSpeed>

export function usePageSpeed({ url, device }: PageSpeedTarget, { isCrawling }: PageSpeedOptions) {
  const client = useQueryClient()
  const queryKey = ['page-speed', url, device]
  const isMeasuring = useIsFetching({ queryKey, exact: true }) > 0
  const progress = useQuery({
    queryKey: ['page-speed-progress', url, device],
    queryFn: ({ signal }) => callApi(pageSpeedEndpoints.pageSpeedProgress, { query: { url, device }, signal }),
    enabled: url !== '',
    staleTime: 0,
    gcTime: 0,
    refetchInterval: isMeasuring && POLLING_INTERVAL_MS,
  })
  const isCached = progress.data?.state === 'measured'
  const result = useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(pageSpeedEndpoints.pageSpeed, { query: { url, device }, signal }),
    enabled: url !== '' && progress.isFetched && (isCached || !isCrawling),
    staleTime: PAGE_SPEED_CACHE_MS,
    gcTime: PAGE_SPEED_CACHE_MS,
    // A failed or cancelled measurement is repeated on request alone.
    retryOnMount: false,
  })
  const analyzeAgain = () => {
    const query = { url, device, refresh: true }
    // The component that shows the result shows its error as well.
    const queryFn = ({ signal }: { signal: AbortSignal }) => callApi(pageSpeedEndpoints.pageSpeed, { query, signal })
    client.fetchQuery({ queryKey, queryFn, staleTime: 0 }).catch(() => {})
  }
  const cancel = () => {
    // An earlier result stays.
    void client.cancelQueries({ queryKey, exact: true }, { revert: result.data !== undefined })
  }
  const isCancelled = result.error instanceof CancelledError
  return {
    speed: result.data,
    error: isCancelled ? null : result.error,
    isCancelled,
    isMeasuring,
    /** Whether it is known if the server has a cached result. */
    isKnown: progress.isFetched,
    /** Of the measurement that runs; undefined otherwise. */
    progress: isMeasuring && progress.dataUpdatedAt > 0 ? progress.data : undefined,
    analyzeAgain,
    tryAgain: () => void result.refetch(),
    cancel,
  }
}

/** The server's message about a failed measurement, else a message with the status. */
export function pageSpeedFailureText(error: unknown): string {
  return (
    (error instanceof ApiError && messageOf(error.body)) || fetchFailure('Failed to fetch PageSpeed Insights', error)
  )
}

function messageOf(body: string): string {
  try {
    return messageSchema.safeParse(JSON.parse(body)).data?.message ?? ''
  } catch {
    return ''
  }
}
