import { AppError } from '#shared/errors.ts'
import type { CrawlRow, Store, WebsiteRow } from '#store/store.ts'
import type { Call } from './call.ts'
import { wholeParameter } from './query.ts'

const DIGITS = /^[0-9]+$/
const MAX_CRAWL_ID = 1e15 - 1

export interface OwnWebsite {
  website: WebsiteRow
  ownerId: number
}

/**
 * The website that the path names.
 *
 * @throws AppError 404 for unknown and foreign ids alike, so that nobody learns which ids exist; 400 for what is no id.
 */
export async function ownWebsite(store: Store, { pathId, visitor }: Call): Promise<OwnWebsite> {
  if (!DIGITS.test(pathId)) throw new AppError('bad-request', 'The website id must be a whole number')
  const websiteId = Number(pathId)
  const { ownerId } = visitor
  if (ownerId === null || !Number.isSafeInteger(websiteId)) throw websiteNotFound()
  const website = await store.websites.find(websiteId, ownerId)
  if (!website) throw websiteNotFound()
  return { website, ownerId }
}

export function websiteNotFound(): AppError {
  return new AppError('not-found', 'Website not found')
}

/** The newest crawl of the website that the path names, or the earlier one that `?crawl=` names. */
export async function ownCrawl(store: Store, call: Call): Promise<CrawlRow> {
  const { website } = await ownWebsite(store, call)
  const crawlId = wholeParameter(call.query, 'crawl', { min: 1, max: MAX_CRAWL_ID })
  if (crawlId === undefined || crawlId === website.crawl.id) return website.crawl
  const crawl = await store.reading.crawl(crawlId)
  if (crawl?.websiteId !== website.id) throw new AppError('not-found', 'Crawl not found')
  return crawl
}
