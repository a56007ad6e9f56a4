/** What changed since the crawl before. */
import { useQuery } from '@tanstack/react-query'
import { changeEndpoints } from '#shared/api/changes.ts'
import { callApi } from './api-client.ts'

interface ComparedCrawl {
  websiteId: number
  crawlId: number
  /** A crawl that goes on has no changes yet. */
  isComplete: boolean
}

/** Of one complete crawl; fetches nothing before. Its kind is that of the lists, which change with its issues. */
export function useCrawlChanges({ websiteId, crawlId, isComplete }: ComparedCrawl) {
  return useQuery({
    queryKey: ['issues', websiteId, 'changes', { crawlId }],
    queryFn: ({ signal }) =>
      callApi(changeEndpoints.crawlChanges, { id: websiteId, query: { crawl: crawlId }, signal }),
    enabled: isComplete,
  })
}
