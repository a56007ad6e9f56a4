import type { BrowserContext, Page } from 'playwright-core'
import { endpoints } from '#shared/api/endpoints.ts'
import { until } from './until.ts'

interface Crawled {
  /** Of the server. */
  origin: string
  /** The URL to crawl. */
  url: string
  limit?: number
}

/** Crawls in the name of a visitor, by the API, to the end. */
export async function crawlToEnd(
  { request }: BrowserContext,
  { origin, url, limit = 5 }: Crawled,
): Promise<{ websiteId: number; crawlId: number }> {
  const started = await request.post(`${origin}/api/crawl`, { data: { url, crawlLimit: limit } })
  const { websiteId, crawlId } = endpoints.startCrawl.response.parse(await started.json())
  await until(async () => {
    const response = await request.get(`${origin}/api/crawl/${websiteId}`)
    return endpoints.crawlResult.response.parse(await response.json()).status === 'complete'
  })
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
