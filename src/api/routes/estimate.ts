import type { endpoints } from '#shared/api/endpoints.ts'
import { CRAWL_LIMIT_DEFAULT } from '#shared/constants.ts'
import { type EarlierCrawl, estimateCrawl } from '#shared/crawl-estimate.ts'
import type { CrawlOptions } from '#shared/crawl-options.ts'
import { AppError } from '#shared/errors.ts'
import { isoTime } from '#shared/iso-time.ts'
import { parseStartUrl } from '#shared/start-url.ts'
import type { CrawlRow, Store } from '#store/store.ts'
import type { Routes } from '../call.ts'
import type { RouteDeps } from './route-deps.ts'

/** What a crawl would take, by the caller's own crawls of the website alone. */
export function estimateRoutes({
  store,
  settings,
}: Pick<RouteDeps, 'store' | 'settings'>): Pick<Routes<typeof endpoints>, 'crawlEstimate'> {
  return {
    crawlEstimate: async ({ visitor }, { url = '', limit = CRAWL_LIMIT_DEFAULT, render, speedSample, pauseMs }) => {
      const parsed = parseStartUrl(url)
      if (!parsed.ok) throw new AppError('bad-request', parsed.message)
      const options: CrawlOptions = {
        ...settings.crawlDefaults,
        ...(render !== undefined && { rendersJavaScript: render }),
        ...(pauseMs !== undefined && { pauseMs }),
        ...(speedSample !== undefined && { pageSpeedSample: speedSample }),
      }
      const crawls = visitor.ownerId === null ? [] : await crawlsOf(store, { ownerId: visitor.ownerId, ...parsed })
      const last = crawls.find(crawl => isAlike(crawl, options))
      return estimateCrawl(
        { ...options, crawlLimit: limit },
        { earlier: last ? earlierOf(last) : null, rate: settings.crawlRate },
      )
    },
  }
}

/** The complete crawls of the owner's website that read a page, the newest first. */
async function crawlsOf(
  { websites, reading }: Pick<Store, 'websites' | 'reading'>,
  { ownerId, url, isHttpsAssumed }: { ownerId: number; url: string; isHttpsAssumed: boolean },
): Promise<CrawlRow[]> {
  const urls = isHttpsAssumed ? [url, url.replace(/^https:/, 'http:')] : [url]
  const website = (await websites.list(ownerId)).find(each => each.role === 'own' && urls.includes(each.url))
  const crawls = website ? await reading.crawls(website.id) : []
  return crawls.filter(({ status, counts }) => status === 'complete' && counts.pagesCrawled > 0)
}

/** Whether its time says something of another crawl: rendering, measuring and pauses take far longer than all else. */
function isAlike({ options }: CrawlRow, wanted: CrawlOptions): boolean {
  return (
    options.rendersJavaScript === wanted.rendersJavaScript &&
    options.pageSpeedSample === wanted.pageSpeedSample &&
    options.pauseMs === wanted.pauseMs &&
    !options.isListOnly
  )
}

const SECOND_MS = 1_000

function earlierOf({ startedMs, endedMs, createdMs, counts, endReason }: CrawlRow): EarlierCrawl {
  const beganMs = startedMs ?? createdMs
  return {
    startedAt: isoTime(beganMs),
    pages: counts.pagesCrawled,
    requests: counts.pagesListed + counts.urlsProbed,
    seconds: Math.max(0, (endedMs ?? beganMs) - beganMs) / SECOND_MS,
    isWhole: endReason === 'finished',
  }
}
