import { type SuppressedCause, type SuppressedKind, suppressedReasons } from '#shared/issue-settings.ts'
import { type IssueDetails, type IssueType, type NewIssue, type Severity, severities } from '#shared/model.ts'
import { addCrawlCounters, addTo, type CounterShift, shiftCheckCounters } from '../database/counters.ts'
import type { SqlValue } from '../database/database.ts'
import type { CountedWrite } from '../database/fenced.ts'
import { recountIssues } from '../pages/complete-page-list.ts'
import { issuesOfPage } from '../pages/issues-of-page.ts'
import { deleteIssueOrder } from './issue-order.ts'
import { readKeptPages } from './issue-pages.ts'
import { countIssues, failedUrls, failsPages } from './issue-writes.ts'
import { type FailedPages, failPages, recomputePassed } from './recompute-passed.ts'

/**
 * Suppresses issues and restores them, within a transaction of the caller. All counters follow: they are those of a crawl in which the
 * issue was not found, but its check has not passed either. Rows of `issue_url` and `issue_page` stay, and the issue keeps its id.
 */

const COLUMNS = `id, crawl_id, is_site, check_id, type, severity, severity_rank, affected_order, page_url, message, details,
  is_host_wide, discovered_ms, own_severity, is_new`
const SUPPRESS = `insert into suppressed_issue (${COLUMNS}, cause, mute_id, reason, checked_ms, suppressed_ms)
  select ${COLUMNS}, cast(? as text), cast(? as integer), cast(? as text), cast(? as bigint), cast(? as bigint)
  from issue where id = ?`
const RESTORE = `insert into issue (${COLUMNS}) select ${COLUMNS} from suppressed_issue where id = ?`
const DELETE_ISSUE = 'delete from issue where id = ?'
const DELETE_SUPPRESSED = 'delete from suppressed_issue where id = ?'
const CHANGE_CAUSE = 'update suppressed_issue set cause = ?, mute_id = ?, reason = ?, checked_ms = ? where id = ?'

const ofCheckOnPage = (
  write: CountedWrite,
  { table, selected }: { table: 'issue' | 'suppressed_issue'; selected: string },
) =>
  `select ${selected} from ${issuesOfPage(write)} join ${table} on ${table}.id = of_page.issue_id
    where ${table}.check_id = ?3 and ${table}.is_site = 0`
const reportedOnPage = (write: CountedWrite) =>
  `${ofCheckOnPage(write, { table: 'issue', selected: "'issue' as place" })} limit 1`
const suppressedOnPage = (write: CountedWrite) =>
  ofCheckOnPage(write, { table: 'suppressed_issue', selected: 'max(cause) as cause' })
const REPORTED_BY_ID = `select 'issue' as place from issue where id = ?`
const SUPPRESSED_BY_ID = 'select cause from suppressed_issue where id = ?'

export interface Suppression {
  id: number
  cause: SuppressedCause
}

/** Suppresses issues; returns how many. Ids of other crawls are ignored. */
export async function suppressIssues(
  write: CountedWrite,
  options: { moves: readonly Suppression[]; nowMs: number },
): Promise<number> {
  const { transaction, specifics } = write
  const found = await readRows(write, 'issue', options.moves)
  const causes = new Map(options.moves.map(move => [move.id, move.cause]))
  for (const rows of movedTogether(found)) {
    const moved = rows.flatMap(row => {
      const cause = causes.get(row.id)
      return cause ? [{ row, cause }] : []
    })
    await keepingCounters(write, rows, async () => {
      await specifics.runEach(transaction, {
        statement: SUPPRESS,
        rows: moved.map(({ row, cause }) => [...causeValues(cause), options.nowMs, row.id]),
      })
      await specifics.runEach(transaction, { statement: DELETE_ISSUE, rows: idsOf(rows) })
    })
    await countMoved(write, { rows, kinds: moved.map(({ cause }) => cause.kind), step: -1 })
    await recomputePages(write, rows)
    await recountPages(write, rows)
  }
  return found.length
}

