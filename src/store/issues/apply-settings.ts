import { type Selectable, sql } from 'kysely'
import { concernsCheck, type DecideIssue, type IssueSettings, issueDecider } from '#shared/issue-settings.ts'
import type { IssueType, NewIssue, Severity } from '#shared/model.ts'
import { batches, slices } from '../database/batches.ts'
import type { CrawlDatabase } from '../database/database.ts'
import type { CountedWrite } from '../database/fenced.ts'
import { inOrder, isBeyond, textInOrder, textOrder } from '../database/indexed-text.ts'
import type { SuppressedIssueTable } from '../database/issue-tables.ts'
import {
  changeCauses,
  type Relabelling,
  relabel,
  restoreIssues,
  type Suppression,
  suppressIssues,
} from './issue-moves.ts'
import { readSettings } from './settings-rows.ts'

/** Issues read and moved by one transaction: some ten milliseconds, in which other writers wait. */
const ISSUES_AT_ONCE = 100
/** The same for issues of site checks, each of which may affect a hundred pages and more. */
const SITE_ISSUES_AT_ONCE = 5

const WEBSITE_WITH_SETTINGS = `select website.id from crawl join website on website.id = crawl.website_id
  where crawl.id = ? and website.settings_version > 0`

/** Runs one write transaction on the crawl; null when it can no longer be written. */
export type WriteCrawl = <Result>(write: (counted: CountedWrite) => Promise<Result>) => Promise<Result | null>

/** The settings have changed in the meantime: the caller starts again. */
export class SettingsChanged extends Error {}

/**
 * Applies the settings of a website to all issues of a crawl, in short transactions. The result depends on the settings alone, not on
 * what was applied before or in which order; interrupted, it may start again. Returns the version of the settings that was applied;
 * null when the crawl does not exist.
 *
 * Pages and issues committed while the settings change follow the settings of their commit, so the settings are applied once more
 * before a crawl ends.
 */
export async function applySettings(
  crawl: CrawlDatabase,
  options: { websiteId: number; nowMs: number; write: WriteCrawl },
): Promise<number | null> {
  for (;;) {
    try {
      return await applyOnce(crawl, options)
    } catch (error) {
      if (!(error instanceof SettingsChanged)) throw error
    }
  }
}

interface Application {
  crawl: CrawlDatabase
  settings: IssueSettings
  decide: DecideIssue
  nowMs: number
  write: WriteCrawl
}

async function applyOnce(
  crawl: CrawlDatabase,
  { websiteId, nowMs, write }: { websiteId: number; nowMs: number; write: WriteCrawl },
): Promise<number | null> {
  const known = await readSettings(crawl.db, websiteId)
  if (!known) return null
  const { version, settings } = known
  const applied = await crawl.db
    .selectFrom('crawl')
    .select('settings_version')
    .where('id', '=', crawl.crawlId)
    .executeTakeFirst()
  // No settings: the case of most websites.
  if (version === 0 && applied?.settings_version === 0) return 0
  const checkedWrite: WriteCrawl = async run =>
    await write(async counted => {
      await holdVersion(counted, { websiteId, version })
      return await run(counted)
    })
  const application = { crawl, settings, decide: issueDecider(settings), nowMs, write: checkedWrite }
  await reviewSuppressed(application)
  for (const run of await readRuns(application)) await reviewRun(application, run)
  await reviewRelabelled(application)
  const isDone = await checkedWrite(async counted => {
    await markSwitchedOff(counted, settings)
    await counted.transaction
      .updateTable('crawl')
      .set({ settings_version: version })
      .where('id', '=', crawl.crawlId)
      .execute()
    return true
  })
  return isDone ? version : null
}

/** Locks the version of the settings until the transaction ends: a write, because a read would not prevent a change. */
export async function holdVersion(
  { transaction }: Pick<CountedWrite, 'transaction'>,
  { websiteId, version }: { websiteId: number; version: number },
): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('website')
    .set({ settings_version: version })
    .where('id', '=', websiteId)
    .where('settings_version', '=', version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new SettingsChanged()
}

