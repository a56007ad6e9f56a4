import { NEW_CRAWL_BELOW_PAGES, NEW_CRAWL_WINDOW_MS } from './constants.ts'
import type { CrawlStatus } from './model.ts'

/** Which website a screen is about; both rules of decisions.md ("Which website is current") stand here. */
interface Candidate {
  id: number
  lastCrawled: string | null
  pagesCrawled: number
  status: CrawlStatus
}

const time = (website: Candidate): number => (website.lastCrawled === null ? 0 : Date.parse(website.lastCrawled))

/** The website crawled last, about which the landing page and screens without a website have links; those without a date count as oldest. */
export function latestWebsite<T extends Candidate>(websites: readonly T[]): T | null {
  return websites.reduce<T | null>((best, next) => (best && time(best) >= time(next) ? best : next), null)
}

/** Screens: the id of the path; else the completed website with the most pages; else the one crawled last. */
export function activeWebsite<T extends Candidate>(websites: readonly T[], idFromPath: number | null): T | null {
  if (idFromPath !== null) return websites.find(website => website.id === idFromPath) ?? null
  const complete = websites.filter(website => website.status === 'complete' && website.pagesCrawled > 0)
  const largest = complete.reduce<T | null>(
    (best, next) => (best && best.pagesCrawled >= next.pagesCrawled ? best : next),
    null,
  )
  return largest ?? latestWebsite(websites)
}

/** A new crawl hides comparisons: not ended yet, within the last 10 minutes, or below 5 pages. */
export function isNewCrawl(
  website: Pick<Candidate, 'status' | 'lastCrawled' | 'pagesCrawled'>,
  nowMs: number,
): boolean {
  if (website.status !== 'complete') return true
  if (website.lastCrawled !== null && nowMs - Date.parse(website.lastCrawled) <= NEW_CRAWL_WINDOW_MS) return true
  return website.pagesCrawled < NEW_CRAWL_BELOW_PAGES
}
