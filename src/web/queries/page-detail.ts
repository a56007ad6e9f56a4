import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageDetailEndpoints } from '#shared/api/page-details.ts'
import { structureEndpoints } from '#shared/api/structure.ts'
import type { LinkGroup } from '#shared/page-detail.ts'
import { callApi, requireWebsiteId } from './api-client.ts'

/** One URL of a crawl: its facts, and its links in parts. */

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

/** The pages of a crawl as a tree with links. The tree of a running crawl is fetched again when the crawl has ended. */

interface StructureOf {
  websiteId: number | null
  /** An earlier crawl, null for the newest. */
  crawlId: number | null
  isCrawlActive: boolean
}

export function useStructure({ websiteId, crawlId, isCrawlActive }: StructureOf) {
  return useQuery({
    queryKey: ['structure', websiteId, crawlId, isCrawlActive],
    queryFn: ({ signal }) => {
      return callApi(structureEndpoints.structure, {
        id: requireWebsiteId(websiteId),
        query: { crawl: crawlId ?? undefined },
        signal,
      })
    },
    enabled: websiteId !== null,
  })
}
