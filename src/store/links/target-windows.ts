import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { linkKinds } from '#shared/model.ts'
import { kindsToMask } from '#shared/page-record.ts'
import type { TargetFilter } from '#shared/site-facts.ts'
import type { CrawlDatabase } from '../database/database.ts'
import { inOrder, isBeyond, textInOrder, textOrder } from '../database/indexed-text.ts'
import type { UrlTable } from '../database/schema.ts'
import { isDecided } from '../pages/decided.ts'

/** A range of an index: URLs after one number or URL, up to and including another; null for the end. */
export type TargetWindow = (
  | { by: 'number'; after: number; last: number | null }
  | { by: 'url'; after: string; last: string | null }
) & {
  /** Distinct combinations of properties of the URLs in it; null when there are too many. */
  traits: TargetTraits[] | null
}

type TargetTraits = Pick<Selectable<UrlTable>, 'scope' | 'state' | 'response_kind' | 'status' | 'kinds'>

/** Rows looked through at once; a filter may let few of them pass. */
const WINDOW_SIZE = 1_000
/** The URLs of a window have some ten combinations; with more of them only reading takes longer. */
const MAX_TRAITS = 100

/** All windows in the order of reading: by number, then the URLs without one by URL. Read from the indexes alone. */
export async function readTargetWindows(crawl: CrawlDatabase): Promise<TargetWindow[]> {
  const windows: TargetWindow[] = []
  for (let after: number | null = 0; after !== null; ) {
    const last = await lastNumber(crawl, after)
    windows.push({ by: 'number', after, last, traits: await readNumberTraits(crawl, { after, last }) })
    after = last
    await setImmediate()
  }
  for (let after: string | null = ''; after !== null; ) {
    const last = await lastUrl(crawl, after)
    windows.push({ by: 'url', after, last, traits: await readUrlTraits(crawl, { after, last }) })
    after = last
    await setImmediate()
  }
  return windows
}

/** False when no URL of the window fits the filter. */
export function mayHold({ traits }: TargetWindow, filter: TargetFilter): boolean {
  const mask = filter.kinds === undefined ? null : kindsToMask(filter.kinds, linkKinds)
  return traits === null || traits.some(each => fits(each, filter) && (mask === null || (each.kinds & mask) !== 0))
}

function fits({ scope, state, response_kind, status }: TargetTraits, filter: TargetFilter): boolean {
  if (filter.scope !== undefined && scope !== filter.scope) return false
  if (filter.response !== undefined && (state === 'skipped' ? 'skipped' : response_kind) !== filter.response)
    return false
  if (filter.statusFrom !== undefined && (status === null || status < filter.statusFrom)) return false
  return filter.statusTo === undefined || (status !== null && status <= filter.statusTo)
}

async function lastNumber({ db, crawlId }: CrawlDatabase, after: number): Promise<number | null> {
  const row = await db
    .selectFrom('url')
    .select('number')
    .distinct()
    .where('crawl_id', '=', crawlId)
    .where(isNumberedAfter(after))
    .orderBy('number')
    .limit(1)
    .offset(WINDOW_SIZE - 1)
    .executeTakeFirst()
  return row?.number ?? null
}

async function lastUrl({ db, specifics, crawlId }: CrawlDatabase, after: string): Promise<string | null> {
  const row = await db
    .selectFrom('url')
    .select('url')
    .where('crawl_id', '=', crawlId)
    .where(isDecided)
    .where(isBeyond(textOrder({ specifics }, 'url'), '>', textInOrder({ specifics }, after)))
    .orderBy(inOrder({ specifics }, 'url'))
    .limit(1)
    .offset(WINDOW_SIZE - 1)
    .executeTakeFirst()
  return row?.url ?? null
}

async function readNumberTraits(crawl: CrawlDatabase, { after, last }: { after: number; last: number | null }) {
  const rows = selectTraits(crawl).where(isNumberedAfter(after))
  return bounded(await (last === null ? rows : rows.where('number', '<=', last)).execute())
}

async function readUrlTraits(crawl: CrawlDatabase, { after, last }: { after: string; last: string | null }) {
  return bounded(await selectTraits(crawl).where('number', '=', 0).where(isUrlWithin(crawl, { after, last })).execute())
}

/** URLs after one, up to and including another where one is named, along the index in order of URLs. */
export function isUrlWithin(
  crawl: CrawlDatabase,
  { after, last }: { after: string; last: string | null },
): RawBuilder<SqlBool> {
  const columns = textOrder(crawl, 'url')
  const isAfter = isBeyond(columns, '>', textInOrder(crawl, after))
  return last === null ? isAfter : sql<SqlBool>`${isAfter} and ${isBeyond(columns, '<=', textInOrder(crawl, last))}`
}

function selectTraits({ db, crawlId }: CrawlDatabase) {
  return db
    .selectFrom('url')
    .select(['scope', 'state', 'response_kind', 'status', 'kinds'])
    .distinct()
    .where('crawl_id', '=', crawlId)
    .where(isDecided)
    .limit(MAX_TRAITS + 1)
}

function bounded(traits: TargetTraits[]): TargetTraits[] | null {
  return traits.length > MAX_TRAITS ? null : traits
}

/**
 * URLs with a frontier number above `after`, along the index by number. That index holds only URLs with a number, and a query must
 * repeat this condition to use it. Of two lower bounds SQLite seeks by the first: in the other order, each window of a million URLs
 * would be searched from their start.
 */
export function isNumberedAfter(after: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`number > ${after} and number > 0`
}
