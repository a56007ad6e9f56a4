import { readPageDetail } from '#report/page-detail.ts'
import { readPageLinks } from '#report/page-detail-links.ts'
import type { endpoints } from '#shared/api/endpoints.ts'
import { LINKS_PER_RESPONSE_DEFAULT } from '#shared/api/page-details.ts'
import { AppError } from '#shared/errors.ts'
import { URL_REQUIRED } from '#shared/start-url.ts'
import type { Routes } from '../call.ts'
import { chosenCrawl } from '../own-crawl.ts'
import type { RouteDeps } from './route-deps.ts'

/** One address of a crawl: what is known about it, and its links part by part. */
export function pageDetailRoutes({ store }: RouteDeps): Pick<Routes<typeof endpoints>, 'pageDetail' | 'pageLinks'> {
  return {
    pageDetail: async ({ website }, asked) => {
      const crawl = await chosenCrawl(store, { website, crawlId: asked.crawl })
      return readPageDetail(store.reading, { crawl, url: given(asked.url) })
    },

    pageLinks: async ({ website }, asked) => {
      const { direction = 'out', group = 'all', offset = 0, limit = LINKS_PER_RESPONSE_DEFAULT } = asked
      const crawl = await chosenCrawl(store, { website, crawlId: asked.crawl })
      const part = { crawlId: crawl.id, url: given(asked.url), direction, group, offset, limit }
      return readPageLinks(store.reading, part)
    },
  }
}

function given(url: string | undefined): string {
  if (url === undefined) throw new AppError('bad-request', URL_REQUIRED)
  return url
}
