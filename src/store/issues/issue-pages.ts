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
