import { readReadiness } from '#report/readiness/readiness.ts'
import type { endpoints } from '#shared/api/endpoints.ts'
import type { Routes } from '../call.ts'
import { chosenCrawl } from '../own-crawl.ts'
import { computingTurns, requesterOf } from '../owner-turns.ts'
import type { RouteDeps } from './route-deps.ts'

/** What AI agents find, and how the accessibility criteria were tested. In turns: of a rendered crawl, pages are extracted again. */
export function readinessRoutes({ store }: Pick<RouteDeps, 'store'>): Pick<Routes<typeof endpoints>, 'readiness'> {
  const inTurn = computingTurns()
  return {
    readiness: async (call, query) => {
      const crawl = await chosenCrawl(store, { website: call.website, crawlId: query.crawl })
      return await inTurn(requesterOf(call), () => readReadiness(store, crawl))
    },
  }
}
