import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { type SkipReason, skipReasons } from '#shared/model.ts'
import { batches, slices } from '../database/batches.ts'
import type { ClaimedDatabase, CrawlDatabase } from '../database/database.ts'
import { type FencedWrite, fencedWrite, readClaimedCrawl } from '../database/fenced.ts'
import type { UrlState } from '../database/schema.ts'

/**
 * The log of the frontier: each commit appends what it changed, so that a crawl that is taken up again knows the same URLs in the same
 * states. A URL has a row of its own once it is requested or skipped; until then the log is all that is stored of it. Deleted when the
 * crawl has ended.
 */

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

/** New URLs; their ids follow one another. */
export interface UrlBlock {
  firstId: number
  count: number
  /** Their texts, packed. */
  urls: Uint8Array
}

/** What changed of some URLs: one array for each property, in the order of the ids, which ascend. */
export interface UrlChanges {
  ids: Uint32Array
  /** Packed by `packMarks`. */
  marks: Uint32Array
  kinds: Uint32Array
  depths: Int32Array
  redirectDepths: Uint32Array
  numbers: Uint32Array
  firstNumbers: Uint32Array
  firstPositions: Uint32Array
  sitemapNumbers: Uint32Array
  listedDays: Uint32Array
  googlebotLines: Uint32Array
}

/** URLs of which only state and reason changed. */
export type RestatedUrls = Pick<UrlChanges, 'ids' | 'marks'>

/** What changed with one commit. */
export interface LoggedChanges {
  changed: UrlChanges
  restated: RestatedUrls
}

/** One entry of the log. What is new comes before what is said of it. */
export interface LoggedUrls {
  found: UrlBlock | null
  changes: LoggedChanges | null
  /** Rows of URLs that were decided with it may not have been written. */
  areRowsLeft: boolean
}

/** URLs of one block, which are unpacked together. */
export const URLS_OF_BLOCK = 4_096
/** Far more than what the URLs of one block, or the changes of one commit, take. */
const MAX_UNPACKED_BYTES = 1024 * 1024 * 1024
const ENTRIES_AT_ONCE = 50

/** No URL has a line break (WHATWG URL §4.4). */
const SEPARATOR = '\n'

export function packUrls(firstId: number, urls: readonly string[]): UrlBlock {
  return { firstId, count: urls.length, urls: zstdCompressSync(urls.join(SEPARATOR)) }
}

export function unpackUrls({ urls }: Pick<UrlBlock, 'urls'>): string[] {
  return zstdDecompressSync(urls, { maxOutputLength: MAX_UNPACKED_BYTES }).toString('latin1').split(SEPARATOR)
}

const states: readonly UrlState[] = ['found', 'queued', 'to-probe', 'visited', 'probed', 'skipped']
const STATE_BITS = 0b111
const INTERNAL = 1 << 3
const FOLLOWED = 1 << 4
const IN_SITEMAP = 1 << 5
const REASON_SHIFT = 8

type Marks = Pick<UrlRow, 'state' | 'skipReason' | 'scope' | 'isFollowed' | 'isInSitemap'>

/** State, reason, scope and marks of a URL in one number. */
export function packMarks({ state, skipReason, scope, isFollowed, isInSitemap }: Marks): number {
  const reason = skipReason === null ? 0 : skipReasons.indexOf(skipReason) + 1
  const bits = (scope === 'internal' ? INTERNAL : 0) | (isFollowed ? FOLLOWED : 0) | (isInSitemap ? IN_SITEMAP : 0)
  return states.indexOf(state) | bits | (reason << REASON_SHIFT)
}

export function unpackMarks(packed: number): Marks {
  const reason = packed >>> REASON_SHIFT
  return {
    state: states[packed & STATE_BITS] ?? 'found',
    skipReason: reason === 0 ? null : (skipReasons[reason - 1] ?? null),
    scope: (packed & INTERNAL) === 0 ? 'external' : 'internal',
    isFollowed: (packed & FOLLOWED) !== 0,
    isInSitemap: (packed & IN_SITEMAP) !== 0,
  }
}