/** Restores issues; returns how many. */
export async function restoreIssues(write: CountedWrite, moves: readonly { id: number }[]): Promise<number> {
  const { transaction, specifics } = write
  const found = await readRows(write, 'suppressed_issue', moves)
  for (const rows of movedTogether(found)) {
    const suppressed = await transaction
      .selectFrom('suppressed_issue')
      .select(['id', 'cause'])
      .where('id', 'in', [0, ...rows.map(row => row.id)])
      .execute()
    await keepingCounters(write, rows, async () => {
      await specifics.runEach(transaction, { statement: RESTORE, rows: idsOf(rows) })
      await specifics.runEach(transaction, { statement: DELETE_SUPPRESSED, rows: idsOf(rows) })
    })
    await countMoved(write, { rows, kinds: suppressed.map(({ cause }) => cause), step: 1 })
    for await (const pages of pagesOf(write, rows.filter(failsPages))) await failPages(write, pages)
    await recountPages(write, rows)
  }
  return found.length
}

/** Changes the causes of suppressed issues. */
export async function changeCauses(write: CountedWrite, changes: readonly Suppression[]): Promise<void> {
  const { transaction, specifics } = write
  const found = await readRows(write, 'suppressed_issue', changes)
  const known = new Set(found.map(row => row.id))
  const before = await transaction
    .selectFrom('suppressed_issue')
    .select('cause')
    .where('id', 'in', [0, ...known])
    .execute()
  const own = changes.filter(change => known.has(change.id))
  for (const rows of movedTogether(found)) {
    const ids = new Set(rows.map(row => row.id))
    await keepingCounters(write, rows, async () => {
      await specifics.runEach(transaction, {
        statement: CHANGE_CAUSE,
        rows: own.filter(({ id }) => ids.has(id)).map(({ id, cause }) => [...causeValues(cause), id]),
      })
    })
  }
  const sums = new Map<string, number>()
  for (const { cause } of before) addTo(sums, cause, -1)
  for (const { cause } of own) addTo(sums, cause.kind)
  await addCrawlCounters(write, { name: 'suppressed', sums })
}

export interface Relabelling {
  id: number
  severity: Severity
  /** The severity of the check, where it differs. */
  ownSeverity: Severity | null
}

/** Changes the severities of issues, reported or suppressed; lists and counters follow for reported ones. */
export async function relabel(
  write: CountedWrite,
  options: { table: 'issue' | 'suppressed_issue'; changes: readonly Relabelling[] },
): Promise<void> {
  const { transaction, specifics } = write
  const { table, changes } = options
  const rows = await readRows(write, table, changes)
  const byId = new Map(changes.map(change => [change.id, change]))
  const after = rows.map(row => ({ ...row, severity: byId.get(row.id)?.severity ?? row.severity }))
  await specifics.runEach(transaction, {
    statement: `update ${table} set severity = ?, severity_rank = ?, own_severity = ? where id = ?`,
    rows: after.map(({ id, severity }) => [
      severity,
      severities.indexOf(severity),
      byId.get(id)?.ownSeverity ?? null,
      id,
    ]),
  })
  if (table !== 'issue') return
  await deleteIssueOrder(write)
  await countBySite(write, rows, -1)
  await countBySite(write, after, 1)
  const changed = rows.filter((row, index) => failsPages(row) !== failsPages(after[index] ?? row))
  await recomputePages(write, changed)
  const changedIds = new Set(changed.map(row => row.id))
  for await (const pages of pagesOf(
    write,
    after.filter(row => changedIds.has(row.id) && failsPages(row)),
  ))
    await failPages(write, pages)
  await recountPages(write, rows)
}

interface MovedRow {
  id: number
  isSite: boolean
  checkId: string
  type: IssueType
  severity: Severity
  affectedOrder: number
  pageUrl: string
  isHostWide: boolean
  isNew: boolean
}

async function readRows(
  { transaction, crawlId }: CountedWrite,
  table: 'issue' | 'suppressed_issue',
  moves: readonly { id: number }[],
): Promise<MovedRow[]> {
  if (moves.length === 0) return []
  const rows = await transaction
    .selectFrom(table)
    .select([
      'id',
      'crawl_id',
      'is_site',
      'check_id',
      'type',
      'severity',
      'affected_order',
      'page_url',
      'is_host_wide',
      'is_new',
    ])
    // Without a condition on the crawl: with it the planner would read all issues of the crawl.
    .where(
      'id',
      'in',
      moves.map(move => move.id),
    )
    .orderBy('id')
    .execute()
  return rows
    .filter(row => row.crawl_id === crawlId)
    .map(row => ({
      id: row.id,
      isSite: row.is_site === 1,
      checkId: row.check_id,
      type: row.type,
      severity: row.severity,
      affectedOrder: row.affected_order,
      pageUrl: row.page_url,
      isHostWide: row.is_host_wide === 1,
      isNew: row.is_new === 1,
    }))
}

