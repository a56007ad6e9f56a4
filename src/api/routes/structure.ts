import { readStructure } from '#report/structure.ts'
import type { endpoints } from '#shared/api/endpoints.ts'
import { MAX_STRUCTURE_LINKS, MAX_STRUCTURE_PAGES } from '#shared/structure.ts'
import type { Routes } from '../call.ts'
import { chosenCrawl } from '../own-crawl.ts'
import { pacedReading } from '../paced-reading.ts'
import type { RouteDeps } from './route-deps.ts'

/** The pages of a crawl as a tree with links. */
export function structureRoutes({ store }: RouteDeps): Pick<Routes<typeof endpoints>, 'structure'> {
  return {
    structure: async ({ website, signal }, { crawl: crawlId }) => {
      const crawl = await chosenCrawl(store, { website, crawlId })
      const reading = pacedReading(store.reading, signal)
      return readStructure(reading, { crawl, maxPages: MAX_STRUCTURE_PAGES, maxLinks: MAX_STRUCTURE_LINKS })
    },
  }
}
