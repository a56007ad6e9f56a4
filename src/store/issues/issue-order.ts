import { setImmediate } from 'node:timers/promises'
import { severities } from '#shared/model.ts'
import type { ClaimedDatabase, CrawlDatabase } from '../database/database.ts'
import { type CountedWrite, fencedWrite } from '../database/fenced.ts'
import { packNumbers, unpackNumbers } from '../database/packed-numbers.ts'
import { type IssueQuery, type OrderKey, type Run, readRun, readRuns, typesOf } from './issue-keys.ts'

/**
 * The order of the issues list as it is when a crawl ends: ids, each with what lists are filtered by. With it, issues that a search has
 * found are put in order without reading their rows. What changes the list deletes it.
 */

/** Issues of one part. */
const ISSUES_PER_PART = 10_000
/** Keys of all runs held at once while they are merged, and the fewest that are read of one. */
const KEYS_AT_ONCE = 20_000
const MIN_KEYS_AT_ONCE = 50
/** Parts read by one query: some milliseconds, in which an embedded database runs no other query. */
const PARTS_AT_ONCE = 10

/** What issues of a part have in common, as far as lists are filtered by it. */
interface Group extends Omit<Run, 'count'> {
  severityRank: number
  isOfOnePage: boolean
}

interface ListedIssue {
  key: OrderKey
  run: Run
}

/** Writes the order, in place of any that an interrupted writing has left. */
export async function writeIssueOrder(claimed: ClaimedDatabase): Promise<void> {
  let part = 0
  let listed: ListedIssue[] = []
  for await (const issue of mergedRuns(claimed)) {
    if (listed.length === ISSUES_PER_PART) {
      await writePart(claimed, { part, listed, isLast: false })
      listed = []
      part++
    }
    listed.push(issue)
  }
  if (listed.length > 0) await writePart(claimed, { part, listed, isLast: true })
}

async function writePart(
  claimed: ClaimedDatabase,
  { part, listed, isLast }: { part: number; listed: readonly ListedIssue[]; isLast: boolean },
): Promise<void> {
  const firstId = listed.reduce((lowest, { key }) => Math.min(lowest, key.id), Number.POSITIVE_INFINITY)
  const groups = new Map<string, number>()
  const positionOf = ({ key, run: { type, checkId, isNew } }: ListedIssue): number => {
    const group: Group = {
      type,
      checkId,
      isNew,
      severityRank: key.severity_rank,
      isOfOnePage: isOfOnePage(key),
    }
    const name = JSON.stringify(group)
    const position = groups.get(name) ?? groups.size
    groups.set(name, position)
    return position
  }
  const numbers = Uint32Array.from(listed.flatMap(issue => [issue.key.id - firstId, positionOf(issue)]))
  const row = {
    crawl_id: claimed.crawlId,
    part,
    is_last: isLast ? 1 : 0,
    first_id: firstId,
    groups: `[${[...groups.keys()].join()}]`,
    numbers: packNumbers(numbers),
  }
  await fencedWrite(claimed, {
    async write(fenced) {
      if (part === 0) await deleteIssueOrder(fenced)
      await fenced.transaction.insertInto('issue_order').values(row).execute()
    },
  })
  await setImmediate()
}

/** Called by what changes the list: issues that are suppressed or restored, or get another severity. */
export async function deleteIssueOrder({
  transaction,
  crawlId,
}: Pick<CountedWrite, 'transaction' | 'crawlId'>): Promise<void> {
  await transaction.deleteFrom('issue_order').where('crawl_id', '=', crawlId).execute()
}

/** Of the found issues those that the other filters let through, in the order of the list; null where the order is not stored. */
export async function inStoredOrder(
  crawl: CrawlDatabase,
  { query, found }: { query: IssueQuery; found: readonly number[] },
): Promise<number[] | null> {
  const last = await selectParts(crawl).select('part').where('is_last', '=', 1).executeTakeFirst()
  if (last === undefined || query.ids !== undefined) return null
  const isFound = idSet(found)
  const isWanted = groupFilter(query)
  const ids: number[] = []
  let partsRead = 0
  for (let from = 0; from <= last.part; from += PARTS_AT_ONCE) {
    const parts = await selectParts(crawl)
      .select(['first_id as firstId', 'groups', 'numbers'])
      .where('part', '>=', from)
      .where('part', '<', from + PARTS_AT_ONCE)
      .orderBy('part')
      .execute()
    partsRead += parts.length
    for (const { firstId, groups: json, numbers: packed } of parts) {
      const groups: Group[] = JSON.parse(json)
      const areWanted = groups.map(isWanted)
      const numbers = unpackNumbers(packed)
      for (let at = 0; at < numbers.length; at += 2) {
        const id = firstId + (numbers[at] ?? 0)
        if (areWanted[numbers[at + 1] ?? 0] === true && isFound(id)) ids.push(id)
      }
    }
    await setImmediate()
  }
  // Fewer where the list has changed in the meantime.
  return partsRead === last.part + 1 ? ids : null
}

