import type { Selectable } from 'kysely'
import type { CrawlOptions } from '#shared/crawl-options.ts'
import type { FetchFailure } from '#shared/fetch-failures.ts'
import { type LinkKind, linkKinds, type SkipReason } from '#shared/model.ts'
import { maskToKinds } from '#shared/page-record.ts'
import { hostMatcher } from '#shared/site-hosts.ts'
import { hostWithoutWww } from '#shared/url.ts'
import { slices } from '../database/batches.ts'
import type { CrawlDatabase } from '../database/database.ts'
import { inOrder, isBeyond, isText, textInOrder, textOrder } from '../database/indexed-text.ts'
import type { UrlTable } from '../database/schema.ts'
import { isDecided } from '../pages/decided.ts'
import { readLoggedUrls } from '../urls/url-log.ts'

/** A URL that pages refer to, with the response to it. */
export interface LinkTarget {
  url: string
  isExternal: boolean
  /** Status of the URL itself: that of the first redirect when it redirects. null without a response or a request. */
  statusCode: number | null
  failure: FetchFailure | null
  failureDetail: string
  /** Why it was not requested, or not read. */
  skipReason: SkipReason | null
  mediaType: string
  bytes: number | null
}

/** Index entries read on either side; among them are files and URLs of other sites, which do not count. */
const LOOKED_AT = 60

/** Pages next to a URL in alphabetical order, `limit` before it and `limit` after it: those with the longest common beginning. */
export async function readNeighbours(crawl: CrawlDatabase, url: string, limit: number): Promise<LinkTarget[]> {
  const before = await readSide(crawl, { url, direction: 'desc' })
  const after = await readSide(crawl, { url, direction: 'asc' })
  return [...before.slice(0, limit).reverse(), ...after.slice(0, limit)]
}

/** Nearest first. */
async function readSide(
  { db, specifics, crawlId }: CrawlDatabase,
  { url, direction }: { url: string; direction: 'asc' | 'desc' },
): Promise<LinkTarget[]> {
  const rows = await db
    .selectFrom('url')
    .select(linkTargetColumns)
    .select('number')
    .where('crawl_id', '=', crawlId)
    .where(isDecided)
    .where(isBeyond(textOrder({ specifics }, 'url'), direction === 'asc' ? '>' : '<', textInOrder({ specifics }, url)))
    .orderBy(inOrder({ specifics }, 'url', direction))
    .limit(LOOKED_AT)
    .execute()
  return rows.filter(row => row.number > 0 && row.scope === 'internal' && row.skip_reason === null).map(toLinkTarget)
}

/**
 * What is known of these URLs. Read one by one: for a list of URLs SQLite, which does not know the size of a crawl, would read all of
 * its URLs.
 */
export async function readLinkTargets(
  { db, specifics, crawlId }: CrawlDatabase,
  urls: readonly string[],
): Promise<Map<string, LinkTarget>> {
  const targets = new Map<string, LinkTarget>()
  const selected = db.selectFrom('url').select(linkTargetColumns).where('crawl_id', '=', crawlId).where(isDecided)
  for (const url of new Set(urls)) {
    const row = await selected.where(isText({ specifics }, 'url', url)).executeTakeFirst()
    if (row) targets.set(row.url, toLinkTarget(row))
  }
  return targets
}

/** In which ways pages refer to a URL; none for a URL that was neither requested nor skipped. */
export async function readLinkKinds({ db, specifics, crawlId }: CrawlDatabase, url: string): Promise<LinkKind[]> {
  const row = await db
    .selectFrom('url')
    .select('kinds')
    .where('crawl_id', '=', crawlId)
    .where(isDecided)
    .where(isText({ specifics }, 'url', url))
    .executeTakeFirst()
  return row ? maskToKinds(row.kinds, linkKinds) : []
}

/** URLs by id, with what was found there. */
export async function readTargetsById(crawl: CrawlDatabase, ids: readonly number[]): Promise<Map<number, LinkTarget>> {
  const { db, crawlId } = crawl
  const distinct = new Set(ids)
  distinct.delete(0)
  const targets = new Map<number, LinkTarget>()
  for (const slice of slices([...distinct], TARGETS_AT_ONCE)) {
    const rows = await db
      .selectFrom('url')
      .select(linkTargetColumns)
      .where('crawl_id', '=', crawlId)
      .where('id', 'in', slice)
      .execute()
    for (const row of rows) targets.set(row.id, toLinkTarget(row))
  }
  const undecided = [...distinct].filter(id => !targets.has(id))
  if (undecided.length === 0) return targets
  const isExternal = await readIsExternal(crawl)
  for (const [id, url] of await readLoggedUrls(crawl, undecided))
    targets.set(id, { ...undecidedTarget, url, isExternal: isExternal(url) })
  return targets
}

/** Nothing is known of it yet. */
const undecidedTarget: Omit<LinkTarget, 'url' | 'isExternal'> = {
  statusCode: null,
  failure: null,
  failureDetail: '',
  skipReason: null,
  mediaType: '',
  bytes: null,
}

/** Whether a URL belongs to another site than that of the crawl. */
async function readIsExternal({ db, crawlId }: CrawlDatabase): Promise<(url: string) => boolean> {
  const crawl = await db
    .selectFrom('crawl')
    .select(['checkpoint', 'options'])
    .where('id', '=', crawlId)
    .executeTakeFirst()
  if (!crawl?.checkpoint) return () => false
  const { scopeHost }: { scopeHost: string } = JSON.parse(crawl.checkpoint)
  const { subdomains }: CrawlOptions = JSON.parse(crawl.options)
  const isOwn = hostMatcher(scopeHost, subdomains)
  return url => {
    const parsed = URL.parse(url)
    return !isOwn(parsed && hostWithoutWww(parsed))
  }
}

export const linkTargetColumns = [
  'id',
  'url',
  'scope',
  'status',
  'failure',
  'failure_detail',
  'skip_reason',
  'media_type',
  'bytes',
] as const

export function toLinkTarget(row: Pick<Selectable<UrlTable>, (typeof linkTargetColumns)[number]>): LinkTarget {
  return {
    url: row.url,
    isExternal: row.scope === 'external',
    statusCode: row.status,
    failure: row.failure,
    failureDetail: row.failure_detail ?? '',
    skipReason: row.skip_reason,
    mediaType: row.media_type ?? '',
    bytes: row.bytes,
  }
}

/** Values of one `in` list: far below what any database takes. */
export const TARGETS_AT_ONCE = 1_000
