/**
 * The visitor's websites, and which of them the screen is about. The list is shown at once from the last document's cache, and fetched
 * again on each load (presence.ts).
 */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { type WebsiteResponse, websiteEndpoints } from '#shared/api/websites.ts'
import { activeWebsite } from '#shared/current-website.ts'
import { callApi } from './api-client.ts'
import { isCrawlActive } from './crawls.ts'
import { queryKeys } from './query-client.ts'

export const websitesQuery = queryOptions({
  queryKey: queryKeys.websites,
  queryFn: ({ signal }) => callApi(websiteEndpoints.listWebsites, { signal }),
})

export function useWebsites() {
  return useQuery(websitesQuery)
}

/** What the layout passes to every screen. */
interface ActiveCrawl {
  /** The id of the path, known at once; else that of the chosen website, null while the list loads or when it is empty. */
  websiteId: number | null
  /** null while the list loads, and when the id is not in it. */
  website: WebsiteResponse | null
  isCrawling: boolean
  /** The list of websites is loading and the path names none. */
  isPending: boolean
}

const noActiveCrawl: ActiveCrawl = { websiteId: null, website: null, isCrawling: false, isPending: false }

export const ActiveCrawlContext = createContext<ActiveCrawl>(noActiveCrawl)

/** The website of the path, else the completed website with the most pages, else the latest. */
export function chooseActiveCrawl(websites: WebsiteResponse[] | undefined, idFromPath: number | null): ActiveCrawl {
  const website = activeWebsite(websites ?? [], idFromPath)
  return {
    websiteId: idFromPath ?? website?.id ?? null,
    website,
    isCrawling: website !== null && isCrawlActive(website),
    isPending: websites === undefined && idFromPath === null,
  }
}

export function useActiveCrawl(): ActiveCrawl {
  return useContext(ActiveCrawlContext)
}