function selectParts({ db, crawlId }: CrawlDatabase) {
  return db.selectFrom('issue_order').where('crawl_id', '=', crawlId)
}

function groupFilter(query: IssueQuery): (group: Group) => boolean {
  const { severity, checkId, reach, change } = query
  const types = typesOf(query)
  return group =>
    (types === null || types.includes(group.type)) &&
    (severity === undefined || group.severityRank === severities.indexOf(severity)) &&
    (checkId === undefined || group.checkId === checkId) &&
    (reach === undefined || group.isOfOnePage === (reach === 'one')) &&
    (change === undefined || group.isNew === (change === 'new' ? 1 : 0))
}

/** The column holds the number of pages below zero. */
function isOfOnePage({ affected_order }: OrderKey): boolean {
  return affected_order >= -1
}

/** Ids in a range that takes more bits than this are kept one by one. */
const MAX_BITS = 2 ** 28

/** Ascending ids as a set: a bit for each id of their range takes less time than a hash table. */
export function idSet(ids: readonly number[]): (id: number) => boolean {
  const first = ids[0] ?? 0
  const last = ids.at(-1) ?? 0
  const range = last - first + 1
  if (range > MAX_BITS) {
    const known = new Set(ids)
    return id => known.has(id)
  }
  const bits = new Uint8Array((range >> 3) + 1)
  for (const id of ids) bits[(id - first) >> 3] = (bits[(id - first) >> 3] ?? 0) | (1 << ((id - first) & 7))
  return id => id >= first && id <= last && ((bits[(id - first) >> 3] ?? 0) & (1 << ((id - first) & 7))) !== 0
}

interface Head {
  run: Run
  keys: OrderKey[]
  position: number
}

/**
 * All issues in the order of the list. Each run is read once, in parts, and the runs are merged here: a database server would sort
 * all of them for every part.
 */
async function* mergedRuns(crawl: CrawlDatabase): AsyncGenerator<ListedIssue> {
  const runs = await readRuns(crawl, {})
  const limit = Math.max(MIN_KEYS_AT_ONCE, Math.floor(KEYS_AT_ONCE / Math.max(1, runs.length)))
  const heads: Head[] = []
  for (const run of runs) {
    const keys = await readRun(crawl, { run, last: null, limit })
    insert(heads, { run, keys, position: 0 })
    await setImmediate()
  }
  for (;;) {
    const [head, next] = heads
    const key = head?.keys[head.position]
    if (head === undefined || key === undefined) return
    yield { key, run: head.run }
    head.position++
    if (head.position === head.keys.length) {
      head.keys = await readRun(crawl, { run: head.run, last: key, limit })
      head.position = 0
      await setImmediate()
    }
    if (next && head.keys.length > 0 && compareHeads(head, next) < 0) continue
    heads.shift()
    insert(heads, head)
  }
}

/** Keeps the heads in order, without those of runs that have ended. */
function insert(heads: Head[], head: Head): void {
  if (head.keys.length === 0) return
  let [low, high] = [0, heads.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const other = heads[middle]
    if (other && compareHeads(other, head) < 0) low = middle + 1
    else high = middle
  }
  heads.splice(low, 0, head)
}

function compareHeads(a: Head, b: Head): number {
  const [first, second] = [a.keys[a.position], b.keys[b.position]]
  if (!first || !second) return 0
  return (
    first.severity_rank - second.severity_rank ||
    first.affected_order - second.affected_order ||
    compareText(first.check_id, second.check_id) ||
    compareText(first.page_url, second.page_url) ||
    first.id - second.id
  )
}

/** As databases compare: by the bytes of UTF-8. */
function compareText(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b))
}
