import {
  type Absence,
  absenceCounts,
  absences,
  type FindingChanges,
  noChanges,
  type PageChange,
} from '#shared/changes.ts'
import { type Severity, severities } from '#shared/model.ts'
import { slices } from '../database/batches.ts'
import { addCrawlCounters, addTo, readCrawlCounter } from '../database/counters.ts'
import type { ClaimedDatabase, CrawlDatabase } from '../database/database.ts'
import { type FencedWrite, fencedWrite } from '../database/fenced.ts'
import { readRuns } from './issue-keys.ts'
import { countIssues } from './issue-writes.ts'
import { type IssueRow, toIssueRow } from './issues.ts'

/** How a crawl compares with the earlier one: written when it ends, in short transactions, and read from counters and by pages. */

/** A finding of the earlier crawl that this crawl does not have. */
export interface AbsentIssue {
  /** Of the earlier crawl. */
  issueId: number
  checkId: string
  severity: Severity
  absence: Absence
}

/** Rows written by one transaction: some ten milliseconds, in which other writers wait. */
const ROWS_AT_ONCE = 500

const INSERT_ABSENT = `insert into absent_issue (crawl_id, absence, severity_rank, check_id, issue_id)
  values (?, ?, ?, ?, ?)`
const INSERT_PAGE = 'insert into changed_page (crawl_id, change, position, url) values (?, ?, ?, ?)'

/** Deletes what an interrupted comparison has written. */
export async function resetChanges(claimed: ClaimedDatabase): Promise<void> {
  const { db, crawlId } = claimed
  for (const { type, checkId } of await readRuns(claimed, { change: 'new' })) {
    const newIssues = () =>
      db
        .selectFrom('issue')
        .select('id')
        .where('crawl_id', '=', crawlId)
        .where('type', '=', type)
        .where('check_id', '=', checkId)
        .where('is_new', '=', 1)
        .limit(ROWS_AT_ONCE)
        .execute()
    for (let rows = await newIssues(); rows.length > 0; rows = await newIssues()) {
      const ids = rows.map(row => row.id)
      await fencedWrite(claimed, { write: fenced => setNew(fenced, { ids, isNew: 0 }) })
    }
  }
  await fencedWrite(claimed, {
    async write({ transaction }) {
      await transaction
        .updateTable('suppressed_issue')
        .set({ is_new: 0 })
        .where('crawl_id', '=', crawlId)
        .where('is_new', '=', 1)
        .execute()
      await transaction.deleteFrom('absent_issue').where('crawl_id', '=', crawlId).execute()
      await transaction.deleteFrom('changed_page').where('crawl_id', '=', crawlId).execute()
      await transaction
        .deleteFrom('crawl_counter')
        .where('crawl_id', '=', crawlId)
        .where('name', 'in', ['absent', 'changed-pages'])
        .execute()
    },
  })
}

/** Marks issues of the crawl, reported or suppressed, as new. */
export async function markNew(claimed: ClaimedDatabase, issueIds: readonly number[]): Promise<void> {
  for (const ids of slices(issueIds, ROWS_AT_ONCE))
    await fencedWrite(claimed, { write: fenced => setNew(fenced, { ids, isNew: 1 }) })
}

async function setNew(fenced: FencedWrite, { ids, isNew }: { ids: readonly number[]; isNew: 0 | 1 }): Promise<void> {
  const { transaction } = fenced
  const rows = await transaction
    .updateTable('issue')
    .set({ is_new: isNew })
    .where('id', 'in', ids)
    .where('is_new', '<>', isNew)
    .returning(['type', 'check_id as checkId', 'severity', 'is_site'])
    .execute()
  for (const isSite of [false, true]) {
    const issues = rows.filter(row => row.is_site === (isSite ? 1 : 0))
    const counted = (isCountedNew: boolean) => issues.map(issue => ({ ...issue, isNew: isCountedNew }))
    await countIssues(fenced, { issues: counted(isNew === 0), isSite, step: -1 })
    await countIssues(fenced, { issues: counted(isNew === 1), isSite, step: 1 })
  }
  await transaction.updateTable('suppressed_issue').set({ is_new: isNew }).where('id', 'in', ids).execute()
}

/** Adds findings of the earlier crawl that this crawl does not have. */
export async function addAbsent(claimed: ClaimedDatabase, absent: readonly AbsentIssue[]): Promise<void> {
  for (const some of slices(absent, ROWS_AT_ONCE))
    await fencedWrite(claimed, {
      async write(fenced) {
        const { transaction, specifics, crawlId } = fenced
        const sums = new Map<string, number>()
        for (const { absence, severity, checkId } of some) addTo(sums, `${absence} ${severity} ${checkId}`)
        const rows = some.map(({ absence, severity, checkId, issueId }) => [
          crawlId,
          absence,
          severities.indexOf(severity),
          checkId,
          issueId,
        ])
        await specifics.runEach(transaction, { statement: INSERT_ABSENT, rows })
        await addCrawlCounters(fenced, { name: 'absent', sums })
      },
    })
}

/** Adds pages that changed; `after` is the number of those that were added before. */
export async function addChangedPages(
  claimed: ClaimedDatabase,
  { change, urls, after }: { change: PageChange; urls: readonly string[]; after: number },
): Promise<void> {
  if (urls.length === 0) return
  await fencedWrite(claimed, {
    async write(fenced) {
      const { transaction, specifics, crawlId } = fenced
      const rows = urls.map((url, index) => [crawlId, change, after + index + 1, url])
      await specifics.runEach(transaction, { statement: INSERT_PAGE, rows })
      await addCrawlCounters(fenced, { name: 'changed-pages', sums: new Map([[change, urls.length]]) })
    },
  })
}

