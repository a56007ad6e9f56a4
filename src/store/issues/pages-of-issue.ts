import { setImmediate } from 'node:timers/promises'
import { compare } from '#shared/page-list.ts'
import { slices } from '../database/batches.ts'
import type { CrawlDatabase } from '../database/database.ts'
import type { ReportCrawl } from '../database/kept-lists.ts'
import { comparePageKeys, findPage, type PageKey, pageKeyColumns } from '../pages/page-key.ts'
import { PageOrder } from '../pages/page-order.ts'
import { type PageQuery, type PageRow, readPageRows, selectFiltered } from '../pages/page-row.ts'
import { DEFAULT_LIST_ROWS, readPagesById } from '../pages/pages.ts'
import { readPageIdsOfIssue } from './issue-pages.ts'
import { findIssue } from './issues.ts'

/** The pages list of one issue. */
export type PagesOfIssueQuery = PageQuery & { issueId: number }

/** Rows read at once, and values of one `in` list. */
const PAGES_AT_ONCE = 1_000

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

async function positionAfter(crawl: CrawlDatabase, ids: readonly number[], url: string): Promise<number> {
  const page = await findPage(crawl, url)
  const position = page === undefined ? -1 : ids.indexOf(page.urlId)
  return position < 0 ? ids.length : position + 1
}

async function readIds(crawl: ReportCrawl, query: PagesOfIssueQuery): Promise<readonly number[]> {
  const { afterUrl: _after, offset: _offset, limit: _limit, ...filter } = query
  return await crawl.lists.read(crawl, {
    name: `pages of issue ${JSON.stringify(filter)}`,
    async make() {
      const issue = await findIssue(crawl, query.issueId)
      const ids = issue ? await readPageIdsOfIssue(crawl, issue) : []
      return filter.kind !== undefined || (filter.sort && !isLight(filter.sort.column))
        ? await sortedByRows(crawl, ids, filter)
        : await sortedByKeys(crawl, ids, filter)
    },
  })
}

/** Sorted by what is no part of a page's JSON. */
function isLight(column: string): boolean {
  return column === 'url' || column === 'inlinks'
}

async function sortedByKeys(crawl: CrawlDatabase, ids: readonly number[], filter: PageQuery): Promise<number[]> {
  const found: (PageKey & { inlinks: number; url: string })[] = []
  for (const slice of slices(ids, PAGES_AT_ONCE)) {
    const rows = await selectFiltered(crawl, filter)
      .innerJoin('url', join => join.onRef('url.crawl_id', '=', 'page.crawl_id').onRef('url.id', '=', 'page.url_id'))
      .select([...pageKeyColumns, 'page.inlink_count as inlinks', 'url.url'])
      .where('page.url_id', 'in', slice)
      .execute()
    found.push(...rows)
    await setImmediate()
  }
  const { sort } = filter
  const sign = sort?.isDescending ? -1 : 1
  const bySort = (a: (typeof found)[number], b: (typeof found)[number]) =>
    sort === undefined ? 0 : sign * (sort.column === 'url' ? compare(a.url, b.url) : compare(a.inlinks, b.inlinks))
  return found.sort((a, b) => bySort(a, b) || comparePageKeys(a, b)).map(({ urlId }) => urlId)
}

async function sortedByRows(crawl: CrawlDatabase, ids: readonly number[], filter: PageQuery): Promise<number[]> {
  const order = new PageOrder(filter)
  for (const slice of slices(await sortedByKeys(crawl, ids, withoutSort(filter)), PAGES_AT_ONCE)) {
    const rows = await readPageRows(selectFiltered(crawl, filter).where('page.url_id', 'in', slice))
    for (const { urlId, page } of rows.sort(comparePageKeys)) order.add(urlId, page)
    await setImmediate()
  }
  return order.ids()
}

function withoutSort({ sort: _, ...filter }: PageQuery): PageQuery {
  return filter
}
