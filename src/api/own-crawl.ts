import { AppError } from '#shared/errors.ts'
import type { CrawlRow, FoundIssueRow, Store, WebsiteRow } from '#store/store.ts'
import type { Call, WebsiteCall } from './call.ts'

/**
 * The call with the website that its path names.
 *
 * @throws AppError 404 for unknown and foreign ids alike, so that no caller learns which ids exist; 400 for what is no id.
 */
export async function withOwnWebsite(store: Store, call: Call): Promise<WebsiteCall> {
  const websiteId = pathNumber(call.pathId, { of: 'website', missing: websiteNotFound })
  const { ownerId } = call.visitor
  const website = ownerId === null ? null : await store.websites.find(websiteId, ownerId)
  if (ownerId === null || !website) throw websiteNotFound()
  return { ...call, website, ownerId }
}

/** The newest crawl of the website, or the earlier one that is named. @throws AppError 404 for another website's. */
export async function chosenCrawl(
  store: Pick<Store, 'reading'>,
  { website, crawlId }: { website: WebsiteRow; crawlId: number | undefined },
): Promise<CrawlRow> {
  if (crawlId === undefined || crawlId === website.crawl.id) return website.crawl
  const crawl = await store.reading.crawl(crawlId)
  if (crawl?.websiteId !== website.id) throw crawlNotFound()
  return crawl
}

const DIGITS = /^[0-9]+$/

/**
 * The number that a path names, such as a website's.
 *
 * @throws AppError 400 for what is no whole number; `missing` for one that is too large for any id.
 */
export function pathNumber(pathId: string, { of, missing }: { of: string; missing: () => AppError }): number {
  if (!DIGITS.test(pathId)) throw new AppError('bad-request', `The ${of} id must be a whole number`)
  const id = Number(pathId)
  if (!Number.isSafeInteger(id)) throw missing()
  return id
}

export function websiteNotFound(): AppError {
  return new AppError('not-found', 'Website not found')
}

export function crawlNotFound(): AppError {
  return new AppError('not-found', 'Crawl not found')
}

export function userNotFound(): AppError {
  return new AppError('not-found', 'There is no such user')
}

/**
 * The issue that a query names, also when it is suppressed, and its crawl.
 * @throws AppError 400 without an issue, 404 for one that the crawl does not have.
 */
export async function chosenIssue(
  store: Pick<Store, 'reading'>,
  { website }: Pick<WebsiteCall, 'website'>,
  query: { crawl?: number | undefined; issue?: number | undefined },
): Promise<{ crawl: CrawlRow; issue: FoundIssueRow }> {
  const crawl = await chosenCrawl(store, { website, crawlId: query.crawl })
  if (query.issue === undefined) throw new AppError('bad-request', 'The issue is required')
  const issue = await store.reading.issue(crawl.id, query.issue)
  if (!issue) throw issueNotFound()
  return { crawl, issue }
}

export function issueNotFound(): AppError {
  return new AppError('not-found', 'Issue not found')
}
