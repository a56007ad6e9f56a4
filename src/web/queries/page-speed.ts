/**
 * The speed of one page as one device sees it. The server holds the request until there is a result, tries again by itself, and
 * keeps results for an hour; leaving the page, or another choice, cancels what is still being measured.
 */

import { CancelledError, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { pageSpeedEndpoints } from '#shared/api/page-speed.ts'
import { messageSchema } from '#shared/api/values.ts'
import { PAGE_SPEED_CACHE_MS, POLLING_INTERVAL_MS } from '#shared/constants.ts'
import type { PageSpeedDevice } from '#shared/page-speed.ts'
import { ApiError, callApi, fetchFailure } from './api-client.ts'

export interface PageSpeedQuestion {
  /** '' while it is not known: nothing is asked. */
  url: string
  device: PageSpeedDevice
}

export interface PageSpeedOptions {
  /** Nothing is measured beside a crawl; what is kept is shown. */
  isCrawling: boolean
}

export type PageSpeedState = ReturnType<typeof usePageSpeed>

export function usePageSpeed({ url, device }: PageSpeedQuestion, { isCrawling }: PageSpeedOptions) {
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
  const isKept = progress.data?.state === 'measured'
  const result = useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(pageSpeedEndpoints.pageSpeed, { query: { url, device }, signal }),
    enabled: url !== '' && progress.isFetched && (isKept || !isCrawling),
    staleTime: PAGE_SPEED_CACHE_MS,
    gcTime: PAGE_SPEED_CACHE_MS,
    // What failed, or was cancelled, stays so until somebody asks again.
    retryOnMount: false,
  })
  const analyzeAgain = () => {
    const asked = { query: { url, device, refresh: true } }
    // Whoever shows the result shows its error as well.
    const queryFn = ({ signal }: { signal: AbortSignal }) => callApi(pageSpeedEndpoints.pageSpeed, { ...asked, signal })
    client.fetchQuery({ queryKey, queryFn, staleTime: 0 }).catch(() => {})
  }
  const cancel = () => {
    // Where there is a result from before, everything is as it was.
    void client.cancelQueries({ queryKey, exact: true }, { revert: result.data !== undefined })
  }
  const isCancelled = result.error instanceof CancelledError
  return {
    speed: result.data,
    error: isCancelled ? null : result.error,
    isCancelled,
    isMeasuring,
    /** Whether it is known what the server keeps. */
    isKnown: progress.isFetched,
    /** Of what is being measured; what was told before is of no use. */
    progress: isMeasuring && progress.dataUpdatedAt > 0 ? progress.data : undefined,
    analyzeAgain,
    tryAgain: () => void result.refetch(),
    cancel,
  }
}

/** What the server said of a failure, else the sentence of the error catalogue. */
export function pageSpeedFailureLabels(error: unknown): string {
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
