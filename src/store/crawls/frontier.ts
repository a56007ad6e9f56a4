import type { Selectable } from 'kysely'
import type { SkipReason } from '#shared/model.ts'
import { batches } from '../database/batches.ts'
import { addTo } from '../database/counters.ts'
import type { Claim, ClaimedDatabase, SqlValue } from '../database/database.ts'
import { type FencedWrite, readClaimedCrawl } from '../database/fenced.ts'
import type { UrlState, UrlTable } from '../database/schema.ts'
import { isDecidedState } from '../pages/decided.ts'

export interface UrlRow {
  id: number
  url: string
  scope: 'internal' | 'external'
  state: UrlState
  skipReason: SkipReason | null
  /** Crawl depth; UNKNOWN_DEPTH when only a sitemap lists it. */
  depth: number
  /** Redirects that led here from a linked URL, 0 for a linked one. */
  redirectDepth: number
  /** Frontier number, 0 until it has one. */
  number: number
  /** Order of discovery: frontier number of the first page that names it, and the position on it. */
  firstNumber: number
  firstPosition: number
  /** Mask over linkKinds. */
  kinds: number
  isFollowed: boolean
  /** A sitemap of the site lists it. */
  isInSitemap: boolean
  /** 1-based position of the first sitemap in `CrawlCheckpoint.sitemaps` that lists it; absent where unknown. */
  sitemapNumber?: number
  /** Day of its last change that this sitemap names, in days since 1970; absent where it names none. */
  listedDay?: number
  /** Line of robots.txt that disallows it for Googlebot; absent where none does. */
  googlebotLine?: number
}

/** URLs that are all in one state now. None of them was visited, probed or skipped before. */
export interface RestatedUrls extends Pick<UrlRow, 'state' | 'skipReason'> {
  /** Ascending. */
  ids: Uint32Array
}

const BATCH_SIZE = 1_000

const INSERT = `insert into url
  (crawl_id, id, url, scope, state, skip_reason, depth, redirect_depth, number, first_number, first_position, kinds,
   is_followed, is_in_sitemap, sitemap_number, listed_day, googlebot_line, is_challenge)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`
const SELECT_STATUS = 'select scope, state, skip_reason from url where crawl_id = ? and id = ?'
const UPDATE = `update url set scope = ?, state = ?, skip_reason = ?, depth = ?, redirect_depth = ?, number = ?,
  first_number = ?, first_position = ?, kinds = ?, is_followed = ?,
  is_in_sitemap = ?, sitemap_number = ?, listed_day = ?, googlebot_line = ? where crawl_id = ? and id = ?`

const rowColumns = [
  'id',
  'url',
  'scope',
  'state',
  'skip_reason',
  'depth',
  'redirect_depth',
  'number',
  'first_number',
  'first_position',
  'kinds',
  'is_followed',
  'is_in_sitemap',
  'sitemap_number',
  'listed_day',
  'googlebot_line',
] as const

/** URL rows that are new or changed. They must not change after the commit began: they are written after a while. */
export interface ChangedRows {
  inserted: readonly UrlRow[]
  /** Rows whose state, number, kinds or order of discovery changed. */
  updated: readonly UrlRow[]
  /** Stored rows of which only state and reason changed. */
  restated: readonly RestatedUrls[]
}

/** Changed rows as values of the statements that write them. */
export interface UrlChanges {
  inserted: SqlValue[][]
  updatedIds: number[]
  updated: SqlValue[][]
  /** UrlStatus of all of them, inserted first. */
  statuses: UrlStatus[]
  restated: RestatedRange[]
}

type UrlStatus = Pick<UrlRow, 'scope' | 'state' | 'skipReason'>

export function urlChangesOf(claim: Claim, { inserted, updated, restated }: ChangedRows): UrlChanges {
  return {
    inserted: inserted.map(row => [claim.crawlId, row.id, row.url, ...changingValues(row)]),
    updatedIds: updated.map(row => row.id),
    updated: updated.map(row => [...changingValues(row), claim.crawlId, row.id]),
    statuses: [...inserted, ...updated].map(({ scope, state, skipReason }) => ({ scope, state, skipReason })),
    restated: restatedRanges(restated),
  }
}

/**
 * Splits changed rows for a commit: `atOnce` holds those of `ownIds`, and all others unless there are more than `maxRows`; then the
 * others come in parts of at most that size, as do ranges of ids.
 */
export function partsOf(
  { inserted, updated, restated }: ChangedRows,
  { ownIds, maxRows }: { ownIds: ReadonlySet<number>; maxRows: number },
): { atOnce: ChangedRows; parts: ChangedRows[] } {
  const areRowsFew = inserted.length + updated.length <= maxRows
  const areIdsFew = restated.reduce((sum, { ids }) => sum + ids.length, 0) <= maxRows
  const isAtOnce = ({ id }: UrlRow) => areRowsFew || ownIds.has(id)
  const isLater = (row: UrlRow) => !isAtOnce(row)
  const later = { inserted: inserted.filter(isLater), updated: updated.filter(isLater) }
  const rowParts = Array.from(
    { length: Math.ceil((later.inserted.length + later.updated.length) / maxRows) },
    (_, part): ChangedRows => partOf(later, { from: part * maxRows, to: (part + 1) * maxRows }),
  )
  const idParts = areIdsFew ? [] : restatedParts(restated, maxRows)
  return {
    atOnce: {
      inserted: inserted.filter(isAtOnce),
      updated: updated.filter(isAtOnce),
      restated: areIdsFew ? restated : [],
    },
    parts: [...rowParts, ...idParts.map(part => ({ inserted: [], updated: [], restated: [part] }))],
  }
}

