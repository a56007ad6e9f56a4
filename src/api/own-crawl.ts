import type { CrawlRow, Store, WebsiteRow } from '#store/store.ts'
import type { Call, WebsiteCall } from './call.ts'
import { crawlNotFound, pathNumber, websiteNotFound } from './path-id.ts'
import { wholeParameter } from './query.ts'

const MAX_CRAWL_ID = 1e15 - 1

/**
 * The call with the website that its path names.
 *
 * @throws AppError 404 for unknown and foreign ids alike, so that nobody learns which ids exist; 400 for what is no id.
 */
export async function withOwnWebsite(store: Store, call: Call): Promise<WebsiteCall> {
  const websiteId = pathNumber(call.pathId, { of: 'website', missing: websiteNotFound })
  const { ownerId } = call.visitor
  const website = ownerId === null ? null : await store.websites.find(websiteId, ownerId)
  if (ownerId === null || !website) throw websiteNotFound()
  return { ...call, website, ownerId }
}

/** The newest crawl of the website, or the earlier one that `?crawl=` names. @throws AppError 404 for another website's. */
export async function chosenCrawl(
  store: Store,
  { website, query }: { website: WebsiteRow; query: URLSearchParams },
): Promise<CrawlRow> {
  const crawlId = wholeParameter(query, 'crawl', { min: 1, max: MAX_CRAWL_ID })
  if (crawlId === undefined || crawlId === website.crawl.id) return website.crawl
  const crawl = await store.reading.crawl(crawlId)
  if (crawl?.websiteId !== website.id) throw crawlNotFound()
  return crawl
}
