import type { Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** Ended crawls of users' websites that are kept: all of this time, then one a week, then one a month. */
const ALL_MS = 30 * 86_400_000
const WEEKLY_MS = 182 * 86_400_000
const WEEK_MS = 7 * 86_400_000

interface EndedCrawl {
  id: number
  endedMs: number
}

/**
 * Ids of the crawls that are kept by their age: all of the last 30 days, the newest of each week of half a year, and the newest of each
 * month (UTC) before. Weeks and months have fixed beginnings, so that what is kept today is not replaced tomorrow by a neighbour.
 */
export function keptByAge(crawls: readonly EndedCrawl[], nowMs: number): Set<number> {
  const newest = new Map<string, EndedCrawl>()
  for (const crawl of crawls) {
    const span = spanOf(crawl, nowMs)
    const other = newest.get(span)
    if (!other || crawl.endedMs > other.endedMs || (crawl.endedMs === other.endedMs && crawl.id > other.id))
      newest.set(span, crawl)
  }
  return new Set([...newest.values()].map(({ id }) => id))
}

/** Of the crawls with the same span, one is kept. */
function spanOf({ id, endedMs }: EndedCrawl, nowMs: number): string {
  const ageMs = nowMs - endedMs
  if (ageMs <= ALL_MS) return `crawl ${id}`
  if (ageMs <= WEEKLY_MS) return `week ${Math.floor(endedMs / WEEK_MS)}`
  return `month ${new Date(endedMs).toISOString().slice(0, 'yyyy-mm'.length)}`
}

/**
 * Hides ended crawls of a website beyond the newest `keptCrawls`; of a user's website those alone that are not kept by their age, as of the
 * end of the newest.
 */
export async function hideSurplusCrawls(
  transaction: Transaction<Schema>,
  { websiteId, keptCrawls }: { websiteId: number; keptCrawls: number },
): Promise<void> {
  const ended = await transaction
    .selectFrom('crawl')
    .select(['id', 'ended_ms'])
    .where('website_id', '=', websiteId)
    .where('ended_ms', 'is not', null)
    .where('is_hidden', '=', 0)
    .orderBy('id', 'desc')
    .execute()
  if (ended.length <= keptCrawls) return
  const crawls = ended.map(({ id, ended_ms }) => ({ id, endedMs: ended_ms ?? 0 }))
  const nowMs = Math.max(...crawls.map(({ endedMs }) => endedMs))
  const kept = (await isUsers(transaction, websiteId)) ? keptByAge(crawls, nowMs) : new Set<number>()
  const surplus = crawls.slice(keptCrawls).filter(({ id }) => !kept.has(id))
  if (surplus.length === 0) return
  await transaction
    .updateTable('crawl')
    .set({ is_hidden: 1 })
    .where(
      'id',
      'in',
      surplus.map(({ id }) => id),
    )
    .execute()
}

async function isUsers(transaction: Transaction<Schema>, websiteId: number): Promise<boolean> {
  const account = await transaction
    .selectFrom('website')
    .innerJoin('account', 'account.owner_id', 'website.owner_id')
    .select('account.id')
    .where('website.id', '=', websiteId)
    .executeTakeFirst()
  return account !== undefined
}
