import { PROGRESS_CAP_PERCENT } from '#shared/constants.ts'
import type { CrawlPhase, CrawlStatus } from '#shared/model.ts'
import { formatCount, formatNumber } from '../../components/format.ts'

export interface CrawlProgressFacts {
  status: CrawlStatus
  pagesCrawled: number
  pagesFound: number
  crawlLimit: number
  /** Crawls that must end before this one starts. */
  crawlsBefore: number
  phase: CrawlPhase
  linkCheck: { checked: number; total: number } | null
  /** Failed URLs that wait to be requested again, while the crawl waits for nothing else. */
  urlsToRetry: number
}

const phaseTexts: Record<CrawlPhase, string> = {
  starting: 'Reading robots.txt and the start page',
  visiting: 'Crawling pages',
  probing: 'Checking links and resources',
  measuring: 'Measuring page speed',
  checking: 'Running site checks',
  done: '',
}

/** The text of the progress panel; null until the crawl has been fetched. */
export function crawlProgressText(crawl: CrawlProgressFacts | null): string {
  if (crawl === null) return 'Initializing crawler...'
  const { status, pagesCrawled, pagesFound } = crawl
  if (status === 'complete') return `Crawl complete - ${pagesCrawled} pages crawled`
  if (status !== 'pending' && status !== 'crawling') return `${status} - ${pagesCrawled} pages crawled`
  if (status === 'pending' && crawl.crawlsBefore > 0)
    return `Waiting: ${formatCount(crawl.crawlsBefore, 'crawl')} before yours`
  if (pagesCrawled === 0) return 'Starting crawler...'
  return `Crawling website... ${pagesFound} pages found`
}

/** What the crawl is doing, with the count of its phase, and the pages of the limit. */
export function crawlProgressDetail(crawl: CrawlProgressFacts): string {
  return [currentStep(crawl), `${formatNumber(crawl.pagesCrawled)} of ${formatNumber(crawl.crawlLimit)} pages`]
    .filter(Boolean)
    .join(' · ')
}

function currentStep({ status, phase, crawlsBefore, linkCheck, urlsToRetry }: CrawlProgressFacts): string {
  if (status === 'paused') return 'Paused'
  if (crawlsBefore > 0) return ''
  if (urlsToRetry > 0) return `Waiting to retry ${formatCount(urlsToRetry, 'failed URL')}`
  if (!linkCheck) return phaseTexts[phase]
  return `${phaseTexts[phase]}: ${formatNumber(linkCheck.checked)} of ${formatNumber(linkCheck.total)}`
}

/** Whole percent from 0 to 100: pages of the limit, capped at 90 until the crawl is complete. */
export function crawlProgressPercent(crawl: CrawlProgressFacts | null): number {
  if (crawl === null) return 0
  if (crawl.status === 'complete') return 100
  if (crawl.crawlLimit <= 0) return 0
  return Math.min(PROGRESS_CAP_PERCENT, Math.round((crawl.pagesCrawled / crawl.crawlLimit) * 100))
}
