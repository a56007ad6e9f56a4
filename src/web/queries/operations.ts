/** The operator's figures, asked for again while the page is looked at, and what an administrator may do to anybody's crawl. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type OperationsResponse, operationsEndpoints } from '#shared/api/operations.ts'
import { POLLING_INTERVAL_MS } from '#shared/constants.ts'
import { useToast } from '../state/toasts.ts'
import { ApiError, callApi, serverTexts } from './api-client.ts'
import { queryKeys } from './query-client.ts'

const OPERATIONS_KEY = ['operations'] as const
const IDLE_INTERVAL_MS = 10_000

/** The server says that whoever asks is no administrator (or no longer). */
export function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403)
}

/** Milliseconds to the next question: short while something runs or waits, long otherwise and after a failure; none once refused. */
export function operationsIntervalMs(answer: OperationsResponse | undefined, error: unknown): number | false {
  if (isForbidden(error)) return false
  const isBusy = answer !== undefined && answer.runningCount + answer.waitingCount > 0
  return isBusy && !error ? POLLING_INTERVAL_MS : IDLE_INTERVAL_MS
}

/** Asks nothing unless `isEnabled`: whoever is not an administrator is refused anyway. */
export function useOperations({ isEnabled }: { isEnabled: boolean }) {
  return useQuery({
    queryKey: OPERATIONS_KEY,
    queryFn: ({ signal }) => callApi(operationsEndpoints.operations, { signal }),
    enabled: isEnabled,
    staleTime: 0,
    refetchInterval: ({ state }) => operationsIntervalMs(state.data, state.error),
    refetchIntervalInBackground: false,
  })
}

/** Ends a running crawl, or takes a waiting one out of the queue; takes the crawl's id. */
export function useStopAnyCrawl() {
  const client = useQueryClient()
  const { toast } = useToast()
  return useMutation({
    mutationFn: (crawlId: number) => callApi(operationsEndpoints.stopAnyCrawl, { id: crawlId }),
    onSuccess: () => client.invalidateQueries({ queryKey: OPERATIONS_KEY }),
    onError: error => {
      const description = serverTexts(error) ?? error.message
      toast({ title: 'The crawl was not stopped', description, variant: 'destructive' })
    },
  })
}

/** Deletes a website with all its crawls; takes the website's id. */
export function useClearAnyWebsite() {
  const client = useQueryClient()
  const { toast } = useToast()
  return useMutation({
    mutationFn: ({ websiteId }: { websiteId: number; url: string }) =>
      callApi(operationsEndpoints.clearAnyWebsite, { id: websiteId }),
    onSuccess: async (_answer, { url }) => {
      toast({ title: 'Data cleared', description: url })
      await Promise.all([
        client.invalidateQueries({ queryKey: OPERATIONS_KEY }),
        // It may be one of the administrator's own.
        client.invalidateQueries({ queryKey: queryKeys.websites }),
      ])
    },
    onError: error => {
      const description = serverTexts(error) ?? error.message
      toast({ title: 'The data were not cleared', description, variant: 'destructive' })
    },
  })
}
