import { suppressedReasons } from '#shared/issue-settings.ts'
import type { CheckCounter, CheckCounters } from '#shared/page-record.ts'
import type { CrawlDatabase, SqlValue } from './database.ts'
import type { CountedWrite } from './fenced.ts'
import type { CrawlCounterTable, CrawlCounts } from './schema.ts'

const ADD_CHECK_COUNTER = `insert into check_counter (crawl_id, is_site, check_id, result, reason, count)
  values (?, ?, ?, ?, ?, ?)
  on conflict (crawl_id, is_site, check_id, result, reason) do update set count = check_counter.count + excluded.count`
const ADD_CRAWL_COUNTER = `insert into crawl_counter (crawl_id, name, key, count) values (?, ?, ?, ?)
  on conflict (crawl_id, name, key) do update set count = crawl_counter.count + excluded.count`

/** Adds the results of checks to the counters. */
export async function addCheckCounters(
  { transaction, specifics, crawlId }: CountedWrite,
  options: { counters: CheckCounters; isSite: boolean },
): Promise<void> {
  const rows: SqlValue[][] = []
  const add = (values: [checkId: string, result: string, reason: string], count: number) => {
    if (count > 0) rows.push([crawlId, options.isSite ? 1 : 0, ...values, count])
  }
  for (const [checkId, counter] of Object.entries(options.counters)) {
    add([checkId, 'passed', ''], counter.passed)
    add([checkId, 'failed', ''], counter.failed)
    for (const [reason, count] of Object.entries(counter.skipped)) add([checkId, 'skipped', reason], count)
  }
  await specifics.runEach(transaction, { statement: ADD_CHECK_COUNTER, rows })
}

/** A change of one counter: a skip for the reason, a failure where `reason` is null. */
export interface CounterShift {
  checkId: string
  isSite: boolean
  reason: string | null
  step: number
}

/** Changes the counters of check results afterwards. */
export async function shiftCheckCounters(
  { transaction, specifics, crawlId }: CountedWrite,
  shifts: readonly CounterShift[],
): Promise<void> {
  const sums = new Map<string, { shift: CounterShift; count: number }>()
  for (const shift of shifts) {
    const key = `${shift.isSite} ${shift.checkId} ${shift.reason ?? ''}`
    const sum = sums.get(key)
    if (sum) sum.count += shift.step
    else sums.set(key, { shift, count: shift.step })
  }
  const rows = [...sums.values()]
    .filter(({ count }) => count !== 0)
    .map(({ shift: { checkId, isSite, reason }, count }) => [
      crawlId,
      isSite ? 1 : 0,
      checkId,
      reason === null ? 'failed' : 'skipped',
      reason ?? '',
      count,
    ])
  await specifics.runEach(transaction, { statement: ADD_CHECK_COUNTER, rows })
}

/** Adds to the counters that a poll reads. */
export async function addCrawlCounters(
  { transaction, specifics, crawlId }: CountedWrite,
  options: { name: CrawlCounterTable['name']; sums: ReadonlyMap<string, number> },
): Promise<void> {
  const changed = [...options.sums].filter(([, count]) => count !== 0)
  const rows = changed.map(([key, count]) => [crawlId, options.name, key, count])
  await specifics.runEach(transaction, { statement: ADD_CRAWL_COUNTER, rows })
}

/** Counters of check results, pages and site together, by check. */
export async function readCheckCounters({
  db,
  crawlId,
}: CrawlDatabase): Promise<({ checkId: string } & CheckCounter)[]> {
  const rows = await db
    .selectFrom('check_counter')
    .select(['check_id', 'result', 'reason'])
    .select(({ fn }) => fn.sum<number>('count').as('count'))
    .where('crawl_id', '=', crawlId)
    .groupBy(['check_id', 'result', 'reason'])
    .having(({ fn }) => fn.sum<number>('count'), '>', 0)
    .orderBy('check_id')
    .orderBy('result')
    .orderBy('reason')
    .execute()
  const counters = new Map<string, { checkId: string } & CheckCounter>()
  const switchedOff = new Set(rows.filter(row => row.result === 'off').map(row => row.check_id))
  for (const row of rows) {
    if (row.result === 'off') continue
    const counter = counters.get(row.check_id) ?? { checkId: row.check_id, passed: 0, failed: 0, skipped: {} }
    counters.set(row.check_id, counter)
    if (row.result === 'skipped') counter.skipped[row.reason] = Number(row.count)
    else counter[row.result] = Number(row.count)
  }
  return [...counters.values()].map(counter => (switchedOff.has(counter.checkId) ? notJudged(counter) : counter))
}

/** All results of a check that is switched off count as skipped. */
function notJudged({ checkId, passed, failed, skipped }: { checkId: string } & CheckCounter) {
  const count = Object.values(skipped).reduce((sum, skips) => sum + skips, passed + failed)
  return { checkId, passed: 0, failed: 0, skipped: { [suppressedReasons['switched-off']]: count } }
}

/** One of the counters that a poll reads, by key, without zeros. */
export async function readCrawlCounter({ db, crawlId }: CrawlDatabase, name: CrawlCounterTable['name']) {
  return await db
    .selectFrom('crawl_counter')
    .select(['key', 'count'])
    .where('crawl_id', '=', crawlId)
    .where('name', '=', name)
    .where('count', '>', 0)
    .orderBy('key')
    .execute()
}

/** Counts of a crawl that has not begun. */
export function noCounts(): CrawlCounts {
  return {
    pagesCrawled: 0,
    pagesChecked: 0,
    pagesListed: 0,
    urlsFound: 0,
    urlsProbed: 0,
    urlsToProbe: 0,
    bytes: 0,
    bySeverity: { error: 0, warning: 0, info: 0 },
    byCategory: { brokenLinks: 0, redirects: 0, duplicates: 0, metaIssues: 0, other: 0 },
    passed: 0,
  }
}

/** Adds to a sum by key, gathered in memory and written once. */
export function addTo<Key>(sums: Map<Key, number>, key: Key, count = 1): void {
  sums.set(key, (sums.get(key) ?? 0) + count)
}
