import { setImmediate } from 'node:timers/promises'
import type { IssueDetails, NewIssue } from '#shared/model.ts'
import type { CheckCounters } from '#shared/page-record.ts'
import type { SiteIssue, UrlList } from '#shared/site-facts.ts'
import { addCheckCounters } from '../database/counters.ts'
import type { ClaimedDatabase } from '../database/database.ts'
import { type FencedWrite, fencedWrite } from '../database/fenced.ts'
import { isTextStatement } from '../database/indexed-text.ts'
import { DECIDED } from '../pages/decided.ts'
import { isAfterPage, noPage, type PageKey, pageKeyColumns, pageOrder } from '../pages/page-key.ts'
import { decideIssues } from './apply-settings.ts'
import { restoreIssues } from './issue-moves.ts'
import { readListedPages } from './issue-pages.ts'
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
const INSERT_LISTED_URL = `insert into issue_url (crawl_id, url, issue_id, is_affected, is_listed)
  values (?, ?, ?, ?, ?) on conflict do nothing`
const DELETE_ISSUE = 'delete from issue where id = ?'

/** Writes issues of site checks, in several transactions, and makes their pages fail. The counters are written with the last. */
export async function addSiteIssues(
  claimed: ClaimedDatabase,
  added: readonly SiteIssue[],
  counters: CheckCounters,
): Promise<void> {
  await addListed(claimed, added)
  const groups = groupedByRows(added.filter(({ list }) => list === undefined))
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

interface Written {
  id: number
  issue: NewIssue
}

/** Writes issues with all pages of their lists, which are read as they are written, and decides about them when their pages are known. */
async function addListed(claimed: ClaimedDatabase, added: readonly SiteIssue[]): Promise<void> {
  const byWalk = new Map<UrlList['walk'], Map<string, Written[]>>()
  for (const { list, ...issue } of added) {
    if (!list) continue
    const [id = 0] = await fencedWrite(claimed, {
      write: fenced =>
        insertIssues(fenced, {
          issues: [issue],
          isSite: true,
          discoveredMs: fenced.committedMs,
          areUrlsLater: true,
        }),
    })
    const byKey = byWalk.get(list.walk) ?? new Map<string, Written[]>()
    byWalk.set(list.walk, byKey.set(list.key, [...(byKey.get(list.key) ?? []), { id, issue }]))
  }
  for (const [walk, byKey] of byWalk) {
    for await (const pages of listedPages(walk, byKey)) {
      await fencedWrite(claimed, { write: fenced => writeListedPages(fenced, pages) })
      await setImmediate()
    }
    for (const written of [...byKey.values()].flat()) {
      await fencedWrite(claimed, { write: fenced => closeListed(fenced, written) })
      await setImmediate()
    }
  }
}

interface ListedPage extends Written {
  url: string
}

async function* listedPages(
  walk: UrlList['walk'],
  byKey: ReadonlyMap<string, Written[]>,
): AsyncGenerator<ListedPage[]> {
  let pages: ListedPage[] = []
  for await (const { key, url } of walk()) {
    for (const written of byKey.get(key) ?? []) pages.push({ ...written, url })
    if (pages.length < MAX_ROWS) continue
    yield pages
    pages = []
  }
  if (pages.length > 0) yield pages
}

async function writeListedPages(fenced: FencedWrite, pages: readonly ListedPage[]): Promise<void> {
  const { transaction, specifics, crawlId } = fenced
  const rows = pages.map(({ id, url }) => [crawlId, url, id, 1, 1])
  await specifics.runEach(transaction, { statement: INSERT_LISTED_URL, rows })
  await failPages(fenced, new Set(pages.filter(({ issue }) => failsPages(issue)).map(({ url }) => url)))
}

/** Notes what the issue names besides its list, such as the home page, and decides about it. */
async function closeListed(fenced: FencedWrite, { id, issue }: Written): Promise<void> {
  const { transaction, specifics, crawlId, committedMs } = fenced
  const failed = failedUrls(issue)
  const affected = new Set(failed)
  const rows = issueUrls(issue).map(url => [crawlId, url, id, affected.has(url) ? 1 : 0, 0])
  await specifics.runEach(transaction, { statement: INSERT_LISTED_URL, rows })
  if (failsPages(issue)) await failPages(fenced, affected)
  await decideIssues(fenced, { issues: [issue], ids: [id], isSite: true, nowMs: committedMs })
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
    const removed = await fencedWrite(claimed, { write: fenced => removeListedPages(fenced) })
    if (removed === 0) break
    await setImmediate()
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
  const { committedMs } = fenced
  const ids = await insertIssues(fenced, { issues, isSite: true, discoveredMs: committedMs })
  await failPages(fenced, new Set(issues.filter(failsPages).flatMap(failedUrls)))
  await decideIssues(fenced, { issues, ids, isSite: true, nowMs: committedMs })
}

async function failPages(fenced: FencedWrite, failed: ReadonlySet<string>): Promise<void> {
  const { transaction, specifics, crawlId, counts } = fenced
  const pages = await specifics.queryEach(transaction, {
    statement: failPage(fenced),
    rows: [...failed].map(url => [crawlId, url]),
  })
  for (const page of pages) if (page?.fails_page_check === 0) counts.passed--
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

/** Removes a batch of the pages of the first issue that has a list; returns how many. */
async function removeListedPages(fenced: FencedWrite): Promise<number> {
  const { transaction, specifics, crawlId } = fenced
  const listed = await transaction
    .selectFrom('issue')
    .select('id')
    .where('crawl_id', '=', crawlId)
    .where('is_site', '=', ({ lit }) => lit(1))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('issue_url')
          .select('issue_url.issue_id')
          .where('issue_url.crawl_id', '=', crawlId)
          .whereRef('issue_url.issue_id', '=', 'issue.id')
          .where('issue_url.is_listed', '=', ({ lit }) => lit(1)),
      ),
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!listed) return 0
  const crawl = { db: transaction, specifics, crawlId }
  const urls = await readListedPages(crawl, { issueId: listed.id, limit: MAX_ROWS })
  const rows = urls.map(url => [crawlId, url, listed.id])
  await specifics.runEach(transaction, { statement: deleteIssueUrl(fenced), rows })
  return urls.length
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
