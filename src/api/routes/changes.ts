import type { endpoints } from '#shared/api/endpoints.ts'
import type { Routes } from '../call.ts'
import { chosenCrawl } from '../own-crawl.ts'
import type { RouteDeps } from './route-deps.ts'

type ChangeRoutes = Pick<Routes<typeof endpoints>, 'crawlChanges' | 'absentIssues' | 'changedPages'>

/** What changed since the crawl before. */
export function changeRoutes({ store }: RouteDeps): ChangeRoutes {
  return {
    crawlChanges: async ({ website }, query) => {
      await chosenCrawl(store, { website, crawlId: query.crawl })
      return { change: null }
    },

    absentIssues: async ({ website }, query) => {
      await chosenCrawl(store, { website, crawlId: query.crawl })
      return { issues: [], totalCount: 0, hasMore: false }
    },

    changedPages: async ({ website }, query) => {
      await chosenCrawl(store, { website, crawlId: query.crawl })
      return { urls: [], totalCount: 0, hasMore: false }
    },
  }
}
