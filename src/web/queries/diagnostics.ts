/** What is stored about a crawl, for administrators. */

import { useQuery } from '@tanstack/react-query'
import { operationsEndpoints } from '#shared/api/operations.ts'
import { callApi } from './api-client.ts'
import { queryKeys } from './query-keys.ts'

interface DiagnosticsOptions {
  /** An earlier crawl; null is the newest. */
  crawlId: number | null
  /** Asks nothing before. */
  isWanted: boolean
}

export function useDiagnostics(websiteId: number, { crawlId, isWanted }: DiagnosticsOptions) {
  return useQuery({
    queryKey: queryKeys.diagnostics(websiteId, crawlId),
    queryFn: ({ signal }) =>
      callApi(operationsEndpoints.diagnostics, { id: websiteId, query: { crawl: crawlId ?? undefined }, signal }),
    enabled: isWanted,
    // Whoever looks for a fault wants to see what is stored now.
    staleTime: 0,
  })
}
