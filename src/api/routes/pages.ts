import { issuePages } from '#report/issue-list.ts'
import { pageResponse } from '#report/page-list.ts'
import type { endpoints } from '#shared/api/endpoints.ts'
import { MAX_PAGES_PER_RESPONSE, PAGES_PER_ISSUE_DEFAULT, type pageOrder } from '#shared/api/pages.ts'
import type { ParameterValues } from '#shared/api/query.ts'
import type { PageQuery } from '#store/store.ts'
import type { Routes } from '../call.ts'
import { pageFilter } from '../list-filters.ts'
import { chosenCrawl } from '../own-crawl.ts'
import type { RouteDeps } from './route-deps.ts'

/** The pages list: a plain array, with the number of all rows that match beside it in a header. */
export function pageRoutes({ store }: RouteDeps): Pick<Routes<typeof endpoints>, 'listPages'> {
  return {
    listPages: async (call, asked) => {
      const { offset = 0, limit = MAX_PAGES_PER_RESPONSE } = asked
      const crawl = await chosenCrawl(store, { website: call.website, crawlId: asked.crawl })
      const urls = asked.issues && (await urlsOfIssues(store, { crawlId: crawl.id, ...asked, issues: asked.issues }))
      const filter = { ...pageFilter(asked), ...listOrder(asked), ...(urls && { urls }) }
      call.setHeader('X-Total-Count', String(await store.reading.countPages(crawl.id, filter)))
      const rows = await store.reading.pages(crawl.id, { ...filter, offset, limit })
      return rows.map(row => pageResponse(row, crawl.websiteId))
    },
  }
}

/** What the list has beyond its export. */
function listOrder({ sort, order }: ParameterValues<typeof pageOrder>): PageQuery {
  return sort === undefined ? {} : { sort: { column: sort, isDescending: order === 'descending' } }
}

/** The first addresses that each issue is about. */
async function urlsOfIssues(
  { reading }: RouteDeps['store'],
  {
    crawlId,
    issues,
    perIssue = PAGES_PER_ISSUE_DEFAULT,
  }: { crawlId: number; issues: readonly number[]; perIssue?: number },
): Promise<string[]> {
  const rows = await reading.issuesById(crawlId, issues)
  return [...new Set(rows.flatMap(row => issuePages(row).slice(0, perIssue)))]
}
