/** One URL of a crawl: its facts, and its links in parts. */

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageDetailEndpoints } from '#shared/api/page-details.ts'
import type { LinkGroup } from '#shared/page-detail.ts'
import { callApi } from './api-client.ts'

export interface PageOfCrawl {
  websiteId: number
  /** An earlier crawl, null for the newest. */
  crawlId: number | null
  url: string
  /** What was fetched while the crawl ran is fetched again after its end. */
  isCrawlActive: boolean
}

export function usePageDetail({ websiteId, crawlId, url, isCrawlActive }: PageOfCrawl) {
  return useQuery({
    queryKey: ['page', websiteId, crawlId, url, isCrawlActive],
    queryFn: ({ signal }) =>
      callApi(pageDetailEndpoints.pageDetail, { id: websiteId, query: { url, crawl: crawlId ?? undefined }, signal }),
    enabled: url !== '',
  })
}

interface LinkPart {
  direction: 'in' | 'out'
  group: LinkGroup
  offset: number
  limit: number
}

export function usePageLinks({ websiteId, crawlId, url, isCrawlActive }: PageOfCrawl, part: LinkPart) {
  return useQuery({
    queryKey: ['page-links', websiteId, crawlId, url, part, isCrawlActive],
    queryFn: ({ signal }) =>
      callApi(pageDetailEndpoints.pageLinks, {
        id: websiteId,
        query: { url, crawl: crawlId ?? undefined, ...part },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}
