/** Which website the screen is about and whether it is being crawled: what the layout passes to every screen. */
import { createContext, useContext } from 'react'
import type { WebsiteResponse } from '#shared/api/websites.ts'
import { activeWebsite } from '#shared/current-website.ts'
import { isCrawlActive } from './crawl-result.ts'

export interface ActiveCrawl {
  /** The id of the path, known at once; else that of the website chosen by rule, null until the list is there or when it is empty. */
  websiteId: number | null
  /** null while the list loads, and when the id is not in it. */
  website: WebsiteResponse | null
  isCrawling: boolean
  /** The list of websites is still on its way and the path names none: nothing can be said yet. */
  isPending: boolean
}

export const noActiveCrawl: ActiveCrawl = { websiteId: null, website: null, isCrawling: false, isPending: false }

export const ActiveCrawlContext = createContext<ActiveCrawl>(noActiveCrawl)

/** Specification, section 4: the id of the path, else the completed website with the most pages, else the latest. */
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
