import type { endpoints } from '#shared/api/endpoints.ts'
import type { OperationsCrawl } from '#shared/api/operations.ts'
import { VERSION_LABEL } from '#shared/constants.ts'
import { isoTime } from '#shared/iso-time.ts'
import type { OperationsCrawlRow } from '#store/store.ts'
import type { Routes } from '../call.ts'
import { chosenCrawl, crawlNotFound, pathNumber, websiteNotFound, withWebsite } from '../own-crawl.ts'
import { stopCrawl } from './crawls.ts'
import type { RouteDeps } from './route-deps.ts'

type OperationsRoutes = Pick<Routes<typeof endpoints>, 'operations' | 'stopAnyCrawl' | 'clearAnyWebsite'>

const MAX_CRAWLS_PER_LIST = 100

/** What the operator sees and may do across all owners. */
export function operationsRoutes(deps: RouteDeps): OperationsRoutes {
  const { store, control, settings } = deps
  const { operations } = store
  return {
    operations: async () => {
      const { running: runningCount, waiting: waitingCount, ...counts } = await operations.counts()
      return {
        startedAt: isoTime(deps.startedMs),
        version: VERSION_LABEL,
        running: (await operations.running(MAX_CRAWLS_PER_LIST)).map(operationsCrawl),
        runningCount,
        waiting: (await operations.waiting(MAX_CRAWLS_PER_LIST)).map(operationsCrawl),
        waitingCount,
        failed: (await operations.failed(MAX_CRAWLS_PER_LIST)).map(operationsCrawl),
        storage: { usedBytes: await operations.usedBytes(), quotaBytes: settings.maxStorageBytes },
        counts,
        recentErrors: deps
          .recentErrors()
          .slice(0, MAX_CRAWLS_PER_LIST)
          .map(({ atMs, event, detail }) => ({ at: isoTime(atMs), event, detail })),
      }
    },

    stopAnyCrawl: async ({ pathId }) => {
      const crawlId = pathNumber(pathId, { of: 'crawl', missing: crawlNotFound })
      const crawl = await store.reading.crawl(crawlId)
      if (!crawl) throw crawlNotFound()
      return stopCrawl(deps, crawl)
    },

    clearAnyWebsite: async ({ pathId }) => {
      const websiteId = pathNumber(pathId, { of: 'website', missing: websiteNotFound })
      const website = await operations.website(websiteId)
      if (!website || !(await store.websites.clear(websiteId, website.ownerId))) throw websiteNotFound()
      if (website.activeCrawlId !== null) control.stop(website.activeCrawlId)
      control.sweep()
      return { message: 'Crawl data cleared' }
    },
  }
}

function operationsCrawl({ crawl, username, isStopRequested }: OperationsCrawlRow): OperationsCrawl {
  return {
    crawlId: crawl.id,
    websiteId: crawl.websiteId,
    url: crawl.seedUrl,
    owner: username,
    status: crawl.status,
    phase: crawl.phase,
    pagesCrawled: crawl.counts.pagesCrawled,
    crawlLimit: crawl.crawlLimit,
    createdAt: isoTime(crawl.createdMs),
    startedAt: isoTime(crawl.startedMs),
    endedAt: isoTime(crawl.endedMs),
    endSentence: crawl.endSentence,
    isStopRequested,
  }
}

/** What is stored about a crawl of the admin's own, as it is stored. */
export function diagnosticsRoutes({ store }: RouteDeps): Pick<Routes<typeof endpoints>, 'diagnostics'> {
  return {
    diagnostics: async (call, { crawl: crawlId }) => {
      const { reading } = store
      const { website } = await withWebsite(store, call, 'own')
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