/** Of the inserted rows with the updated ones after them. */
function partOf(
  { inserted, updated }: Pick<ChangedRows, 'inserted' | 'updated'>,
  { from, to }: { from: number; to: number },
): ChangedRows {
  const among = (position: number) => Math.max(0, position - inserted.length)
  return { inserted: inserted.slice(from, to), updated: updated.slice(among(from), among(to)), restated: [] }
}

/** Writes new and changed rows and counts found, probed and skipped URLs. Returns the changes by skip reason. */
export async function writeUrlChanges(fenced: FencedWrite, changes: UrlChanges): Promise<Map<string, number>> {
  const { transaction, specifics, crawlId, counts } = fenced
  const before = await specifics.queryEach(transaction, {
    statement: SELECT_STATUS,
    rows: changes.updatedIds.map(id => [crawlId, id]),
  })
  await specifics.runEach(transaction, { statement: INSERT, rows: changes.inserted })
  await specifics.runEach(transaction, { statement: UPDATE, rows: changes.updated })
  const skipped = await writeRestated(fenced, changes.restated)
  const count = (status: UrlStatus, step: 1 | -1) => {
    if (status.scope === 'internal') counts.urlsFound += step
    if (status.state === 'probed') counts.urlsProbed += step
    if (status.state === 'to-probe') counts.urlsToProbe += step
    const reason = skipReasonOf(status)
    if (reason !== null) addTo(skipped, reason, step)
  }
  for (const row of before) if (row) count(toStatus(row), -1)
  for (const status of changes.statuses) count(status, 1)
  return skipped
}

/** All URLs of the claimed crawl by id. @throws StaleClaimError when another worker has claimed it. */
export async function* readUrls(claimed: ClaimedDatabase): AsyncGenerator<UrlRow[]> {
  const { db, claim } = claimed
  await readClaimedCrawl(claimed, ['id'])
  const found = batches({
    after: 0,
    read: after =>
      db
        .selectFrom('url')
        .select(rowColumns)
        .where('crawl_id', '=', claim.crawlId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(BATCH_SIZE)
        .execute(),
    keyOf: row => row.id,
  })
  for await (const rows of found) yield rows.map(toUrlRow)
}

function skipReasonOf(status: UrlStatus): string | null {
  return isDecidedState(status.state) ? status.skipReason : null
}

function changingValues(row: UrlRow): SqlValue[] {
  return [
    row.scope,
    row.state,
    row.skipReason,
    row.depth,
    row.redirectDepth,
    row.number,
    row.firstNumber,
    row.firstPosition,
    row.kinds,
    row.isFollowed ? 1 : 0,
    row.isInSitemap ? 1 : 0,
    row.sitemapNumber ?? 0,
    row.listedDay ?? 0,
    row.googlebotLine ?? 0,
  ]
}

function toStatus(row: Record<string, unknown>): UrlStatus {
  const { scope, state, skip_reason } = row as Pick<Selectable<UrlTable>, 'scope' | 'state' | 'skip_reason'>
  return { scope, state, skipReason: skip_reason }
}

function toUrlRow(row: Pick<Selectable<UrlTable>, (typeof rowColumns)[number]>): UrlRow {
  return {
    id: row.id,
    url: row.url,
    scope: row.scope,
    state: row.state,
    skipReason: row.skip_reason,
    depth: row.depth,
    redirectDepth: row.redirect_depth,
    number: row.number,
    firstNumber: row.first_number,
    firstPosition: row.first_position,
    kinds: row.kinds,
    isFollowed: row.is_followed === 1,
    isInSitemap: row.is_in_sitemap === 1,
    ...(row.sitemap_number > 0 && { sitemapNumber: row.sitemap_number }),
    ...(row.listed_day > 0 && { listedDay: row.listed_day }),
    ...(row.googlebot_line > 0 && { googlebotLine: row.googlebot_line }),
  }
}

/** Ids from the first to the last have this `state` and `skipReason`. */
interface RestatedRange extends Pick<UrlRow, 'state' | 'skipReason'> {
  first: number
  last: number
}

const RESTATE = 'update url set state = ?, skip_reason = ? where crawl_id = ? and id between ? and ?'

/** URLs first named by one page have consecutive ids, so that ranges are few. */
function restatedRanges(restated: readonly RestatedUrls[]): RestatedRange[] {
  const ranges: RestatedRange[] = []
  for (const { state, skipReason, ids } of restated) {
    let range: RestatedRange | null = null
    for (const id of ids) {
      if (range?.last === id - 1) {
        range.last = id
        continue
      }
      range = { state, skipReason, first: id, last: id }
      ranges.push(range)
    }
  }
  return ranges
}

/** The same in parts of at most `maxIds` ids. */
function restatedParts(restated: readonly RestatedUrls[], maxIds: number): RestatedUrls[] {
  return restated.flatMap(({ ids, ...status }) =>
    Array.from({ length: Math.ceil(ids.length / maxIds) }, (_, part) => ({
      ...status,
      ids: ids.subarray(part * maxIds, (part + 1) * maxIds),
    })),
  )
}

/** Writes ranges of URLs, none of which was visited, probed or skipped before. Returns how many are skipped now, by reason. */
async function writeRestated(
  { transaction, specifics, crawlId, counts }: FencedWrite,
  ranges: readonly RestatedRange[],
): Promise<Map<string, number>> {
  await specifics.runEach(transaction, {
    statement: RESTATE,
    rows: ranges.map(({ state, skipReason, first, last }) => [state, skipReason, crawlId, first, last]),
  })
  const skipped = new Map<string, number>()
  for (const { state, skipReason, first, last } of ranges) {
    const count = last - first + 1
    if (state === 'to-probe') counts.urlsToProbe += count
    if (skipReason !== null && isDecidedState(state)) addTo(skipped, skipReason, count)
  }
  return skipped
}
