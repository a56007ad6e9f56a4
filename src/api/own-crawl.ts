import { AppError } from '#shared/errors.ts'
import { allows, type WebsiteRole } from '#shared/sharing.ts'
import type { CrawlRow, FoundIssueRow, Store } from '#store/store.ts'
import type { Call, SeenWebsite, WebsiteCall } from './call.ts'
import type { Visitor } from './identity.ts'

/**
 * The call with the website that its path names, for those whose role on it allows what is needed. A share link views one.
 *
 * @throws AppError 404 for unknown and foreign ids alike, so that no caller learns which ids exist; 400 for what is no id.
 */
export async function withWebsite(store: Store, call: Call, needed: WebsiteRole): Promise<WebsiteCall> {
  const websiteId = pathNumber(call.pathId, { of: 'website', missing: websiteNotFound })
  const website = await findWebsite(store, call.visitor, websiteId)
  if (!website || !allows(website.role, needed)) throw websiteNotFound()
  return { ...call, website, ownerId: website.ownerId }
}

/** A website of the caller, one that is shared with the caller, or that of the share link; null for all others. */
export async function findWebsite(
  store: Pick<Store, 'websites'>,
  visitor: Pick<Visitor, 'ownerId' | 'share'>,
  websiteId: number,
): Promise<SeenWebsite | null> {
  const shared = sharedWebsite(visitor)
  if (shared) return shared.id === websiteId ? shared : null
  const website = visitor.ownerId === null ? null : await store.websites.find(websiteId, visitor.ownerId)
  return website && { ...website, onlyCrawls: null }
}

/** The website of an open share link, with the shared crawl in place of the newest and no one's name. */
export function sharedWebsite({ share }: Pick<Visitor, 'share'>): SeenWebsite | null {
  if (share?.view?.state !== 'open') return null
  const { link, website, crawl } = share.view
  return {
    ...website,
    role: 'view',
    sharedBy: null,
    crawl,
    crawlLimit: crawl.crawlLimit,
    lastCrawledMs: crawl.startedMs,
    onlyCrawls: link.earlierCrawlId === null ? [crawl.id] : [crawl.id, link.earlierCrawlId],
  }
}

/** The newest crawl of the website, or the earlier one that is named. @throws AppError 404 for another website's. */
export async function chosenCrawl(
  store: Pick<Store, 'reading'>,
  { website, crawlId }: { website: SeenWebsite; crawlId: number | undefined },
): Promise<CrawlRow> {
  if (crawlId === undefined || crawlId === website.crawl.id) return website.crawl
  const crawl = seesCrawl(website, crawlId) ? await store.reading.crawl(crawlId) : null
  if (crawl?.websiteId !== website.id) throw crawlNotFound()
  return crawl
}

/** Whether the caller may see a crawl of the website; the website is checked apart from it. */
export function seesCrawl({ onlyCrawls }: SeenWebsite, crawlId: number): boolean {
  return onlyCrawls === null || onlyCrawls.includes(crawlId)
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
