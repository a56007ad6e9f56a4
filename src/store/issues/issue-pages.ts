import { type SqlBool, sql } from 'kysely'
import { affectedPages } from '#shared/affected-pages.ts'
import type { CrawlDatabase } from '../database/database.ts'
import { inOrder, isBeyond, textInOrder, textOrder } from '../database/indexed-text.ts'
import { findUrl, maskOf, readSources } from '../links/inlinks.ts'
import { readTargetsById } from '../links/link-targets.ts'
import type { IssueRow } from './issues.ts'

export interface IssuePagesQuery {
  issue: Pick<IssueRow, 'id' | 'pageUrl' | 'details' | 'affectedCount'>
  /** Only pages after this one in the order of the list; from the beginning without it. */
  after?: string | undefined
  limit: number
}

export interface IssuePages {
  /** Number of affected pages; a check of the whole site may name fewer. */
  total: number
  urls: string[]
}

/**
 * One part of the pages that an issue affects, in a stable order: those of a cause by URL; those that link to a target by frontier number,
 * where there are more than the issue names; otherwise those that it names.
 */
export async function readIssuePages(crawl: CrawlDatabase, query: IssuePagesQuery): Promise<IssuePages> {
  const { issue, after, limit } = query
  const { details, affectedCount } = issue
  if (details.causeKeys !== undefined && details.targetUrl === undefined && affectedCount > 1)
    return { total: affectedCount, urls: await readPagesOfCause(crawl, { issueId: issue.id, after, limit }) }
  const named = [...new Set(affectedPages(issue))]
  if (details.targetUrl !== undefined && named.length < affectedCount)
    return await readPagesOfTarget(crawl, { url: details.targetUrl, after, limit })
  const start = after === undefined ? 0 : named.indexOf(after) + 1
  const urls = after !== undefined && start === 0 ? [] : named.slice(start, start + limit)
  return { total: Math.max(affectedCount, named.length), urls }
}

/** Pages of a cause after one of them, by URL; none of other issues. */
export async function readPagesOfCause(
  { db, specifics, crawlId }: CrawlDatabase,
  { issueId, after = '', limit }: { issueId: number; after?: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('issue_url')
    .select('url')
    .where('crawl_id', '=', crawlId)
    .where('issue_id', '=', issueId)
    .where('is_of_cause', '=', ({ lit }) => lit(1))
    .where(isBeyond(textOrder({ specifics }, 'url'), '>', textInOrder({ specifics }, after)))
    .orderBy(inOrder({ specifics }, 'url'))
    .limit(limit)
    .execute()
  return rows.map(({ url }) => url)
}

/** Ids of the URLs of all pages that an issue affects. */
export async function readPageIdsOfIssue(
  crawl: CrawlDatabase,
  issue: IssuePagesQuery['issue'],
): Promise<readonly number[]> {
  const { db, specifics, crawlId } = crawl
  const { details, affectedCount } = issue
  if (details.causeKeys !== undefined && affectedCount > 1) {
    const { lookupKey } = specifics.indexedText
    const rows = await db
      .selectFrom('issue_url')
      .innerJoin('url', join =>
        join
          .onRef('url.crawl_id', '=', 'issue_url.crawl_id')
          .onRef('url.url', '=', 'issue_url.url')
          .on(sql<SqlBool>`${sql.raw(lookupKey('url.url'))} = ${sql.raw(lookupKey('issue_url.url'))}`),
      )
      .select('url.id')
      .where('issue_url.crawl_id', '=', crawlId)
      .where('issue_url.issue_id', '=', issue.id)
      .where('issue_url.is_of_cause', '=', ({ lit }) => lit(1))
      .execute()
    return rows.map(({ id }) => id)
  }
  const named = [...new Set(affectedPages(issue))]
  const target =
    details.targetUrl !== undefined && named.length < affectedCount
      ? await findUrl(crawl, details.targetUrl)
      : undefined
  if (target) {
    const all = { targetId: target.id, mask: maskOf(undefined), offset: 0, limit: Number.POSITIVE_INFINITY }
    const { sources } = await readSources(crawl, all)
    return [...sources.keys()]
  }
  const ids: number[] = []
  for (const url of named) {
    const found = await findUrl(crawl, url)
    if (found) ids.push(found.id)
  }
  return ids
}

async function readPagesOfTarget(
  crawl: CrawlDatabase,
  { url, after, limit }: { url: string; after?: string | undefined; limit: number },
): Promise<IssuePages> {
  const target = await findUrl(crawl, url)
  const last = after === undefined ? null : await findUrl(crawl, after)
  if (!target || last === undefined) return { total: 0, urls: [] }
  const { total, sources } = await readSources(crawl, {
    targetId: target.id,
    mask: maskOf(undefined),
    offset: 0,
    limit,
    ...(last && { afterId: last.id }),
  })
  const ids = [...sources.keys()]
  const targets = await readTargetsById(crawl, ids)
  return { total, urls: ids.flatMap(id => targets.get(id)?.url ?? []) }
}
