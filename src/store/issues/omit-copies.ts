import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { batches, slices } from '../database/batches.ts'
import { type CounterShift, shiftCheckCounters } from '../database/counters.ts'
import type { ClaimedDatabase, SqlValue } from '../database/database.ts'
import { type FencedWrite, fencedWrite } from '../database/fenced.ts'
import { isAnyText, isBeyond, textForLookup } from '../database/indexed-text.ts'
import { copyKey, plainUrl } from '../pages/copy-key.ts'
import { countPages, pageBit, withoutPages } from '../pages/page-parts.ts'
import { unpackColumns } from '../pages/page-row.ts'
import { readParts } from './found-causes.ts'
import { readPageChecks, removePageIssue } from './page-issues.ts'

const INSERT_COPY = `insert into page_copy (crawl_id, url_id, original_id) values (?, ?, ?)
  on conflict (crawl_id, url_id) do nothing`

const INSERT_NUMBERED = `insert into page_copy (crawl_id, url_id, original_id)
  select alike.crawl_id, alike.url_id, original.url_id from page as alike
  join page as original on original.crawl_id = alike.crawl_id and original.number = ?
  where alike.crawl_id = ? and alike.number = ?
  on conflict (crawl_id, url_id) do nothing`
const SKIP_COPIED = `update page_copy set original_id = (
    select further.original_id from page_copy as further
    where further.crawl_id = page_copy.crawl_id and further.url_id = page_copy.original_id)
  where crawl_id = ?1 and original_id in (select url_id from page_copy where crawl_id = ?1)`

const UPDATE_PART = `update found_cause set pages = ?, described = ?
  where crawl_id = ? and check_id = ? and cause_key = ? and part = ?`

const KEYS_PER_BATCH = 500
/** Pages whose issues one transaction removes. */
const PAGES_AT_ONCE = 50

/** Why a check counts as not done on a page where it found something. */
const COPY_REASON = 'The page is a copy of another page, which has the finding'

/** Pages of crawl traps that show nothing new, by frontier number. */
export async function addCopies(
  claimed: ClaimedDatabase,
  copies: readonly { number: number; originalNumber: number }[],
): Promise<void> {
  const { crawlId } = claimed
  for (const slice of slices(copies, KEYS_PER_BATCH)) {
    await fencedWrite(claimed, {
      async write({ transaction, specifics }) {
        const rows = slice.map(({ number, originalNumber }) => [originalNumber, crawlId, number])
        await specifics.runEach(transaction, { statement: INSERT_NUMBERED, rows })
      },
    })
  }
}

/**
 * A page that shows the same under other parameters or the name of its index file has the mistakes of the page that it copies, so they are
 * not reported again; nor are those of `addCopies`. The original is the page with the plain URL, or else the copy that was numbered first,
 * so that the order of arrival does not matter. In short transactions: may be interrupted and called again.
 */
export async function omitCopies(claimed: ClaimedDatabase, abandon?: AbortSignal): Promise<void> {
  await findCopies(claimed, abandon)
  if (abandon?.aborted || !(await hasCopies(claimed))) return
  await fencedWrite(claimed, {
    async write({ transaction, specifics, crawlId }) {
      await specifics.runEach(transaction, { statement: SKIP_COPIED, rows: [[crawlId]] })
    },
  })
  let after: number | null = 0
  while (!abandon?.aborted && after !== null) {
    const from: number = after
    after = await fencedWrite(claimed, { write: fenced => omitSome(fenced, from) })
    await setImmediate()
  }
  if (after === null) await omitCauses(claimed, abandon)
}

/** Few sites have copies: all others are spared a look at each cause. */
async function hasCopies({ db, crawlId }: ClaimedDatabase): Promise<boolean> {
  const first = await db
    .selectFrom('page_copy')
    .select('url_id')
    .where('crawl_id', '=', crawlId)
    .limit(1)
    .executeTakeFirst()
  return first !== undefined
}

interface CopyKeyRow {
  value: string
  number: number
  urlId: number
  url: string
}

