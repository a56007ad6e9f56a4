import { setImmediate } from 'node:timers/promises'
import type { PageCondition } from '#shared/page-conditions.ts'
import { slices } from '../database/batches.ts'
import type { ReportCrawl } from '../database/kept-lists.ts'
import type { PageQuery, PageRow } from '../pages/page-row.ts'
import { DEFAULT_LIST_ROWS, listedAmong, positionAfter, readAllIds, readPagesById } from '../pages/pages.ts'
import { type IssuePagesQuery, readPageIdsOfIssue } from './issue-pages.ts'
import { findIssue } from './issues.ts'

/** The pages list of one issue. */
export type PagesOfIssueQuery = PageQuery & { issueId: number }

/** Values of one `in` list. */
const MAX_LISTED = 1_000
/** Issues counted before others are served. */
const ISSUES_AT_ONCE = 25

/** The pages that an issue affects, as far as they match the other filters, in the order of the pages list. */
export async function readPagesOfIssue(crawl: ReportCrawl, query: PagesOfIssueQuery): Promise<PageRow[]> {
  const { offset = 0, limit = DEFAULT_LIST_ROWS, afterUrl } = query
  const ids = await readIds(crawl, query)
  const start = afterUrl === undefined ? offset : await positionAfter(crawl, ids, afterUrl)
  return await readPagesById(crawl, ids.slice(start, start + limit))
}

/** How many pages of an issue match. */
export async function countPagesOfIssue(crawl: ReportCrawl, query: PagesOfIssueQuery): Promise<number> {
  return (await readIds(crawl, query)).length
}

/** How many of the pages that each issue affects meet conditions, by the id of the issue. */
export async function countPartPages(
  crawl: ReportCrawl,
  { issues, conditions }: { issues: readonly IssuePagesQuery['issue'][]; conditions: readonly PageCondition[] },
): Promise<ReadonlyMap<number, number>> {
  const wanted = new Set(await readAllIds(crawl, { conditions }))
  const counts = new Map<number, number>()
  for (const some of slices(issues, ISSUES_AT_ONCE)) {
    await setImmediate()
    for (const issue of some) {
      const ids = await readPageIdsOfIssue(crawl, issue)
      counts.set(issue.id, ids.filter(id => wanted.has(id)).length)
    }
  }
  return counts
}

async function readIds(crawl: ReportCrawl, query: PagesOfIssueQuery): Promise<readonly number[]> {
  const { afterUrl: _after, offset: _offset, limit: _limit, issueId, ...filter } = query
  return await crawl.lists.read(crawl, {
    name: `pages of issue ${JSON.stringify({ issueId, ...filter })}`,
    async make() {
      const issue = await findIssue(crawl, issueId)
      const ids = issue ? await readPageIdsOfIssue(crawl, issue) : []
      if (ids.length <= MAX_LISTED) return await listedAmong(crawl, filter, ids)
      const affected = new Set(ids)
      return (await readAllIds(crawl, filter)).filter(id => affected.has(id))
    },
  })
}
