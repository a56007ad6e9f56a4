import type { IssueDetails, NewIssue } from '#shared/model.ts'
import type { CheckCounters } from '#shared/page-record.ts'
import { addCheckCounters } from '../database/counters.ts'
import type { ClaimedDatabase } from '../database/database.ts'
import { type FencedWrite, fencedWrite } from '../database/fenced.ts'
import { isTextStatement } from '../database/indexed-text.ts'
import { DECIDED } from '../pages/decided.ts'
import { isAfterPage, noPage, type PageKey, pageKeyColumns, pageOrder } from '../pages/page-key.ts'
import { decideIssues } from './apply-settings.ts'
import { restoreIssues } from './issue-moves.ts'
import { countIssues, failedUrls, failsPages, insertIssues, issueUrls } from './issue-writes.ts'

/** Rows of one transaction: an issue may name thousands of pages, and the lock must not be held for longer than by a commit. */
const MAX_ROWS = 2_000
const BATCH_SIZE = 500
/** Issues removed at once: each may name thousands of URLs. */
const MAX_REMOVED = 50

const failPage = (fenced: FencedWrite) => `update page set fails_site_check = 1, is_passed = 0
  where crawl_id = ?1 and fails_site_check = 0 and url_id = (select id from url
    where crawl_id = ?1 and ${isTextStatement(fenced, { column: 'url', value: '?2', key: 'lookupKey' })} and ${DECIDED})
  returning fails_page_check`
const PASS_PAGE = `update page set fails_site_check = 0, is_passed = 1 - fails_page_check
  where crawl_id = ? and url_id = ? and fails_site_check = 1 returning is_passed`
const deleteIssueUrl = (fenced: FencedWrite) => `delete from issue_url where crawl_id = ?1
  and ${isTextStatement(fenced, { column: 'url', value: '?2', key: 'lookupKey' })} and issue_id = ?3`
const DELETE_ISSUE = 'delete from issue where id = ?'

/** Writes issues of site checks, in several transactions, and makes their pages fail. The counters are written with the last. */
export async function addSiteIssues(
  claimed: ClaimedDatabase,
  added: readonly NewIssue[],
  counters: CheckCounters,
): Promise<void> {
  const groups = groupedByRows(added)
  const last = groups.pop() ?? []
  for (const issues of groups) {
    await fencedWrite(claimed, { write: fenced => writeIssues(fenced, issues) })
  }
  await fencedWrite(claimed, {
    async write(fenced) {
      await writeIssues(fenced, last)
      await addCheckCounters(fenced, { counters, isSite: true })
    },
  })
}

/**
 * Deletes everything that site checks have written, in bounded batches. May be interrupted and called again: the counters, which mark
 * an earlier run, are deleted last.
 */
export async function resetSiteIssues(claimed: ClaimedDatabase): Promise<void> {
  if (!(await hasSiteIssues(claimed))) return
  for (;;) {
    const returned = await fencedWrite(claimed, { write: fenced => returnSuppressed(fenced) })
    if (returned < MAX_REMOVED) break
  }
  for (;;) {
    const removed = await fencedWrite(claimed, { write: fenced => removeIssues(fenced) })
    if (removed < MAX_REMOVED) break
  }
  let after = noPage
  for (;;) {
    const last = await fencedWrite(claimed, { write: fenced => passPages(fenced, after) })
    if (!last) break
    after = last
  }
  await fencedWrite(claimed, {
    async write({ transaction, crawlId }) {
      await transaction.deleteFrom('issue_counter').where('crawl_id', '=', crawlId).where('is_site', '=', 1).execute()
      await transaction.deleteFrom('check_counter').where('crawl_id', '=', crawlId).where('is_site', '=', 1).execute()
    },
  })
}