export interface CheckChanges {
  checkId: string
  severity: Severity
  changes: FindingChanges
}

/** By severity and check, from counters; of those without any finding in either crawl, none. */
export async function readFindingChanges(crawl: CrawlDatabase): Promise<CheckChanges[]> {
  const sums = new Map<string, CheckChanges>()
  const sumOf = (checkId: string, severity: Severity) => {
    const key = `${severity} ${checkId}`
    const sum = sums.get(key) ?? { checkId, severity, changes: noChanges() }
    sums.set(key, sum)
    return sum.changes
  }
  const found = await crawl.db
    .selectFrom('issue_counter')
    .select(['check_id', 'severity', 'is_new', 'count'])
    .where('crawl_id', '=', crawl.crawlId)
    .where('count', '>', 0)
    .execute()
  for (const { check_id, severity, is_new, count } of found)
    sumOf(check_id, severity)[is_new === 1 ? 'new' : 'unchanged'] += Number(count)
  for (const { key, count } of await readCrawlCounter(crawl, 'absent')) {
    const [absence, severity, checkId] = key.split(' ')
    const isKey = absences.find(each => each === absence)
    const ofSeverity = severities.find(each => each === severity)
    if (isKey && ofSeverity && checkId !== undefined) sumOf(checkId, ofSeverity)[absenceCounts[isKey]] += Number(count)
  }
  return [...sums.values()].sort(
    (a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity) || (a.checkId < b.checkId ? -1 : 1),
  )
}

export async function readPageChanges(crawl: CrawlDatabase): Promise<Record<PageChange, number>> {
  const counts = new Map((await readCrawlCounter(crawl, 'changed-pages')).map(({ key, count }) => [key, Number(count)]))
  const count = (change: PageChange) => counts.get(change) ?? 0
  return {
    added: count('added'),
    moved: count('moved'),
    redirected: count('redirected'),
    removed: count('removed'),
    'not-crawled': count('not-crawled'),
  }
}

/** Pages that changed, in the order of the pages list that they are in; of those that moved, where they are now. */
export async function readChangedPages(
  { db, crawlId }: CrawlDatabase,
  { change, offset, limit }: { change: PageChange; offset: number; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('changed_page')
    .select('url')
    .where('crawl_id', '=', crawlId)
    .where('change', '=', change)
    .where('position', '>', offset)
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(row => row.url)
}

export interface AbsentQuery {
  absence: Absence
  severity?: Severity | undefined
  checkId?: string | undefined
  offset: number
  limit: number
}

/** Absent findings by severity and check, as the earlier crawl has them; none where that is not kept any more. */
export async function readAbsentIssues(
  crawl: CrawlDatabase,
  { absence, severity, checkId, offset, limit }: AbsentQuery,
): Promise<IssueRow[]> {
  const changes = await readFindingChanges(crawl)
  const ids: number[] = []
  let skip = offset
  for (const each of severities) {
    if (severity !== undefined && severity !== each) continue
    const counted = changes.filter(row => row.severity === each && (checkId === undefined || row.checkId === checkId))
    const count = counted.reduce((sum, row) => sum + row.changes[absenceCounts[absence]], 0)
    if (skip < count && ids.length < limit)
      ids.push(
        ...(await readAbsentIds(crawl, { absence, severity: each, checkId, offset: skip, limit: limit - ids.length })),
      )
    skip = Math.max(0, skip - count)
  }
  return await readAnyIssues(crawl, ids)
}

async function readAbsentIds(
  { db, crawlId }: CrawlDatabase,
  { absence, severity = 'error', checkId, offset, limit }: AbsentQuery,
): Promise<number[]> {
  const rows = await db
    .selectFrom('absent_issue')
    .select('issue_id')
    .where('crawl_id', '=', crawlId)
    .where('absence', '=', absence)
    .where('severity_rank', '=', severities.indexOf(severity))
    .$if(checkId !== undefined, chosen => chosen.where('check_id', '=', checkId ?? ''))
    .orderBy('check_id')
    .orderBy('issue_id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(row => row.issue_id)
}

/** Issues of a crawl by their ids, whether they are in its report or suppressed. */
export async function readIssuesOfCrawl(crawl: CrawlDatabase, ids: readonly number[]): Promise<IssueRow[]> {
  return await readAnyIssues(crawl, ids, ({ crawl_id }) => crawl_id === crawl.crawlId)
}

/** Whether they are still in the report of their crawl or suppressed since. */
async function readAnyIssues(
  { db }: CrawlDatabase,
  ids: readonly number[],
  isWanted: (row: { crawl_id: number }) => boolean = () => true,
): Promise<IssueRow[]> {
  if (ids.length === 0) return []
  const reported = await db.selectFrom('issue').selectAll().where('id', 'in', ids).execute()
  const suppressed = await db.selectFrom('suppressed_issue').selectAll().where('id', 'in', ids).execute()
  const byId = new Map([...reported, ...suppressed].map(row => [row.id, row]))
  return ids.flatMap(id => {
    const row = byId.get(id)
    return row && isWanted(row) ? [toIssueRow(row)] : []
  })
}
