import { crawlOverview } from '#report/overview.ts'
import type { endpoints } from '#shared/api.ts'
import type { Routes } from '../call.ts'
import { crawlSumsReader } from '../crawl-sums.ts'
import { ownCrawl, ownWebsite, websiteNotFound } from '../own-crawl.ts'
import { choiceParameter } from '../query.ts'
import type { RouteDeps } from './route-deps.ts'

type CrawlRoutes = Pick<Routes<typeof endpoints>, 'crawlResult' | 'clearCrawl' | 'stopCrawl'>

/** A crawl that exists: its result, its clearing, its end. */
export function crawlRoutes({ store, control, settings, now }: RouteDeps): CrawlRoutes {
  const sumsOf = crawlSumsReader({ reading: store.reading, now })
  return {
    crawlResult: async call => {
      const crawl = await ownCrawl(store, call)
      const [crawls, sums] = await Promise.all([store.reading.crawls(crawl.websiteId), sumsOf(crawl)])
      return crawlOverview({ crawl, crawls, sums })
    },

    clearCrawl: async call => {
      const { website, ownerId } = await ownWebsite(store, call)
      const { id, crawl } = website
      if (choiceParameter(call.query, 'after', ['departure'])) {
        const clearAtMs = now() + settings.ephemeralSeconds * 1_000
        if (!(await store.websites.scheduleClear(id, ownerId, clearAtMs))) throw websiteNotFound()
        return { message: 'The crawl data will be cleared unless you return' }
      }
      if (!(await store.websites.clear(id, ownerId))) throw websiteNotFound()
      if (crawl.status !== 'complete') control.stop(crawl.id)
      control.sweep()
      return { message: 'Crawl data cleared' }
    },

    stopCrawl: async call => {
      const { crawl } = (await ownWebsite(store, call)).website
      if (crawl.status === 'complete') return { message: 'The crawl has ended already' }
      await store.crawls.requestStop(crawl.id)
      control.stop(crawl.id)
      return { message: 'The crawl is being stopped' }
    },
  }
}
