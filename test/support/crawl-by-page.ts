import type { BrowserContext, Page } from 'playwright-core'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { until } from './until.ts'

interface Crawled {
  /** Of the server. */
  origin: string
  /** The URL to crawl. */
  url: string
  limit?: number
}

interface CrawlOf {
  /** Of the server. */
  origin: string
  websiteId: number
  /** Of the crawl, when it is not the newest: `?crawl=1`. */
  query?: string | undefined
}

/** What the API gives a visitor as the result of a crawl. */
export async function crawlResult(
  { request }: BrowserContext,
  { origin, websiteId, query = '' }: CrawlOf,
): Promise<CrawlResultResponse> {
  const response = await request.get(`${origin}/api/crawl/${websiteId}${query}`)
  return endpoints.crawlResult.response.parse(await response.json())
}

/** Crawls in the name of a visitor, by the API, to the end. */
export async function crawlToEnd(
  visitor: BrowserContext,
  { origin, url, limit = 5 }: Crawled,
): Promise<{ websiteId: number; crawlId: number }> {
  const started = await visitor.request.post(`${origin}/api/crawl`, { data: { url, crawlLimit: limit } })
  const { websiteId, crawlId } = endpoints.startCrawl.response.parse(await started.json())
  await until(async () => (await crawlResult(visitor, { origin, websiteId })).status === 'complete')
  return { websiteId, crawlId }
}

/**
 * Crawls in the name of the page's visitor, without the form, and opens the dashboard once the crawl has ended: a dashboard that
 * watches a crawl polls only every few seconds whether it has.
 */
export async function crawlByPage(page: Page, crawled: Crawled): Promise<{ websiteId: number; crawlId: number }> {
  const { origin } = crawled
  await page.goto(origin)
  const ids = await crawlToEnd(page.context(), crawled)
  await page.goto(`${origin}/dashboard/${ids.websiteId}`)
  await page.getByLabel('How the crawl ended').waitFor()
  return ids
}