/** The columns of changes after the ids, in the order in which they are packed. */
const columns = [
  'marks',
  'kinds',
  'depths',
  'redirectDepths',
  'numbers',
  'firstNumbers',
  'firstPositions',
  'sitemapNumbers',
  'listedDays',
  'googlebotLines',
] as const satisfies (keyof UrlChanges)[]

/** Column after column, since most values of one are equal or follow one another: compressed they take next to nothing. */
export function packChanges({ changed, restated }: LoggedChanges): Uint8Array {
  const [rows, restatedRows] = [changed.ids.length, restated.ids.length]
  const packed = new Uint32Array(HEADER + rows * (1 + columns.length) + restatedRows * 2)
  packed.set([rows, restatedRows])
  let at = HEADER
  const add = (values: Uint32Array | Int32Array) => {
    packed.set(values, at)
    at += values.length
  }
  add(steps(changed.ids))
  for (const name of columns) add(changed[name])
  add(steps(restated.ids))
  add(restated.marks)
  return zstdCompressSync(new Uint8Array(packed.buffer))
}

/** The numbers of rows in both lists. */
const HEADER = 2

/** Takes apart what `packChanges` made. */
export function unpackChanges(bytes: Uint8Array): LoggedChanges {
  const unpacked = zstdDecompressSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES })
  const packed = new Uint32Array(new Uint8Array(unpacked).buffer)
  const [rows = 0, restatedRows = 0] = packed
  let at = HEADER
  const take = (count: number) => {
    at += count
    return packed.subarray(at - count, at)
  }
  const changed: UrlChanges = {
    ids: sums(take(rows)),
    marks: take(rows),
    kinds: take(rows),
    depths: Int32Array.from(take(rows), depth => depth | 0),
    redirectDepths: take(rows),
    numbers: take(rows),
    firstNumbers: take(rows),
    firstPositions: take(rows),
    sitemapNumbers: take(rows),
    listedDays: take(rows),
    googlebotLines: take(rows),
  }
  return { changed, restated: { ids: sums(take(restatedRows)), marks: take(restatedRows) } }
}

function steps(ids: Uint32Array): Uint32Array {
  return ids.map((id, index) => id - (ids[index - 1] ?? 0))
}

function sums(steps: Uint32Array): Uint32Array {
  let sum = 0
  return steps.map(step => {
    sum += step
    return sum
  })
}

/** Appends what one commit changed, in its transaction. */
export async function appendToLog(
  { transaction, specifics, crawlId }: FencedWrite,
  { found, changes, areRowsLeft }: { found: readonly UrlBlock[]; changes: Uint8Array; areRowsLeft: boolean },
): Promise<void> {
  const last = await transaction
    .selectFrom('url_log')
    .select('part')
    .where('crawl_id', '=', crawlId)
    .orderBy('part', 'desc')
    .limit(1)
    .executeTakeFirst()
  const first = (last?.part ?? 0) + 1
  const blocks = found.length === 0 ? [null] : found
  // URLs stand before what is said of them.
  const isLast = (index: number) => index === blocks.length - 1
  const rows = blocks.map((block, index) => [
    crawlId,
    first + index,
    block?.firstId ?? 0,
    block?.count ?? 0,
    isLast(index) && areRowsLeft ? 1 : 0,
    block?.urls ?? null,
    isLast(index) ? changes : null,
  ])
  await specifics.runEach(transaction, { statement: INSERT, rows })
}

const INSERT = `insert into url_log (crawl_id, part, first_id, url_count, are_rows_left, urls, changes)
  values (?, ?, ?, ?, ?, ?, ?)`

/** All rows of decided URLs are written. */
export async function markRowsWritten(claimed: ClaimedDatabase): Promise<void> {
  await fencedWrite(claimed, {
    write: ({ transaction, crawlId }) =>
      transaction
        .updateTable('url_log')
        .set({ are_rows_left: 0 })
        .where('crawl_id', '=', crawlId)
        .where('are_rows_left', '=', 1)
        .execute(),
  })
}

