import type { endpoints } from '#shared/api/endpoints.ts'
import type { Routes } from '../call.ts'
import { chosenCrawl, withOwnWebsite } from '../own-crawl.ts'
import type { RouteDeps } from './route-deps.ts'

/** What is stored about a crawl of the admin's own, as it is stored. */
export function diagnosticsRoutes({ store }: RouteDeps): Pick<Routes<typeof endpoints>, 'diagnostics'> {
  return {
    diagnostics: async (call, { crawl: crawlId }) => {
      const { reading } = store
      const { website } = await withOwnWebsite(store, call)
      const crawl = await chosenCrawl(store, { website, crawlId })
      return {
        crawl,
        isStopRequested: await store.crawls.isStopRequested(crawl.id),
        pageCounts: await reading.pageCounts(crawl.id),
        skippedCounts: await reading.skippedCounts(crawl.id),
        issueTypes: await reading.issueTypes(crawl.id),
        checkCounters: await reading.checkCounters(crawl.id),
      }
    },
  }
}
