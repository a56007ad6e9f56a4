import type { WebsiteResponse } from '#shared/api/websites.ts'
import { latestWebsite } from '#shared/current-website.ts'
import { idNumber, isAboutWebsite, type MatchedRoute } from '#shared/routes.ts'
import { isCrawlActive, useCrawlResult, useKnownCrawlResult } from '../queries/crawls.ts'
import { useUrlState } from '../state/url-state.ts'
import type { ShownCrawl } from './navigation.ts'

const urlDefaults = { crawl: '' }

interface KnownWebsites {
  /** undefined while loading. */
  websites: readonly WebsiteResponse[] | undefined
  /** As the server has them now: of those that the last document left, one may have been cleared meanwhile. */
  areFresh: boolean
  /** The website that the screen is about, if it is about one. */
  active: WebsiteResponse | null
}

/**
 * The crawl of the sidebar: the one that the screen shows; on screens that are about no website, the newest of the website crawled last,
 * which no part of them fetches. Polls a running crawl, so that the counts grow on every screen.
 */
export function useShownCrawl(
  { screen }: MatchedRoute,
  { websites, areFresh, active }: KnownWebsites,
): ShownCrawl | null {
  const [{ crawl: crawlText }] = useUrlState(urlDefaults)
  const isAbout = isAboutWebsite(screen)
  const website = isAbout ? active : latestWebsite(websites ?? [])
  const crawlId = idNumber(crawlText)
  const isFetched = website !== null && (crawlId !== null || (areFresh && (!isAbout || isCrawlActive(website))))
  const { data } = useCrawlResult(isFetched ? website.id : null, crawlId)
  const known = useKnownCrawlResult(website?.id ?? null, crawlId)
  if (website === null) return null
  return {
    websiteId: website.id,
    url: website.url,
    crawlText,
    checkCount: known?.health?.deductions.length ?? 0,
    ...countsOf(crawlId === null ? website : (data ?? noCounts)),
  }
}

const noCounts = { errorCount: 0, warningCount: 0, passedCount: 0 }

function countsOf({ errorCount, warningCount, passedCount }: typeof noCounts): typeof noCounts {
  return { errorCount, warningCount, passedCount }
}
