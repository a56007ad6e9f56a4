/** The pages of a crawl as a tree with links. The tree of a running crawl is fetched again when the crawl has ended. */

import { useQuery } from '@tanstack/react-query'
import { structureEndpoints } from '#shared/api/structure.ts'
import { callApi, requireWebsiteId } from './api-client.ts'

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