/** Reviews muted and switched-off issues: restores them or changes their cause. Fixed ones stay suppressed. */
async function reviewSuppressed({ crawl, decide, write }: Application): Promise<void> {
  const walk = batches({
    after: 0,
    read: after =>
      crawl.db
        .selectFrom('suppressed_issue')
        .select(['id', 'is_site', 'check_id', 'page_url', 'severity', 'own_severity', 'cause', 'mute_id', 'reason'])
        .where('crawl_id', '=', crawl.crawlId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(ISSUES_AT_ONCE)
        .execute(),
    keyOf: row => row.id,
  })
  for await (const rows of walk) for (const some of inPortions(rows)) await reviewPortion({ decide, write }, some)
}

type SuppressedRow = Reviewed & Pick<Selectable<SuppressedIssueTable>, 'cause' | 'mute_id' | 'reason'>

async function reviewPortion(
  { decide, write }: Pick<Application, 'decide' | 'write'>,
  rows: readonly SuppressedRow[],
): Promise<void> {
  const back: { id: number }[] = []
  const otherwise: Suppression[] = []
  const relabelled: Relabelling[] = []
  for (const row of rows) {
    const { cause, relabelling } = decisionOn(row, decide)
    if (relabelling) relabelled.push(relabelling)
    if (row.cause === 'fixed') continue
    if (!cause) back.push({ id: row.id })
    else if (
      cause.kind !== row.cause ||
      (cause.kind === 'muted' && (cause.muteId !== row.mute_id || cause.reason !== row.reason))
    )
      otherwise.push({ id: row.id, cause })
  }
  if (back.length + otherwise.length + relabelled.length > 0)
    await write(async counted => {
      await relabel(counted, { table: 'suppressed_issue', changes: relabelled })
      await changeCauses(counted, otherwise)
      await restoreIssues(counted, back)
    })
}

interface Run {
  type: IssueType
  checkId: string
  isNew: number
}

async function readRuns({ crawl, settings }: Application): Promise<Run[]> {
  const runs = await crawl.db
    .selectFrom('issue_counter')
    .select(['type', 'check_id as checkId', 'is_new as isNew'])
    .where('crawl_id', '=', crawl.crawlId)
    .groupBy(['type', 'check_id', 'is_new'])
    .having(({ fn }) => fn.sum<number>('count'), '>', 0)
    .orderBy('type')
    .orderBy('check_id')
    .orderBy('is_new')
    .execute()
  return runs.filter(run => concernsCheck(settings, run.checkId))
}

/** Reviews the issues of one check, along the index of the list. An issue whose severity changes may be met twice. */
async function reviewRun(application: Application, { type, checkId, isNew }: Run): Promise<void> {
  const { crawl } = application
  const walk = batches({
    after: { rank: -1, order: 0, url: '', id: 0 },
    read: ({ rank, order, url, id }) =>
      crawl.db
        .selectFrom('issue')
        .select([
          'id',
          'is_site',
          'check_id',
          'page_url',
          'severity_rank',
          'affected_order',
          'severity',
          'own_severity',
        ])
        .where('crawl_id', '=', crawl.crawlId)
        .where('type', '=', type)
        .where('check_id', '=', checkId)
        .where('is_new', '=', isNew)
        .where(
          isBeyond(
            [sql.ref('severity_rank'), sql.ref('affected_order'), ...textOrder(crawl, 'page_url'), sql.ref('id')],
            '>',
            [sql`${rank}`, sql`${order}`, ...textInOrder(crawl, url), sql`${id}`],
          ),
        )
        .orderBy('severity_rank')
        .orderBy('affected_order')
        .orderBy(inOrder(crawl, 'page_url'))
        .orderBy('id')
        .limit(ISSUES_AT_ONCE)
        .execute(),
    keyOf: row => ({ rank: row.severity_rank, order: row.affected_order, url: row.page_url, id: row.id }),
  })
  for await (const rows of walk) for (const some of inPortions(rows)) await reviewIssues(application, some)
}

/** Reviews issues of checks without settings whose severity was changed before. */
async function reviewRelabelled(application: Application): Promise<void> {
  const { crawl } = application
  const walk = batches({
    after: 0,
    read: after =>
      crawl.db
        .selectFrom('issue')
        .select(['id', 'is_site', 'check_id', 'page_url', 'severity', 'own_severity'])
        .where('crawl_id', '=', crawl.crawlId)
        .where('own_severity', 'is not', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(ISSUES_AT_ONCE)
        .execute(),
    keyOf: row => row.id,
  })
  for await (const rows of walk) for (const some of inPortions(rows)) await reviewIssues(application, some)
}

/** Splits rows into what one transaction moves. */
function inPortions<Row extends Reviewed>(rows: readonly Row[]): Row[][] {
  const ofSite = rows.filter(row => row.is_site === 1)
  const ofPages = rows.filter(row => row.is_site === 0)
  return [...slices(ofPages, ISSUES_AT_ONCE), ...slices(ofSite, SITE_ISSUES_AT_ONCE)]
}

interface Reviewed {
  id: number
  is_site: number
  check_id: string
  page_url: string
  severity: Severity
  own_severity: Severity | null
}

/**
 * Applies the current settings to issues that were just written, within the same transaction. Where the settings change during a
 * crawl, earlier issues follow when it ends.
 */
export async function decideIssues(
  fenced: CountedWrite,
  committed: { issues: readonly NewIssue[]; ids: readonly number[]; isSite: boolean; nowMs: number },
): Promise<void> {
  if (committed.issues.length === 0) return
  const { transaction, specifics, crawlId } = fenced
  const [website] = await specifics.queryEach(transaction, { statement: WEBSITE_WITH_SETTINGS, rows: [[crawlId]] })
  if (!website) return
  const known = await readSettings(transaction, Number(website.id))
  if (!known) return
  const rows = committed.issues.map(({ checkId, pageUrl, severity }, index) => ({
    id: committed.ids[index] ?? 0,
    is_site: committed.isSite ? 1 : 0,
    check_id: checkId,
    page_url: pageUrl,
    severity,
    own_severity: null,
  }))
  const write: WriteCrawl = run => run(fenced)
  await reviewIssues({ decide: issueDecider(known.settings), nowMs: committed.nowMs, write }, rows)
}

async function reviewIssues(
  { decide, nowMs, write }: Pick<Application, 'decide' | 'nowMs' | 'write'>,
  rows: readonly Reviewed[],
): Promise<void> {
  const moves: Suppression[] = []
  const relabelled: Relabelling[] = []
  for (const row of rows) {
    const { cause, relabelling } = decisionOn(row, decide)
    if (cause) moves.push({ id: row.id, cause })
    if (relabelling) relabelled.push(relabelling)
  }
  if (moves.length + relabelled.length === 0) return
  await write(async counted => {
    await relabel(counted, { table: 'issue', changes: relabelled })
    await suppressIssues(counted, { moves, nowMs })
  })
}

function decisionOn(row: Reviewed, decide: DecideIssue) {
  const own = row.own_severity ?? row.severity
  const { severity, cause } = decide({ checkId: row.check_id, pageUrl: row.page_url, severity: own })
  const ownSeverity = severity === own ? null : own
  const isRelabelled = severity !== row.severity || ownSeverity !== row.own_severity
  const relabelling: Relabelling | null = isRelabelled ? { id: row.id, severity, ownSeverity } : null
  return { cause, relabelling }
}

/** Marks switched-off checks in the counters: all their results count as skipped. */
async function markSwitchedOff({ transaction, crawlId }: CountedWrite, { checks }: IssueSettings): Promise<void> {
  const off = checks.filter(check => check.isOff)
  await transaction.deleteFrom('check_counter').where('crawl_id', '=', crawlId).where('result', '=', 'off').execute()
  for (const { checkId } of off)
    await transaction
      .insertInto('check_counter')
      .values({ crawl_id: crawlId, is_site: 0, check_id: checkId, result: 'off', reason: '', count: 1 })
      .execute()
}