/** The log of the claimed crawl in order. @throws StaleClaimError when another worker has claimed it. */
export async function* readLog(claimed: ClaimedDatabase): AsyncGenerator<LoggedUrls> {
  const { db, crawlId } = claimed
  await readClaimedCrawl(claimed, ['id'])
  const entries = batches({
    after: 0,
    read: after =>
      db
        .selectFrom('url_log')
        .select(['part', 'first_id', 'url_count', 'are_rows_left', 'urls', 'changes'])
        .where('crawl_id', '=', crawlId)
        .where('part', '>', after)
        .orderBy('part')
        .limit(ENTRIES_AT_ONCE)
        .execute(),
    keyOf: row => row.part,
  })
  for await (const rows of entries) {
    for (const { first_id: firstId, url_count: count, are_rows_left, urls, changes } of rows) {
      yield {
        found: urls && { firstId, count, urls },
        changes: changes && unpackChanges(changes),
        areRowsLeft: are_rows_left === 1,
      }
    }
  }
}

/** To which site the URLs of a running crawl belong, as the log has it; later entries replace earlier ones. Ids ascend. */
export async function* readLoggedScopes({
  db,
  crawlId,
}: CrawlDatabase): AsyncGenerator<{ ids: Uint32Array; isExternal(index: number): boolean }> {
  const entries = batches({
    after: 0,
    read: after =>
      db
        .selectFrom('url_log')
        .select(['part', 'changes'])
        .where('crawl_id', '=', crawlId)
        .where('part', '>', after)
        .where('changes', 'is not', null)
        .orderBy('part')
        .limit(ENTRIES_AT_ONCE)
        .execute(),
    keyOf: row => row.part,
  })
  for await (const rows of entries) {
    for (const { changes } of rows) {
      if (changes === null) continue
      const { ids, marks } = unpackChanges(changes).changed
      yield { ids, isExternal: index => ((marks[index] ?? 0) & INTERNAL) === 0 }
    }
  }
}

/** URLs that a running crawl has only found, by id. */
export async function readLoggedUrls(crawl: CrawlDatabase, ids: readonly number[]): Promise<Map<number, string>> {
  const urls = new Map<number, string>()
  const parts = new Map<number, { firstId: number; ids: number[] }>()
  const blocks = await readBlocks(crawl)
  for (const id of ids) {
    const block = blocks.findLast(({ first_id }) => first_id <= id)
    if (!block || id >= block.first_id + block.url_count) continue
    const wanted = parts.get(block.part) ?? { firstId: block.first_id, ids: [] }
    parts.set(block.part, wanted)
    wanted.ids.push(id)
  }
  for (const some of slices([...parts.keys()], ENTRIES_AT_ONCE)) {
    const rows = await crawl.db
      .selectFrom('url_log')
      .select(['part', 'urls'])
      .where('crawl_id', '=', crawl.crawlId)
      .where('part', 'in', some)
      .execute()
    for (const row of rows) {
      const wanted = parts.get(row.part)
      const texts = row.urls === null ? [] : unpackUrls({ urls: row.urls })
      for (const id of wanted?.ids ?? []) urls.set(id, texts[id - (wanted?.firstId ?? 0)] ?? '')
    }
  }
  return urls
}

async function readBlocks({ db, crawlId }: CrawlDatabase) {
  return await db
    .selectFrom('url_log')
    .select(['part', 'first_id', 'url_count'])
    .where('crawl_id', '=', crawlId)
    .where('url_count', '>', 0)
    .orderBy('part')
    .execute()
}

/** Entries of one transaction. */
const DELETED_AT_ONCE = 500

/** Deletes the log of a crawl that goes on no more. */
export async function deleteLog({ db, crawlId }: CrawlDatabase): Promise<void> {
  for (let isMore = true; isMore; ) {
    const { numDeletedRows } = await db
      .deleteFrom('url_log')
      .where('crawl_id', '=', crawlId)
      .where('part', 'in', ({ selectFrom }) =>
        selectFrom('url_log').select('part').where('crawl_id', '=', crawlId).orderBy('part').limit(DELETED_AT_ONCE),
      )
      .executeTakeFirstOrThrow()
    isMore = Number(numDeletedRows) === DELETED_AT_ONCE
  }
}
