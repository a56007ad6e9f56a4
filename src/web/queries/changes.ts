/** What changed since the crawl before. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { changeEndpoints } from '#shared/api/changes.ts'
import type { Absence, PageChange } from '#shared/changes.ts'
import type { Severity } from '#shared/model.ts'
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

interface Part {
  websiteId: number
  crawlId: number
  offset: number
  limit: number
}

/** Findings of the crawl before that this crawl does not have. */
export function useAbsentIssues(
  { websiteId, crawlId, offset, limit }: Part,
  { absence, severity }: { absence: Absence; severity?: Severity | undefined },
) {
  const query = { crawl: crawlId, change: absence, severity, offset, limit }
  return useQuery({
    queryKey: ['issues', websiteId, 'absent', query],
    queryFn: ({ signal }) => callApi(changeEndpoints.absentIssues, { id: websiteId, query, signal }),
    placeholderData: keepPreviousData,
  })
}

export function useChangedPages({ websiteId, crawlId, offset, limit }: Part, change: PageChange) {
  const query = { crawl: crawlId, change, offset, limit }
  return useQuery({
    queryKey: ['pages', websiteId, 'changed', query],
    queryFn: ({ signal }) => callApi(changeEndpoints.changedPages, { id: websiteId, query, signal }),
    placeholderData: keepPreviousData,
  })
}