async function hasSiteIssues(claimed: ClaimedDatabase): Promise<boolean> {
  return await fencedWrite(claimed, {
    async write({ transaction, crawlId }) {
      const ofSite = await transaction
        .selectFrom('issue_counter')
        .select('check_id')
        .where('crawl_id', '=', crawlId)
        .where('is_site', '=', 1)
        .unionAll(
          transaction
            .selectFrom('check_counter')
            .select('check_id')
            .where('crawl_id', '=', crawlId)
            .where('is_site', '=', 1),
        )
        .limit(1)
        .execute()
      return ofSite.length > 0
    },
  })
}

async function writeIssues(fenced: FencedWrite, issues: readonly NewIssue[]): Promise<void> {
  const { transaction, specifics, crawlId, counts, committedMs } = fenced
  const ids = await insertIssues(fenced, { issues, isSite: true, discoveredMs: committedMs })
  const failed = new Set(issues.filter(failsPages).flatMap(failedUrls))
  const pages = await specifics.queryEach(transaction, {
    statement: failPage(fenced),
    rows: [...failed].map(url => [crawlId, url]),
  })
  for (const page of pages) if (page?.fails_page_check === 0) counts.passed--
  await decideIssues(fenced, { issues, ids, isSite: true, nowMs: committedMs })
}

function groupedByRows(issues: readonly NewIssue[]): NewIssue[][] {
  const groups: NewIssue[][] = []
  let room = 0
  for (const issue of issues) {
    const rows = 1 + issueUrls(issue).length
    if (rows > room) {
      groups.push([])
      room = MAX_ROWS
    }
    groups.at(-1)?.push(issue)
    room -= rows
  }
  return groups
}

/** Restores suppressed issues, to be removed with the others. */
async function returnSuppressed(fenced: FencedWrite): Promise<number> {
  const rows = await fenced.transaction
    .selectFrom('suppressed_issue')
    .select('id')
    .where('crawl_id', '=', fenced.crawlId)
    .where('is_site', '=', ({ lit }) => lit(1))
    .orderBy('id')
    .limit(MAX_REMOVED)
    .execute()
  return await restoreIssues(fenced, rows)
}

async function removeIssues(fenced: FencedWrite): Promise<number> {
  const { transaction, specifics, crawlId } = fenced
  const rows = await transaction
    .selectFrom('issue')
    .select(['id', 'type', 'check_id as checkId', 'severity', 'page_url as pageUrl', 'details', 'is_new'])
    .where('crawl_id', '=', crawlId)
    .where('is_site', '=', ({ lit }) => lit(1))
    .orderBy('id')
    .limit(MAX_REMOVED)
    .execute()
  const urls = rows.flatMap(row => {
    const details: IssueDetails = JSON.parse(row.details)
    return issueUrls({ pageUrl: row.pageUrl, details }).map(url => [crawlId, url, row.id])
  })
  await specifics.runEach(transaction, { statement: deleteIssueUrl(fenced), rows: urls })
  await specifics.runEach(transaction, { statement: DELETE_ISSUE, rows: rows.map(row => [row.id]) })
  const counted = rows.map(({ is_new, ...row }) => ({ ...row, isNew: is_new === 1 }))
  await countIssues(fenced, { issues: counted, isSite: true, step: -1 })
  return rows.length
}

/** Lets the next batch of failed pages pass again; rows where it stopped, null at the end. */
async function passPages(
  { transaction, specifics, crawlId, counts }: FencedWrite,
  after: PageKey,
): Promise<PageKey | null> {
  const rows = await transaction
    .selectFrom('page')
    .select(pageKeyColumns)
    .where('crawl_id', '=', crawlId)
    .where('is_passed', '=', 0)
    .where(isAfterPage(after))
    .orderBy(pageOrder)
    .limit(BATCH_SIZE)
    .execute()
  const pages = await specifics.queryEach(transaction, {
    statement: PASS_PAGE,
    rows: rows.map(row => [crawlId, row.urlId]),
  })
  for (const page of pages) if (page?.is_passed === 1) counts.passed++
  return rows.at(-1) ?? null
}
