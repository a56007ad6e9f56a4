import { crawlOverview } from '#report/overview.ts'
import type { endpoints } from '#shared/api/endpoints.ts'
import type { Routes, WebsiteCall } from '../call.ts'
import { crawlSumsReader } from '../crawl-sums.ts'
import { crawlsBefore } from '../crawls-before.ts'
import { chosenCrawl } from '../own-crawl.ts'
import { websiteNotFound } from '../path-id.ts'
import { pauseCrawl, resumeCrawl } from '../pause-crawl.ts'
import { stopCrawl } from '../stop-crawl.ts'
import type { RouteDeps } from './route-deps.ts'

type CrawlRoutes = Pick<
  Routes<typeof endpoints>,
  'crawlResult' | 'clearCrawl' | 'stopCrawl' | 'pauseCrawl' | 'resumeCrawl' | 'clearCache'
>

/** A crawl that exists: its result, its clearing, its end. */
export function crawlRoutes(deps: RouteDeps): CrawlRoutes {
  const { store, control, pageSpeed, settings, now } = deps
  const sums = crawlSumsReader({ reading: store.reading, now })
  return {
    crawlResult: async ({ website }, { crawl: crawlId }) => {
      const crawl = await chosenCrawl(store, { website, crawlId })
      const [crawls, crawlSums, before] = await Promise.all([
        store.reading.crawls(crawl.websiteId),
        sums.read(crawl),
        crawlsBefore(crawl, { reading: store.reading, crawlsAtOnce: settings.crawlsAtOnce }),
      ])
      return crawlOverview({ crawl, crawls, sums: crawlSums, crawlsBefore: before })
    },

    clearCrawl: async (call, { after }) => {
      if (after === 'departure') return clearAfterDeparture(deps, call)
      const { id, crawl } = call.website
      if (!(await store.websites.clear(id, call.ownerId))) throw websiteNotFound()
      if (crawl.status !== 'complete') control.stop(crawl.id)
      control.sweep()
      return { message: 'Crawl data cleared' }
    },

    stopCrawl: ({ website }) => stopCrawl(deps, website.crawl),
    pauseCrawl: ({ website }) => pauseCrawl(deps, website.crawl),
    resumeCrawl: ({ website }) => resumeCrawl(deps, website.crawl),

    clearCache: async ({ website, ownerId }) => {
      await pageSpeed.forget({ ownerId, url: website.url })
      const crawls = await store.reading.crawls(website.id)
      sums.forget(crawls.map(crawl => crawl.id))
      return { message: 'Website cache has been cleared successfully' }
    },
  }
}

/** Data of signed-in users are kept until they clear them. */
async function clearAfterDeparture({ store, settings, now }: RouteDeps, { website, ownerId, visitor }: WebsiteCall) {
  if (visitor.account) return { message: 'The crawl data are kept while you have an account' }
  const clearAtMs = now() + settings.ephemeralSeconds * 1_000
  if (!(await store.websites.scheduleClear(website.id, ownerId, clearAtMs))) throw websiteNotFound()
  return { message: 'The crawl data will be cleared unless you return' }
}
