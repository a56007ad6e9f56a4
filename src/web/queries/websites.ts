/** The caller's websites: shown at once from the last document, and asked for again on each load (presence.ts). */

import { queryOptions, useQuery } from '@tanstack/react-query'
import { websiteEndpoints } from '#shared/api/websites.ts'
import { callApi } from './api-client.ts'
import { queryKeys } from './query-keys.ts'

export const websitesQuery = queryOptions({
  queryKey: queryKeys.websites,
  queryFn: ({ signal }) => callApi(websiteEndpoints.listWebsites, { signal }),
})

export function useWebsites() {
  return useQuery(websitesQuery)
}
