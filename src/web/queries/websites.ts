/** The caller's websites. Shown at once from the last document, and always asked for again: a visible page calls it on load. */
import { useQuery } from '@tanstack/react-query'
import { callApi } from './api-client.ts'
import { queryKeys } from './query-keys.ts'

export function useWebsites() {
  return useQuery({
    queryKey: queryKeys.websites,
    queryFn: ({ signal }) => callApi('listWebsites', { signal }),
    refetchOnMount: 'always',
  })
}
