import { comparedCrawl, crawlChanges } from '#report/crawl-changes.ts'
import { issueResponse } from '#report/issue-list.ts'
import type { endpoints } from '#shared/api/endpoints.ts'
import { absenceCounts } from '#shared/changes.ts'
import { ISSUES_PAGE_SIZE } from '#shared/constants.ts'
import type { Routes } from '../call.ts'
import { chosenCrawl } from '../own-crawl.ts'
import type { RouteDeps } from './route-deps.ts'

type ChangeRoutes = Pick<Routes<typeof endpoints>, 'crawlChanges' | 'absentIssues' | 'changedPages'>

/** What changed since the crawl before. Without one, or where it is not kept any more, nothing did. */
export function changeRoutes({ store }: RouteDeps): ChangeRoutes {
  const { reading } = store
  return {
    crawlChanges: async ({ website }, query) => {
      const crawl = await chosenCrawl(store, { website, crawlId: query.crawl })
      return { change: await crawlChanges(reading, crawl) }
    },

    absentIssues: async ({ website }, query) => {
      const { change: absence = 'fixed', severity, check: checkId, offset = 0, limit = ISSUES_PAGE_SIZE } = query
      const crawl = await chosenCrawl(store, { website, crawlId: query.crawl })
      const earlier = await comparedCrawl(reading, crawl)
      if (!earlier) return { issues: [], totalCount: 0, hasMore: false }
      const [rows, changes] = await Promise.all([
        reading.absentIssues(crawl.id, { absence, severity, checkId, offset, limit }),
        reading.findingChanges(crawl.id),
      ])
      const totalCount = changes
        .filter(row => (severity ?? row.severity) === row.severity && (checkId ?? row.checkId) === row.checkId)
        .reduce((sum, row) => sum + row.changes[absenceCounts[absence]], 0)
      const issues = rows.map(row => issueResponse(row, earlier))
      return { issues, totalCount, hasMore: offset + limit < totalCount }
    },

    changedPages: async ({ website }, query) => {
      const { change = 'added', offset = 0, limit = ISSUES_PAGE_SIZE } = query
      const crawl = await chosenCrawl(store, { website, crawlId: query.crawl })
      const earlier = await comparedCrawl(reading, crawl)
      if (!earlier) return { urls: [], totalCount: 0, hasMore: false }
      const [urls, counts] = await Promise.all([
        reading.changedPages(crawl.id, { change, offset, limit }),
        reading.pageChanges(crawl.id),
      ])
      return { urls, totalCount: counts[change], hasMore: offset + limit < counts[change] }
    },
  }
}
