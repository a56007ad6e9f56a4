/** The result of each check of a crawl. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { checkEndpoints } from '#shared/api/checks.ts'
import { callApi } from './api-client.ts'
import { queryKeys } from './query-client.ts'

/** Of the newest crawl where `crawl` is undefined. */
export function useCrawlChecks(websiteId: number, crawl: number | undefined) {
  return useQuery({
    queryKey: queryKeys.issues(websiteId, 'checks', { crawl }),
    queryFn: ({ signal }) => callApi(checkEndpoints.crawlChecks, { id: websiteId, query: { crawl }, signal }),
    placeholderData: keepPreviousData,
  })
}