async function findCopies(claimed: ClaimedDatabase, abandon?: AbortSignal): Promise<void> {
  const group = { value: '', originalId: 0 }
  for await (const rows of readCopyKeys(claimed)) {
    if (abandon?.aborted) return
    const plain = await readPlainPages(claimed, rows)
    const known = await readOriginals(claimed, [...plain.values(), ...rows.map(({ urlId }) => urlId)])
    const copies: number[][] = []
    for (const { value, urlId } of rows) {
      if (group.value !== value) {
        const first = plain.get(value) ?? urlId
        // Of a page of a trap, the original is known; no two pages may be copies of each other.
        Object.assign(group, { value, originalId: known.get(first) ?? first })
      }
      if (group.originalId !== urlId && !known.has(urlId)) copies.push([claimed.crawlId, urlId, group.originalId])
    }
    if (copies.length === 0) continue
    await fencedWrite(claimed, {
      async write({ transaction, specifics }) {
        await specifics.runEach(transaction, { statement: INSERT_COPY, rows: copies })
      },
    })
  }
}

/** Pages with parameters, those with one key side by side, by number. */
function readCopyKeys({ db, specifics, crawlId }: ClaimedDatabase): AsyncGenerator<CopyKeyRow[]> {
  const byValue = sql.raw(specifics.indexedText.lookupKey('value'))
  const columns = [byValue, sql.ref('group_key.number'), sql.ref('group_key.url_id')]
  const all = db
    .selectFrom('group_key')
    .innerJoin('url', join => join.onRef('url.crawl_id', '=', 'group_key.crawl_id').onRef('url.id', '=', 'url_id'))
    .select(['value', 'group_key.number', 'url_id as urlId', 'url.url'])
    .where('group_key.crawl_id', '=', crawlId)
    .where('name', '=', 'copy')
    .orderBy(byValue)
    .orderBy('group_key.number')
    .orderBy('url_id')
    .limit(KEYS_PER_BATCH)
  return batches<CopyKeyRow | null, CopyKeyRow>({
    after: null,
    read: async after => {
      if (after === null) return await all.execute()
      const values = [textForLookup({ specifics }, after.value), sql`${after.number}`, sql`${after.urlId}`]
      return await all.where(isBeyond(columns, '>', values)).execute()
    },
    keyOf: row => row,
  })
}

/** The pages without parameters, by key. */
async function readPlainPages(
  { db, specifics, crawlId }: ClaimedDatabase,
  rows: readonly CopyKeyRow[],
): Promise<ReadonlyMap<string, number>> {
  const urls = [...new Set(rows.map(({ url }) => plainUrl(url)))]
  const pages = await db
    .selectFrom('url')
    .innerJoin('page', join => join.onRef('page.crawl_id', '=', 'url.crawl_id').onRef('page.url_id', '=', 'url.id'))
    .select(['url.id', 'url.url', 'page.columns'])
    .where('url.crawl_id', '=', crawlId)
    .where(isAnyText({ specifics }, 'url.url', urls))
    .execute()
  return new Map(
    pages.flatMap(({ id, url, columns }) => {
      const key = columns === null ? null : copyKey(url, unpackColumns(columns))
      return key === null ? [] : [[key, id] as const]
    }),
  )
}

/** By URL id, those of pages that are already known as copies. */
async function readOriginals(
  { db, crawlId }: ClaimedDatabase,
  urlIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('page_copy')
    .select(['url_id as urlId', 'original_id as originalId'])
    .where('crawl_id', '=', crawlId)
    .where('url_id', 'in', urlIds)
    .execute()
  return new Map(rows.map(({ urlId, originalId }) => [urlId, originalId]))
}

