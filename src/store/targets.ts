import { type Selectable, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { linkKinds } from '#shared/model.ts'
import { kindsToMask, maskToKinds } from '#shared/outcome.ts'
import type { Target, TargetFilter } from '#shared/site-facts.ts'
import { unpackAttempts, unpackHops } from './answers.ts'
import { batches } from './batches.ts'
import { isDecided } from './decided.ts'
import type { CrawlDatabase, Schema, UrlTable } from './schema.ts'

/** Rows looked through at once; a filter may let few of them pass. */
const WINDOW_SIZE = 1_000

/** The condition of the index by number, in its own words: only then is the index used. */
const hasNumber = sql<SqlBool>`number > 0`

/**
 * URLs that were asked or skipped: those with a frontier number in its order, then all others by URL. Looked through window by
 * window along an index, so that a filter which fits little never makes one long query.
 */
export async function* readTargets(crawl: CrawlDatabase, filter: TargetFilter): AsyncGenerator<Target[]> {
  const targets = filtered(selectTargets(crawl), filter)
  let number = 0
  for await (const numbers of walkNumbers(crawl)) {
    const last = numbers.at(-1) ?? number
    const rows = await targets
      .where(hasNumber)
      .where('number', '>', number)
      .where('number', '<=', last)
      .orderBy('number')
      .orderBy('url')
      .execute()
    if (rows.length > 0) yield rows.map(toTarget)
    number = last
  }
  let url = ''
  for await (const urls of walkUrls(crawl)) {
    const last = urls.at(-1) ?? url
    const rows = await targets
      .where('number', '=', 0)
      .where('url', '>', url)
      .where('url', '<=', last)
      .orderBy('url')
      .execute()
    if (rows.length > 0) yield rows.map(toTarget)
    url = last
  }
}

export async function readTarget(crawl: CrawlDatabase, url: string): Promise<Target | null> {
  const row = await selectTargets(crawl).where('url', '=', url).executeTakeFirst()
  return row ? toTarget(row) : null
}

/** Distinct numbers in ascending windows; answered by the index alone. */
function walkNumbers({ db, crawlId }: CrawlDatabase): AsyncGenerator<number[]> {
  return batches({
    after: 0,
    async read(after) {
      const rows = await db
        .selectFrom('url')
        .select('number')
        .distinct()
        .where('crawl_id', '=', crawlId)
        .where(hasNumber)
        .where('number', '>', after)
        .orderBy('number')
        .limit(WINDOW_SIZE)
        .execute()
      return rows.map(row => row.number)
    },
    keyOf: number => number,
  })
}

/** All URLs in ascending windows; answered by the index alone. */
function walkUrls({ db, crawlId }: CrawlDatabase): AsyncGenerator<string[]> {
  return batches({
    after: '',
    async read(after) {
      const rows = await db
        .selectFrom('url')
        .select('url')
        .where('crawl_id', '=', crawlId)
        .where(isDecided)
        .where('url', '>', after)
        .orderBy('url')
        .limit(WINDOW_SIZE)
        .execute()
      return rows.map(row => row.url)
    },
    keyOf: url => url,
  })
}

export const targetColumns = [
  'url',
  'scope',
  'state',
  'number',
  'depth',
  'status',
  'final_status',
  'failure',
  'failure_detail',
  'skip_reason',
  'hops',
  'final_url',
  'media_type',
  'bytes',
  'attempts',
  'is_challenge',
  'kinds',
] as const
type TargetRow = Pick<Selectable<UrlTable>, (typeof targetColumns)[number]>

function selectTargets({ db, crawlId }: CrawlDatabase) {
  return db.selectFrom('url').select(targetColumns).where('crawl_id', '=', crawlId).where(isDecided)
}

function filtered(
  targets: SelectQueryBuilder<Schema, 'url', TargetRow>,
  { scope, kinds, outcome, statusFrom, statusTo }: TargetFilter,
): SelectQueryBuilder<Schema, 'url', TargetRow> {
  let chosen = targets
  if (scope !== undefined) chosen = chosen.where('scope', '=', scope)
  if (kinds !== undefined) chosen = chosen.where(sql<SqlBool>`(kinds & ${kindsToMask(kinds, linkKinds)}) <> 0`)
  if (outcome === 'skipped') chosen = chosen.where('state', '=', 'skipped')
  else if (outcome !== undefined) chosen = chosen.where('answer', '=', outcome).where('state', '<>', 'skipped')
  if (statusFrom !== undefined) chosen = chosen.where('status', '>=', statusFrom)
  if (statusTo !== undefined) chosen = chosen.where('status', '<=', statusTo)
  return chosen
}

export function toTarget(row: TargetRow): Target {
  return {
    url: row.url,
    scope: row.scope,
    number: row.state === 'visited' ? row.number : null,
    depth: row.depth,
    status: row.status,
    failure: row.failure,
    failureDetail: row.failure_detail ?? '',
    skipReason: row.skip_reason,
    hops: unpackHops(row.hops),
    finalUrl: row.final_url ?? row.url,
    finalStatus: row.final_status,
    mediaType: row.media_type ?? '',
    bytes: row.bytes,
    attempts: unpackAttempts(row.attempts),
    isBotChallenge: row.is_challenge === 1,
    kinds: maskToKinds(row.kinds, linkKinds),
  }
}
