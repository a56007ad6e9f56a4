/**
 * One crawl's result. While it runs it is polled; a poll that fails is only logged and polling goes on, with the last good answer
 * still in `data`: so look at `data` before `error`.
 */
import { useQuery } from '@tanstack/react-query'
import { type CrawlResultResponse, crawlEndpoints } from '#shared/api/crawls.ts'
import { POLLING_INTERVAL_MS } from '#shared/constants.ts'
import { callApi, isRefusal } from './api-client.ts'
import { queryKeys } from './query-keys.ts'
import { requireWebsiteId } from './website-id.ts'

/** Pending, crawling and paused: everything that has not ended. */
export function isCrawlActive(crawl: Pick<CrawlResultResponse, 'status'>): boolean {
  return crawl.status !== 'complete'
}

/** The newest crawl of the website, or the one named. Asks nothing while there is no website. */
export function useCrawlResult(websiteId: number | null, crawlId: number | null = null) {
  return useQuery({
    queryKey: queryKeys.crawl(websiteId, crawlId),
    queryFn: async ({ signal }) => {
      const id = requireWebsiteId(websiteId)
      try {
        return await callApi(crawlEndpoints.crawlResult, {
          id,
          query: { crawl: crawlId ?? undefined },
          signal,
        })
      } catch (error) {
        if (!signal.aborted) console.warn('the crawl status could not be fetched', error)
        throw error
      }
    },
    enabled: websiteId !== null,
    // Widgets that mount one after the other share an answer; what the last document left is asked for again.
    staleTime: POLLING_INTERVAL_MS,
    refetchInterval: ({ state }) => {
      if (state.data) return isCrawlActive(state.data) ? POLLING_INTERVAL_MS : false
      return state.status === 'error' && !isRefusal(state.error) ? POLLING_INTERVAL_MS : false
    },
    // A hidden page must stay silent: any request of ours would take back the clearing that its departure asked for.
    refetchIntervalInBackground: false,
  })
}
