import type { NewIssue } from '#shared/model.ts'
import type { FencedWrite } from '../database/fenced.ts'
import { isText, isTextStatement } from '../database/indexed-text.ts'
import { restoreIssues } from './issue-moves.ts'
import { countIssues } from './issue-writes.ts'

const DELETE_ISSUE_URLS = (write: Pick<FencedWrite, 'specifics'>) => `delete from issue_url where crawl_id = ?1
  and ${isTextStatement(write, { column: 'url', value: '?2', key: 'lookupKey' })} and issue_id = ?3`
const DELETE_ISSUE = 'delete from issue where id = ?'

/** Removes what a check says of one page alone; returns the causes that it described. */
export async function removePageIssue(
  fenced: FencedWrite,
  { checkId, url }: { checkId: string; url: string },
): Promise<readonly number[]> {
  const { transaction, specifics, crawlId } = fenced
  const [suppressed] = await specifics.queryEach(transaction, {
    statement: findPageIssue(fenced, 'suppressed_issue'),
    rows: [[crawlId, url, checkId]],
  })
  // Restored first, so that the counters of suppressed issues follow.
  if (suppressed) await restoreIssues(fenced, [{ id: Number(suppressed.id) }])
  const [found] = await specifics.queryEach(transaction, {
    statement: findPageIssue(fenced, 'issue'),
    rows: [[crawlId, url, checkId]],
  })
  if (!found) return []
  const id = Number(found.id)
  const row = await transaction
    .selectFrom('issue')
    .select(['type', 'severity', 'details', 'is_new'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const details: NewIssue['details'] = JSON.parse(row.details)
  await specifics.runEach(transaction, { statement: DELETE_ISSUE_URLS(fenced), rows: [[crawlId, url, id]] })
  await specifics.runEach(transaction, { statement: DELETE_ISSUE, rows: [[id]] })
  const { type, severity } = row
  const issues = [{ type, severity, checkId, isNew: row.is_new === 1 }]
  await countIssues(fenced, { issues, isSite: false, step: -1 })
  return details.causeKeys ?? []
}

/** Of a page check there is one issue for each page, beside the causes that it shares. */
function findPageIssue(write: Pick<FencedWrite, 'specifics'>, table: 'issue' | 'suppressed_issue'): string {
  return `select ${table}.id from issue_url join ${table} on ${table}.id = issue_url.issue_id
    where issue_url.crawl_id = ?1 and ${isTextStatement(write, { column: 'issue_url.url', value: '?2', key: 'lookupKey' })}
      and issue_url.is_affected = 1 and ${table}.check_id = ?3 and ${table}.is_site = 0`
}

/** The checks that have an issue of the page alone, suppressed or not. */
export async function readPageChecks({ transaction, specifics, crawlId }: FencedWrite, url: string): Promise<string[]> {
  const ofPage = transaction
    .selectFrom('issue_url')
    .where('issue_url.crawl_id', '=', crawlId)
    .where(isText({ specifics }, 'issue_url.url', url))
    .where('issue_url.is_affected', '=', 1)
  const suppressed = ofPage
    .innerJoin('suppressed_issue', 'suppressed_issue.id', 'issue_url.issue_id')
    .select('suppressed_issue.check_id as checkId')
    .where('suppressed_issue.is_site', '=', 0)
  const rows = await ofPage
    .innerJoin('issue', 'issue.id', 'issue_url.issue_id')
    .select('issue.check_id as checkId')
    .where('issue.is_site', '=', 0)
    .union(suppressed)
    .orderBy('checkId')
    .execute()
  return rows.map(({ checkId }) => checkId)
}
