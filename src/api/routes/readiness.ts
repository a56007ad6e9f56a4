import { readReadiness } from '#report/readiness/readiness.ts'
import type { endpoints } from '#shared/api/endpoints.ts'
import type { Routes } from '../call.ts'
import { chosenCrawl } from '../own-crawl.ts'
import type { RouteDeps } from './route-deps.ts'

/** What AI agents find, and how the accessibility criteria were tested. */
export function readinessRoutes({ store }: Pick<RouteDeps, 'store'>): Pick<Routes<typeof endpoints>, 'readiness'> {
  return {
    readiness: async ({ website }, query) =>
      await readReadiness(store, await chosenCrawl(store, { website, crawlId: query.crawl })),
  }
}
