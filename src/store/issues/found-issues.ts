import { type RawBuilder, sql } from 'kysely'
import type { CrawlDatabase, Database } from '../database/schema.ts'
import type { FindingQuery, FoundIssueRow } from '../ports/findings.ts'
import { toIssueRow } from './issues.ts'

/** Issues of one check in several crawls, found by the addresses that they name; hidden crawls answer nothing. */
export async function readIssuesNaming({ db }: Database, asked: FindingQuery): Promise<FoundIssueRow[]> {
  const { crawlIds, checkId, urls } = asked
  if (crawlIds.length === 0 || urls.length === 0) return []
  const crawls = await db
    .selectFrom('crawl')
    .select('id')
    .where('id', 'in', crawlIds)
    .where('is_hidden', '=', 0)
    .orderBy('id')
    .execute()
  if (crawls.length === 0) return []
  const named = namedIn(
    crawls.map(({ id }) => id),
    asked,
  )
  const standing = await db
    .selectFrom('issue')
    .selectAll()
    .where('id', 'in', named)
    .where('check_id', '=', checkId)
    .execute()
  const aside = await db
    .selectFrom('suppressed_issue')
    .selectAll()
    .where('id', 'in', named)
    .where('check_id', '=', checkId)
    .execute()
  const found = [
    ...standing.map(row => ({ row, suppressed: null })),
    ...aside.map(row => ({ row, suppressed: row.cause })),
  ]
  return found
    .map(({ row, suppressed }) => ({ ...toIssueRow(row), crawlId: row.crawl_id, suppressed }))
    .sort((a, b) => a.crawlId - b.crawlId || a.id - b.id)
}

/** One issue of a crawl, in its report or set aside; null for an id that is none of the crawl's. */
export async function findIssue({ db, crawlId }: CrawlDatabase, issueId: number): Promise<FoundIssueRow | null> {
  const standing = await db.selectFrom('issue').selectAll().where('id', '=', issueId).executeTakeFirst()
  if (standing?.crawl_id === crawlId) return { ...toIssueRow(standing), crawlId, suppressed: null }
  const aside = await db.selectFrom('suppressed_issue').selectAll().where('id', '=', issueId).executeTakeFirst()
  return aside?.crawl_id === crawlId ? { ...toIssueRow(aside), crawlId, suppressed: aside.cause } : null
}

/** A part of the index of each crawl, cut by itself: a page that thousands of issues name hides none of another crawl. */
function namedIn(crawlIds: readonly number[], { urls, limit }: FindingQuery): RawBuilder<number> {
  const parts = crawlIds.map(
    crawlId => sql`select issue_id from (select issue_id from issue_url where crawl_id = ${crawlId}
      and url in (${sql.join(urls)}) order by url, issue_id limit ${limit}) as named`,
  )
  return sql<number>`(${sql.join(parts, sql` union `)})`
}
