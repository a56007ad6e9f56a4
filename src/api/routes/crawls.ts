import type { CrawlControl } from '#crawl/control.ts'
import { crawlOverview, websiteResponse } from '#report/overview.ts'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import type { endpoints } from '#shared/api/endpoints.ts'
import { crawlOptionsSchema, defaultCrawlOptions } from '#shared/crawl-options.ts'
import { AppError } from '#shared/errors.ts'
import type { CrawlRow, ReadingStore, Store } from '#store/store.ts'
import type { Routes, WebsiteCall } from '../call.ts'
import { crawlSumsReader } from '../crawl-sums.ts'
import type { DayShares } from '../day-shares.ts'
import { chosenCrawl, sharedWebsite, websiteNotFound } from '../own-crawl.ts'
import type { RouteDeps } from './route-deps.ts'

type CrawlRoutes = Pick<
  Routes<typeof endpoints>,
  'crawlResult' | 'clearCrawl' | 'stopCrawl' | 'pauseCrawl' | 'resumeCrawl' | 'clearCache'
>

/** A crawl that exists: its result, its clearing, its end. */
export function crawlRoutes(deps: RouteDeps & { dayShares: DayShares }): CrawlRoutes {
  const { store, control, pageSpeed, settings, now, dayShares } = deps
  const sums = crawlSumsReader({ reading: store.reading, now })
  return {
    crawlResult: async ({ website }, { crawl: crawlId }) => {
      const crawl = await chosenCrawl(store, { website, crawlId })
      const [crawls, crawlSums, before] = await Promise.all([
        store.reading.crawls(crawl.websiteId),
        sums.read(crawl),
        crawlsBefore(crawl, { reading: store.reading, crawlsAtOnce: settings.crawlsAtOnce }),
      ])
      const overview = crawlOverview({ crawl, crawls, sums: crawlSums, crawlsBefore: before })
      return website.onlyCrawls === null ? overview : sharedOverview(overview, website.onlyCrawls)
    },

    clearCrawl: async (call, { after }) => {
      for (const { id } of await store.reading.crawls(call.website.id)) await dayShares.note(id)
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

/** Without the website's other crawls, and without what only its owner has use for. */
function sharedOverview(overview: CrawlResultResponse, crawlIds: readonly number[]): CrawlResultResponse {
  const { fixedCount: _, mutedCount: __, ...rest } = overview
  return {
    ...rest,
    change: null,
    health: overview.health && { ...overview.health, previousScore: null },
    scores: overview.scores.filter(({ crawlId }) => crawlIds.includes(crawlId)),
    crawls: overview.crawls.filter(({ id }) => crawlIds.includes(id)),
    options: crawlOptionsSchema.parse(defaultCrawlOptions),
  }
}

/** Data of signed-in users are kept until they clear them. */
async function clearAfterDeparture({ store, settings, now }: RouteDeps, { website, ownerId, visitor }: WebsiteCall) {
  if (visitor.account) return { message: 'The crawl data are kept while you have an account' }
  const clearAtMs = now() + settings.ephemeralSeconds * 1_000
  if (!(await store.websites.scheduleClear(website.id, ownerId, clearAtMs))) throw websiteNotFound()
  return { message: 'The crawl data will be cleared unless you return' }
}

/** How many crawls have to end before one that waits can begin; 0 for one that has begun, and for one that begins at once. */
async function crawlsBefore(
  { id, status }: Pick<CrawlRow, 'id' | 'status'>,
  { reading, crawlsAtOnce }: { reading: Pick<ReadingStore, 'crawlsAhead'>; crawlsAtOnce: number },
): Promise<number> {
  if (status !== 'pending') return 0
  const { running, waiting } = await reading.crawlsAhead(id)
  return Math.max(0, running + waiting + 1 - crawlsAtOnce)
}

interface PauseDeps {
  store: Pick<Store, 'crawls' | 'reading'>
  control: Pick<CrawlControl, 'pause' | 'wake'>
}

/** Lets a crawl rest: a waiting one at once, a running one soon. @throws AppError conflict for one that has ended, or is to end. */
async function pauseCrawl({ store, control }: PauseDeps, { id }: CrawlRow): Promise<{ message: string }> {
  const state = await store.crawls.requestPause(id)
  if (state === null) throw await tooLate(store, id)
  if (state === 'paused') return { message: 'The crawl is paused' }
  control.pause(id)
  return { message: 'The crawl is being paused' }
}

/** Lets a crawl go on; one that does not rest goes on as it is. @throws AppError conflict as above. */
async function resumeCrawl({ store, control }: PauseDeps, { id }: CrawlRow): Promise<{ message: string }> {
  if (!(await store.crawls.resume(id))) throw await tooLate(store, id)
  control.wake()
  return { message: 'The crawl goes on' }
}

async function tooLate({ reading }: PauseDeps['store'], crawlId: number): Promise<AppError> {
  const hasEnded = (await reading.crawl(crawlId))?.status === 'complete'
  return new AppError('conflict', hasEnded ? 'The crawl has ended already' : 'The crawl is being stopped')
}

/** The websites that the caller sees, newest crawl first; an unknown caller has none. */
export function websiteRoutes({ store }: RouteDeps): Pick<Routes<typeof endpoints>, 'listWebsites'> {
  return {
    listWebsites: async ({ visitor }) => {
      const shared = sharedWebsite(visitor)
      if (shared) return [{ ...websiteResponse(shared), options: crawlOptionsSchema.parse(defaultCrawlOptions) }]
      return visitor.ownerId === null ? [] : (await store.websites.list(visitor.ownerId)).map(websiteResponse)
    },
  }
}

interface StopDeps {
  store: Pick<Store, 'crawls'>
  control: Pick<CrawlControl, 'stop' | 'wake'>
  now: () => number
}

/** Ends a waiting crawl at once, requests the end of a running one, and says so. */
export async function stopCrawl({ store, control, now }: StopDeps, crawl: CrawlRow): Promise<{ message: string }> {
  if (crawl.status === 'complete') return { message: 'The crawl has ended already' }
  const end = { sentence: 'The crawl was stopped before it began.', endedMs: now() }
  if (await store.crawls.endWaiting(crawl.id, end)) return { message: 'The crawl is stopped' }
  await store.crawls.requestStop(crawl.id)
  control.stop(crawl.id)
  // One that no process works on must be claimed, so that its pages are checked.
  if (crawl.status !== 'crawling') control.wake()
  return { message: 'The crawl is being stopped' }
}