const idsOf = (rows: readonly { id: number }[]): SqlValue[][] => rows.map(row => [row.id])

function causeValues(cause: SuppressedCause): SqlValue[] {
  if (cause.kind === 'muted') return [cause.kind, cause.muteId, cause.reason, null]
  return [cause.kind, null, '', cause.kind === 'fixed' ? cause.checkedAtMs : null]
}

async function countMoved(
  write: CountedWrite,
  moved: { rows: readonly MovedRow[]; kinds: readonly SuppressedKind[]; step: 1 | -1 },
): Promise<void> {
  await countBySite(write, moved.rows, moved.step)
  const sums = new Map<string, number>()
  for (const kind of moved.kinds) addTo(sums, kind, -moved.step)
  await addCrawlCounters(write, { name: 'suppressed', sums })
}

async function countBySite(write: CountedWrite, rows: readonly MovedRow[], step: 1 | -1): Promise<void> {
  for (const isSite of [false, true])
    await countIssues(write, { issues: rows.filter(row => row.isSite === isSite), isSite, step })
}

/** An issue of a cause that several pages share moves alone: its pages are read part by part, and are counted once. */
function movedTogether(rows: readonly MovedRow[]): MovedRow[][] {
  const ofSinglePages = rows.filter(row => !isCause(row))
  const causes = rows.filter(isCause).map(row => [row])
  return ofSinglePages.length > 0 ? [ofSinglePages, ...causes] : causes
}

/** A page check is about one page, unless its issue is that of a cause. */
function isCause({ isSite, affectedOrder }: MovedRow): boolean {
  return !isSite && affectedOrder < -1
}

/** An issue of the site may have a list of all its pages, beside those that its details name. */
function isListed({ isSite, affectedOrder }: MovedRow): boolean {
  return isSite && affectedOrder < -1
}

/** Pages read at once. */
const PAGES_AT_ONCE = 500

async function* pagesOfCause(
  { transaction, specifics, crawlId }: CountedWrite,
  { id }: MovedRow,
): AsyncGenerator<string[]> {
  const crawl = { db: transaction, specifics, crawlId }
  let after: string | undefined
  do {
    const urls = await readKeptPages(crawl, { issueId: id, after, limit: PAGES_AT_ONCE })
    if (urls.length > 0) yield urls
    after = urls.at(-1)
  } while (after !== undefined)
}

/** Pages that these issues made fail pass again, unless another issue makes them fail. */
async function recomputePages(write: CountedWrite, rows: readonly MovedRow[]): Promise<void> {
  for await (const pages of pagesOf(write, rows.filter(failsPages))) await recomputePassed(write, pages)
}

/** The pages list counts the issues of each page. */
async function recountPages(write: CountedWrite, rows: readonly MovedRow[]): Promise<void> {
  for await (const { byPageIssues, bySiteIssues } of pagesOf(write, rows))
    await recountIssues(write, [...byPageIssues, ...bySiteIssues])
}

/** Pages that these issues affect. */
async function* pagesOf(write: CountedWrite, rows: readonly MovedRow[]): AsyncGenerator<FailedPages> {
  const ofPages = rows.filter(row => !row.isSite && !isCause(row))
  yield {
    byPageIssues: new Set(ofPages.map(row => row.pageUrl)),
    bySiteIssues: new Set(
      (
        await readFailed(
          write,
          rows.filter(row => row.isSite),
        )
      ).flatMap(failedUrls),
    ),
  }
  for (const cause of rows.filter(isCause))
    for await (const urls of pagesOfCause(write, cause)) yield { byPageIssues: new Set(urls), bySiteIssues: new Set() }
  for (const issue of rows.filter(isListed))
    for await (const urls of pagesOfCause(write, issue)) yield { byPageIssues: new Set(), bySiteIssues: new Set(urls) }
}

