/** The figures of the Operations screen, polled while it is visible, and an administrator's actions on any crawl. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type OperationsResponse, operationsEndpoints } from '#shared/api/operations.ts'
import { POLLING_INTERVAL_MS } from '#shared/constants.ts'
import { useToast } from '../state/toasts.ts'
import { ApiError, callApi, serverMessage } from './api-client.ts'
import { queryKeys } from './query-client.ts'

const OPERATIONS_KEY = ['operations'] as const
const IDLE_INTERVAL_MS = 10_000

/** The user is not an administrator (any more). */
export function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403)
}

/** Milliseconds to the next poll: short while a crawl runs or waits, long otherwise and after a failure; false after a refusal. */
export function operationsIntervalMs(operations: OperationsResponse | undefined, error: unknown): number | false {
  if (isForbidden(error)) return false
  const isBusy = operations !== undefined && operations.runningCount + operations.waitingCount > 0
  return isBusy && !error ? POLLING_INTERVAL_MS : IDLE_INTERVAL_MS
}

/** Fetches nothing unless `isEnabled`: the server refuses users who are not administrators. */
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
      const description = serverMessage(error) ?? error.message
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
    onSuccess: async (_response, { url }) => {
      toast({ title: 'Data cleared', description: url })
      await Promise.all([
        client.invalidateQueries({ queryKey: OPERATIONS_KEY }),
        // It may be one of the administrator's own.
        client.invalidateQueries({ queryKey: queryKeys.websites }),
      ])
    },
    onError: error => {
      const description = serverMessage(error) ?? error.message
      toast({ title: 'The data were not cleared', description, variant: 'destructive' })
    },
  })
}
