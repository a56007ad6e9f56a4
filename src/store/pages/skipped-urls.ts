import { sql } from 'kysely'
import { type LinkKind, linkKinds, type SkipReason } from '#shared/model.ts'
import { maskToKinds } from '#shared/page-record.ts'
import { readCrawlCounter } from '../database/counters.ts'
import type { CrawlDatabase } from '../database/database.ts'
import { inOrder, isBeyond, textInOrder, textOrder } from '../database/indexed-text.ts'
import { isDecided } from './decided.ts'

export interface SkippedUrl {
  url: string
  reason: SkipReason
  kinds: LinkKind[]
}

/** How many URLs were skipped, by reason. */
export async function readSkippedCounts(crawl: CrawlDatabase): Promise<{ reason: SkipReason; count: number }[]> {
  const rows = await readCrawlCounter(crawl, 'skipped')
  return rows.map(({ key, count }) => ({ reason: key as SkipReason, count }))
}

/** Skipped URLs by reason, then URL; only those after `after` in this order. */
export async function readSkippedUrls(
  { db, specifics, crawlId }: CrawlDatabase,
  { after, offset, limit }: { after?: Pick<SkippedUrl, 'reason' | 'url'>; offset?: number; limit: number },
): Promise<SkippedUrl[]> {
  let skipped = db.selectFrom('url')
  if (after !== undefined)
    skipped = skipped.where(
      isBeyond([sql.ref('skip_reason'), ...textOrder({ specifics }, 'url')], '>', [
        sql`${after.reason}`,
        ...textInOrder({ specifics }, after.url),
      ]),
    )
  const rows = await skipped
    .select(['url', 'skip_reason', 'kinds'])
    .where('crawl_id', '=', crawlId)
    .where('skip_reason', 'is not', null)
    .where(isDecided)
    .orderBy('skip_reason')
    .orderBy(inOrder({ specifics }, 'url'))
    .limit(limit)
    .offset(offset ?? 0)
    .execute()
  return rows.flatMap(({ url, skip_reason, kinds }) =>
    skip_reason === null ? [] : [{ url, reason: skip_reason, kinds: maskToKinds(kinds, linkKinds) }],
  )
}