/** Reads the issues from either table. */
async function readFailed(
  { transaction }: CountedWrite,
  rows: readonly MovedRow[],
): Promise<Pick<NewIssue, 'pageUrl' | 'details'>[]> {
  if (rows.length === 0) return []
  const ids = rows.map(row => row.id)
  const found = await transaction
    .selectFrom('issue')
    .select(['page_url', 'details'])
    .where('id', 'in', ids)
    .unionAll(transaction.selectFrom('suppressed_issue').select(['page_url', 'details']).where('id', 'in', ids))
    .execute()
  return found.map(row => {
    const details: IssueDetails = JSON.parse(row.details)
    return { pageUrl: row.page_url, details }
  })
}

/** What the counters count once: a page check on a page, or one issue of a site check. */
interface Counted {
  checkId: string
  isSite: boolean
  reported: Lookup
  suppressed: Lookup
}
type Lookup = { statement: string; values: SqlValue[] }

/** Runs a move and updates the counters of the checks. */
async function keepingCounters(
  write: CountedWrite,
  rows: readonly MovedRow[],
  move: () => Promise<void>,
): Promise<void> {
  const before = await countedResults(write, { rows, step: -1 })
  await move()
  const after = await countedResults(write, { rows, step: 1 })
  await shiftCheckCounters(write, [...before, ...after])
}

/** How many of the pages and issues are in which counter; as changes of that counter. */
async function countedResults(
  write: CountedWrite,
  { rows, step }: { rows: readonly MovedRow[]; step: 1 | -1 },
): Promise<CounterShift[]> {
  const sums = new Map<string, CounterShift>()
  for await (const counted of countedOf(write, rows)) {
    const reasons = await reasonsOf(write, counted)
    for (const [index, { checkId, isSite }] of counted.entries()) {
      const reason = reasons[index]
      if (reason === undefined) continue
      const key = `${isSite} ${checkId} ${reason ?? ''}`
      const sum = sums.get(key) ?? { checkId, isSite, reason, step: 0 }
      sum.step += step
      sums.set(key, sum)
    }
  }
  return [...sums.values()]
}

async function* countedOf(write: CountedWrite, rows: readonly MovedRow[]): AsyncGenerator<Counted[]> {
  const single = rows
    .filter(row => !isCause(row))
    .map(row => (row.isSite ? countedIssue(row) : countedPage(write, row)))
  yield [...new Map(single.map(each => [each.reported.values.join(' '), each])).values()]
  for (const cause of rows.filter(isCause))
    for await (const urls of pagesOfCause(write, cause))
      yield urls.map(pageUrl => countedPage(write, { checkId: cause.checkId, pageUrl }))
}

function countedIssue({ id, checkId }: MovedRow): Counted {
  return {
    checkId,
    isSite: true,
    reported: { statement: REPORTED_BY_ID, values: [id] },
    suppressed: { statement: SUPPRESSED_BY_ID, values: [id] },
  }
}

function countedPage(write: CountedWrite, { checkId, pageUrl }: Pick<MovedRow, 'checkId' | 'pageUrl'>): Counted {
  const values = [write.crawlId, pageUrl, checkId]
  return {
    checkId,
    isSite: false,
    reported: { statement: reportedOnPage(write), values },
    suppressed: { statement: suppressedOnPage(write), values },
  }
}

/** null where a reported issue is left, otherwise why none is; the last reason in the alphabet when there are several. */
async function reasonsOf(
  { transaction, specifics }: CountedWrite,
  counted: readonly Counted[],
): Promise<(string | null)[]> {
  const reasons: (string | null)[] = []
  for (const { reported, suppressed } of counted) {
    const [stands] = await specifics.queryEach(transaction, { statement: reported.statement, rows: [reported.values] })
    if (stands) {
      reasons.push(null)
      continue
    }
    const [found] = await specifics.queryEach(transaction, {
      statement: suppressed.statement,
      rows: [suppressed.values],
    })
    reasons.push(reasonOf(found?.cause))
  }
  return reasons
}

function reasonOf(cause: unknown): string | null {
  return cause === 'muted' || cause === 'switched-off' || cause === 'fixed' ? suppressedReasons[cause] : null
}
