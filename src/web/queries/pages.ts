/** Pages of a crawl: the whole list by default, or the part that the filter names. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi } from './api-client.ts'
import { queryKeys } from './query-keys.ts'

export interface PageFilter {
  /** One page only. */
  url?: string | undefined
  /** `2xx`, `3xx`, `4xx`, `5xx`. */
  status?: string | undefined
  search?: string | undefined
  passed?: boolean | undefined
  offset?: number | undefined
  limit?: number | undefined
}

interface PagesOptions {
  crawlId?: number | null | undefined
  filter?: PageFilter | undefined
}

export function usePages(websiteId: number | null, { crawlId = null, filter = {} }: PagesOptions = {}) {
  return useQuery({
    queryKey: queryKeys.pages(websiteId, crawlId, filter),
    queryFn: ({ signal }) => {
      if (websiteId === null) throw new Error('No website ID provided')
      return callApi('listPages', { id: websiteId, query: { ...filter, crawl: crawlId ?? undefined }, signal })
    },
    enabled: websiteId !== null,
    placeholderData: keepPreviousData,
  })
}