/** Returns the URL id where it stopped, null at the end. */
async function omitSome(fenced: FencedWrite, afterId: number): Promise<number | null> {
  const { transaction, crawlId, counts } = fenced
  const copies = await transaction
    .selectFrom('page_copy')
    .innerJoin('url', join => join.onRef('url.crawl_id', '=', 'page_copy.crawl_id').onRef('url.id', '=', 'url_id'))
    .select(['page_copy.url_id as urlId', 'url.url'])
    .where('page_copy.crawl_id', '=', crawlId)
    .where('page_copy.url_id', '>', afterId)
    .orderBy('page_copy.url_id')
    .limit(PAGES_AT_ONCE)
    .execute()
  const shifts: CounterShift[] = []
  for (const { url } of copies) {
    for (const checkId of await readPageChecks(fenced, url)) {
      const causeKeys = await removePageIssue(fenced, { checkId, url })
      // A finding of elements is counted where its causes are.
      if (causeKeys.length === 0) shifts.push(...shiftsOf(checkId, 1))
    }
  }
  await shiftCheckCounters(fenced, shifts)
  const ids = copies.map(({ urlId }) => urlId)
  // Like every page that was not checked, a copy has not passed.
  for (const isPassed of [1, 0]) {
    if (ids.length === 0) break
    const { numUpdatedRows } = await transaction
      .updateTable('page')
      .set({ fails_page_check: 1, is_passed: 0 })
      .where('crawl_id', '=', crawlId)
      .where('url_id', 'in', ids)
      .where('is_passed', '=', isPassed)
      .executeTakeFirst()
    counts.passed -= isPassed * Number(numUpdatedRows)
  }
  return copies.length < PAGES_AT_ONCE ? null : (ids.at(-1) ?? null)
}

function shiftsOf(checkId: string, pages: number): CounterShift[] {
  const shift = { checkId, isSite: false }
  return [
    { ...shift, reason: null, step: -pages },
    { ...shift, reason: COPY_REASON, step: pages },
  ]
}

/** Copies are no pages of the causes that they share with their original. */
async function omitCauses(claimed: ClaimedDatabase, abandon?: AbortSignal): Promise<void> {
  const { db, crawlId } = claimed
  const checks = await db
    .selectFrom('found_cause')
    .select('check_id as checkId')
    .distinct()
    .where('crawl_id', '=', crawlId)
    .orderBy('check_id')
    .execute()
  const copies = await readCopyParts(claimed)
  for (const { checkId } of checks) {
    if (abandon?.aborted) return
    await fencedWrite(claimed, { write: fenced => omitCausesOf(fenced, { checkId, copies }) })
    await setImmediate()
  }
}

/** Which pages are copies, by part. */
async function readCopyParts({ db, crawlId }: ClaimedDatabase): Promise<ReadonlyMap<number, number>> {
  const copies = new Map<number, number>()
  const read = (after: number) =>
    db
      .selectFrom('page_copy')
      .innerJoin('page', join =>
        join.onRef('page.crawl_id', '=', 'page_copy.crawl_id').onRef('page.url_id', '=', 'page_copy.url_id'),
      )
      .select(['page_copy.url_id as urlId', 'page.number'])
      .where('page_copy.crawl_id', '=', crawlId)
      .where('page_copy.url_id', '>', after)
      .orderBy('page_copy.url_id')
      .limit(KEYS_PER_BATCH)
      .execute()
  for await (const rows of batches({ after: 0, read, keyOf: (row: { urlId: number; number: number }) => row.urlId })) {
    for (const { number } of rows) {
      const { part, bit } = pageBit(number)
      copies.set(part, (copies.get(part) ?? 0) + bit)
    }
  }
  return copies
}

async function omitCausesOf(
  fenced: FencedWrite,
  { checkId, copies }: { checkId: string; copies: ReadonlyMap<number, number> },
): Promise<void> {
  const { transaction: db, specifics, crawlId } = fenced
  /** Copies with any cause of the check, by part. */
  const omitted = new Map<number, number>()
  for await (const rows of readParts({ db, specifics, crawlId }, checkId)) {
    const changed: SqlValue[][] = []
    for (const { key, part, pages, described } of rows) {
      const { common, left } = withoutPages(pages, copies.get(part) ?? 0)
      if (common === 0) continue
      const known = omitted.get(part) ?? 0
      omitted.set(part, known + withoutPages(common, known).left)
      changed.push([left, withoutPages(described, common).left, crawlId, checkId, key, part])
    }
    await specifics.runEach(db, { statement: UPDATE_PART, rows: changed })
  }
  const pages = [...omitted.values()].reduce((sum, bits) => sum + countPages(bits), 0)
  if (pages === 0) return
  await shiftCheckCounters(fenced, shiftsOf(checkId, pages))
}
