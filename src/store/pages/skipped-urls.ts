import { sql } from 'kysely'
import { type LinkKind, linkKinds, type SkipReason } from '#shared/model.ts'
import { maskToKinds } from '#shared/page-record.ts'
import { readCrawlCounter } from '../database/counters.ts'
import type { CrawlDatabase } from '../database/database.ts'
import { inOrder, isBeyond, textInOrder, textOrder } from '../database/indexed-text.ts'
import { isDecided } from './decided.ts'

/** A URL that the crawl knows and did not visit. */
export interface SkippedUrl {
  url: string
  reason: SkipReason
  kinds: LinkKind[]
  depth: number
  isInSitemap: boolean
  /** Of the request for its status alone; null when it was not requested or did not respond. */
  status: number | null
  /** The first page that names it; null where only a sitemap or a list does. */
  foundOn: string | null
}

export interface SkippedFilter {
  reason?: SkipReason
  /** A text in the URL, ignoring case. */
  search?: string
}

export interface SkippedQuery extends SkippedFilter {
  after?: Pick<SkippedUrl, 'reason' | 'url'>
  offset?: number
  limit: number
}

/** How many URLs were skipped, by reason. */
export async function readSkippedCounts(crawl: CrawlDatabase): Promise<{ reason: SkipReason; count: number }[]> {
  const rows = await readCrawlCounter(crawl, 'skipped')
  return rows.map(({ key, count }) => ({ reason: key as SkipReason, count }))
}

export async function countSkippedUrls(crawl: CrawlDatabase, filter: SkippedFilter): Promise<number> {
  const { reason, search } = filter
  if (!search) {
    const counts = await readSkippedCounts(crawl)
    const chosen = counts.filter(each => reason === undefined || each.reason === reason)
    return chosen.reduce((sum, { count }) => sum + count, 0)
  }
  const { count } = await selectSkipped(crawl, filter)
    // A comparison is what SQLite uses the index of skipped URLs for.
    .where('skip_reason', '>', anyReason)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Skipped URLs by reason, then URL; only those after `after` in this order. */
export async function readSkippedUrls(
  crawl: CrawlDatabase,
  { after, offset, limit, ...filter }: SkippedQuery,
): Promise<SkippedUrl[]> {
  const { specifics } = crawl
  let skipped = selectSkipped(crawl, filter)
  if (after !== undefined)
    skipped = skipped.where(
      isBeyond([sql.ref('skip_reason'), ...textOrder({ specifics }, 'url')], '>', [
        sql`${after.reason}`,
        ...textInOrder({ specifics }, after.url),
      ]),
    )
  const rows = await skipped
    .select(['url', 'skip_reason', 'kinds', 'depth', 'is_in_sitemap', 'status', 'first_number'])
    .orderBy('skip_reason')
    .orderBy(inOrder({ specifics }, 'url'))
    .limit(limit)
    .offset(offset ?? 0)
    .execute()
  const pages = await urlsOfNumbers(
    crawl,
    [...new Set(rows.map(row => row.first_number))].filter(number => number > 0),
  )
  return rows.flatMap(row =>
    row.skip_reason === null
      ? []
      : [
          {
            url: row.url,
            reason: row.skip_reason,
            kinds: maskToKinds(row.kinds, linkKinds),
            depth: row.depth,
            isInSitemap: row.is_in_sitemap === 1,
            status: row.status,
            foundOn: pages.get(row.first_number) ?? null,
          },
        ],
  )
}

function selectSkipped({ db, specifics, crawlId }: CrawlDatabase, { reason, search }: SkippedFilter) {
  let skipped = db
    .selectFrom('url')
    .where('crawl_id', '=', crawlId)
    .where('skip_reason', 'is not', null)
    .where(isDecided)
  if (reason !== undefined) skipped = skipped.where('skip_reason', '=', reason)
  if (search) skipped = skipped.where(specifics.contains(sql.ref<string>('url.url'), search))
  return skipped
}

/** Before every reason. */
const anyReason = sql<SkipReason>`''`

/** Variables of one statement. */
const NUMBERS_AT_ONCE = 500

async function urlsOfNumbers(
  { db, crawlId }: CrawlDatabase,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const urls = new Map<number, string>()
  for (let from = 0; from < numbers.length; from += NUMBERS_AT_ONCE) {
    const rows = await db
      .selectFrom('url')
      .select(['number', 'url'])
      .where('crawl_id', '=', crawlId)
      .where('number', '>', 0)
      .where('number', 'in', numbers.slice(from, from + NUMBERS_AT_ONCE))
      .execute()
    for (const { number, url } of rows) urls.set(number, url)
  }
  return urls
}
