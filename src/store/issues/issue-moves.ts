import { type SuppressedCause, type SuppressedKind, suppressedReasons } from '#shared/issue-settings.ts'
import { type IssueDetails, type IssueType, type NewIssue, type Severity, severities } from '#shared/model.ts'
import { addCrawlCounters, addTo, shiftCheckCounters } from '../database/counters.ts'
import type { SqlValue } from '../database/database.ts'
import type { CountedWrite } from '../database/fenced.ts'
import { isTextStatement } from '../database/indexed-text.ts'
import { countIssues, failedUrls, failsPages } from './issue-writes.ts'
import { type FailedPages, failPages, recomputePassed } from './recompute-passed.ts'

/**
 * Suppresses issues and restores them, within a transaction of the caller. All counters follow: they are those of a crawl in which the
 * issue was not found, but its check has not passed either. Rows of `issue_url` stay, and the issue keeps its id.
 */

const COLUMNS = `id, crawl_id, is_site, check_id, type, severity, severity_rank, affected_order, page_url, message, details,
  is_host_wide, discovered_ms, own_severity`
const SUPPRESS = `insert into suppressed_issue (${COLUMNS}, cause, mute_id, reason, checked_ms, suppressed_ms)
  select ${COLUMNS}, cast(? as text), cast(? as integer), cast(? as text), cast(? as bigint), cast(? as bigint)
  from issue where id = ?`
const RESTORE = `insert into issue (${COLUMNS}) select ${COLUMNS} from suppressed_issue where id = ?`
const DELETE_ISSUE = 'delete from issue where id = ?'
const DELETE_SUPPRESSED = 'delete from suppressed_issue where id = ?'
const CHANGE_CAUSE = 'update suppressed_issue set cause = ?, mute_id = ?, reason = ?, checked_ms = ? where id = ?'

const reportedOnPage = (write: CountedWrite) =>
  `select 'issue' as place from issue where crawl_id = ?1 and type = ?2 and check_id = ?3 and severity_rank in (0, 1, 2)
    and affected_order = ?4 and ${isTextStatement(write, { column: 'page_url', value: '?5', key: 'orderKey' })} limit 1`
// An expression: for the column itself SQLite would search the index by cause, past all other rows of the crawl.
const suppressedOnPage = (write: CountedWrite) =>
  `select max(cause || '') as cause from suppressed_issue
    where crawl_id = ?1 and check_id = ?2 and ${isTextStatement(write, { column: 'page_url', value: '?3', key: 'lookupKey' })}`
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
  const rows = await readRows(write, 'issue', options.moves)
  const causes = new Map(options.moves.map(move => [move.id, move.cause]))
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
  return rows.length
}

/** Restores issues; returns how many. */
export async function restoreIssues(write: CountedWrite, moves: readonly { id: number }[]): Promise<number> {
  const { transaction, specifics } = write
  const rows = await readRows(write, 'suppressed_issue', moves)
  const suppressed = await transaction
    .selectFrom('suppressed_issue')
    .select(['id', 'cause'])
    .where('id', 'in', [0, ...rows.map(row => row.id)])
    .execute()
  await keepingCounters(write, rows, async () => {
    await specifics.runEach(transaction, { statement: RESTORE, rows: idsOf(rows) })
    await specifics.runEach(transaction, { statement: DELETE_SUPPRESSED, rows: idsOf(rows) })
  })
  await countMoved(write, { rows, kinds: suppressed.map(suppressed => suppressed.cause), step: 1 })
  await failPages(write, await pagesOf(write, rows))
  return rows.length
}

/** Changes the causes of suppressed issues. */
export async function changeCauses(write: CountedWrite, changes: readonly Suppression[]): Promise<void> {
  const { transaction, specifics } = write
  const rows = await readRows(write, 'suppressed_issue', changes)
  const known = new Set(rows.map(row => row.id))
  const before = await transaction
    .selectFrom('suppressed_issue')
    .select('cause')
    .where('id', 'in', [0, ...known])
    .execute()
  const own = changes.filter(change => known.has(change.id))
  await keepingCounters(write, rows, async () => {
    await specifics.runEach(transaction, {
      statement: CHANGE_CAUSE,
      rows: own.map(({ id, cause }) => [...causeValues(cause), id]),
    })
  })
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
  await countBySite(write, rows, -1)
  await countBySite(write, after, 1)
  const changed = rows.filter((row, index) => failsPages(row) !== failsPages(after[index] ?? row))
  await recomputePages(write, changed)
  const changedIds = new Set(changed.map(row => row.id))
  await failPages(
    write,
    await pagesOf(
      write,
      after.filter(row => changedIds.has(row.id)),
    ),
  )
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
}

async function readRows(
  { transaction, crawlId }: CountedWrite,
  table: 'issue' | 'suppressed_issue',
  moves: readonly { id: number }[],
): Promise<MovedRow[]> {
  if (moves.length === 0) return []
  const rows = await transaction
    .selectFrom(table)
    .select(['id', 'crawl_id', 'is_site', 'check_id', 'type', 'severity', 'affected_order', 'page_url', 'is_host_wide'])
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

/** Pages that these issues made fail pass again, unless another issue makes them fail. */
async function recomputePages(write: CountedWrite, rows: readonly MovedRow[]): Promise<void> {
  await recomputePassed(write, await pagesOf(write, rows))
}

async function pagesOf(write: CountedWrite, rows: readonly MovedRow[]): Promise<FailedPages> {
  const failing = rows.filter(failsPages)
  const ofSite = failing.filter(row => row.isSite)
  return {
    byPageIssues: new Set(failing.filter(row => !row.isSite).map(row => row.pageUrl)),
    bySiteIssues: new Set((await readFailed(write, ofSite)).flatMap(failedUrls)),
  }
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
type Counted = { key: string; checkId: string; isSite: boolean; reported: Lookup; suppressed: Lookup }
type Lookup = { statement: string; values: SqlValue[] }

/** Runs a move and updates the counters of the checks. */
async function keepingCounters(
  write: CountedWrite,
  rows: readonly MovedRow[],
  move: () => Promise<void>,
): Promise<void> {
  const counted = [...new Map(rows.map(row => countedAs(write, row)).map(each => [each.key, each])).values()]
  const before = await reasonsOf(write, counted)
  await move()
  const after = await reasonsOf(write, counted)
  await shiftCheckCounters(
    write,
    counted.flatMap(({ checkId, isSite }, index) => {
      const from = before[index]
      const to = after[index]
      if (from === undefined || to === undefined || from === to) return []
      return [
        { checkId, isSite, reason: from, step: -1 },
        { checkId, isSite, reason: to, step: 1 },
      ]
    }),
  )
}

function countedAs(write: CountedWrite, row: MovedRow): Counted {
  const { id, isSite, checkId, type, affectedOrder, pageUrl } = row
  if (isSite) {
    const reported = { statement: REPORTED_BY_ID, values: [id] }
    return { key: String(id), checkId, isSite, reported, suppressed: { statement: SUPPRESSED_BY_ID, values: [id] } }
  }
  return {
    key: `${checkId} ${pageUrl}`,
    checkId,
    isSite,
    reported: { statement: reportedOnPage(write), values: [write.crawlId, type, checkId, affectedOrder, pageUrl] },
    suppressed: { statement: suppressedOnPage(write), values: [write.crawlId, checkId, pageUrl] },
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
