import { setAsideReasons } from '#shared/issue-settings.ts'
import type { CheckTallies, CheckTally } from '#shared/visit-result.ts'
import type { CountedWrite } from '../database/fenced.ts'
import type { CrawlDatabase, CrawlTallyTable, SqlValue } from '../database/schema.ts'

const ADD_CHECK_TALLY = `insert into check_tally (crawl_id, is_site, check_id, verdict, reason, count)
  values (?, ?, ?, ?, ?, ?)
  on conflict (crawl_id, is_site, check_id, verdict, reason) do update set count = check_tally.count + excluded.count`
const ADD_CRAWL_TALLY = `insert into crawl_tally (crawl_id, name, key, count) values (?, ?, ?, ?)
  on conflict (crawl_id, name, key) do update set count = crawl_tally.count + excluded.count`

/** Adds to how the checks went. */
export async function addCheckTallies(
  { transaction, specifics, crawlId }: CountedWrite,
  options: { tallies: CheckTallies; isSite: boolean },
): Promise<void> {
  const rows: SqlValue[][] = []
  const add = (values: [checkId: string, verdict: string, reason: string], count: number) => {
    if (count > 0) rows.push([crawlId, options.isSite ? 1 : 0, ...values, count])
  }
  for (const [checkId, tally] of Object.entries(options.tallies)) {
    add([checkId, 'passed', ''], tally.passed)
    add([checkId, 'failed', ''], tally.failed)
    for (const [reason, count] of Object.entries(tally.skipped)) add([checkId, 'skipped', reason], count)
  }
  await specifics.runEach(transaction, { statement: ADD_CHECK_TALLY, rows })
}

/** What a tally gains, or loses: a skip for the reason, a failure where there is none. */
export interface TallyShift {
  checkId: string
  isSite: boolean
  reason: string | null
  step: number
}

/** Changes how the checks went after the fact. */
export async function shiftCheckTallies(
  { transaction, specifics, crawlId }: CountedWrite,
  shifts: readonly TallyShift[],
): Promise<void> {
  const sums = new Map<string, { shift: TallyShift; count: number }>()
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
  await specifics.runEach(transaction, { statement: ADD_CHECK_TALLY, rows })
}

/** Adds to the sums that a poll asks for. */
export async function addCrawlTallies(
  { transaction, specifics, crawlId }: CountedWrite,
  options: { name: CrawlTallyTable['name']; sums: ReadonlyMap<string, number> },
): Promise<void> {
  const changed = [...options.sums].filter(([, count]) => count !== 0)
  const rows = changed.map(([key, count]) => [crawlId, options.name, key, count])
  await specifics.runEach(transaction, { statement: ADD_CRAWL_TALLY, rows })
}

/** How the checks went, those of pages and of the site together, by check. */
export async function readCheckTallies({ db, crawlId }: CrawlDatabase): Promise<({ checkId: string } & CheckTally)[]> {
  const rows = await db
    .selectFrom('check_tally')
    .select(['check_id', 'verdict', 'reason'])
    .select(({ fn }) => fn.sum<number>('count').as('count'))
    .where('crawl_id', '=', crawlId)
    .groupBy(['check_id', 'verdict', 'reason'])
    .having(({ fn }) => fn.sum<number>('count'), '>', 0)
    .orderBy('check_id')
    .orderBy('verdict')
    .orderBy('reason')
    .execute()
  const tallies = new Map<string, { checkId: string } & CheckTally>()
  const switchedOff = new Set(rows.filter(row => row.verdict === 'off').map(row => row.check_id))
  for (const row of rows) {
    if (row.verdict === 'off') continue
    const tally = tallies.get(row.check_id) ?? { checkId: row.check_id, passed: 0, failed: 0, skipped: {} }
    tallies.set(row.check_id, tally)
    if (row.verdict === 'skipped') tally.skipped[row.reason] = Number(row.count)
    else tally[row.verdict] = Number(row.count)
  }
  return [...tallies.values()].map(tally => (switchedOff.has(tally.checkId) ? notJudged(tally) : tally))
}

/** Whatever a check found, or did not find, before it was switched off. */
function notJudged({ checkId, passed, failed, skipped }: { checkId: string } & CheckTally) {
  const count = Object.values(skipped).reduce((sum, skips) => sum + skips, passed + failed)
  return { checkId, passed: 0, failed: 0, skipped: { [setAsideReasons['switched-off']]: count } }
}

/** One of the sums that a poll asks for, by key; those that are not zero. */
export async function readCrawlTally({ db, crawlId }: CrawlDatabase, name: CrawlTallyTable['name']) {
  return await db
    .selectFrom('crawl_tally')
    .select(['key', 'count'])
    .where('crawl_id', '=', crawlId)
    .where('name', '=', name)
    .where('count', '>', 0)
    .orderBy('key')
    .execute()
}
