import { EventEmitter } from 'node:events'
import { pageChecks, siteChecks } from '#checks/index.ts'
import { startEngine } from '#crawl/engine.ts'
import { HostRates } from '#crawl/schedule/host-rates.ts'
import { PagePool } from '#crawl/schedule/page-pool.ts'
import type { PageThread } from '#crawl/schedule/page-thread.ts'
import { createPageWorker } from '#crawl/visit/page-worker.ts'
import { openFetcher } from '#fetch/test-server.ts'
import { CrawlWorker } from '#jobs/crawl-worker.ts'
import { exportFormats } from '#report/export/index.ts'
import { withoutBrowser } from '#runtime/render-supervisor.ts'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import type { CrawlRow } from '#store/store.ts'
import type { Report } from '../hostile/differences.ts'
import type { LoggedEvent } from './product.ts'
import { testEngineSettings } from './settings.ts'
import { openTestStore } from './storage.ts'
import { until } from './until.ts'

/** How the engine's fetcher differs from the ordinary one of tests. */
export type FetchOptions = NonNullable<Parameters<typeof openFetcher>[0]>

export interface InProcessEngine extends AsyncDisposable {
  /** Crawls from one URL and gives its row and report. */
  crawl(request: {
    url: string
    limit?: number
    isHttpsAssumed?: boolean
  }): Promise<{ crawl: CrawlRow; report: Report }>
  logged: LoggedEvent[]
}

/**
 * The engine without threads, for what cannot be handed to one: a resolver of names and trusted certificates. Everything else
 * is the product's own.
 */
export async function openInProcessEngine(options: FetchOptions): Promise<InProcessEngine> {
  const logged: LoggedEvent[] = []
  const log = (event: string, details: Record<string, unknown>) => void logged.push({ event, details })
  const after = (ms: number, callback: () => void) => {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  }
  await using parts = new AsyncDisposableStack()
  const store = parts.use(await openTestStore({ keptCrawls: 5 }))
  const fetcher = parts.use(openFetcher(options))
  const pool = parts.use(
    new PagePool({
      start: pageThreadHere(fetcher),
      renderer: withoutBrowser,
      size: 1,
      readTimeoutMs: 60_000,
      idleMs: 60_000,
      now: () => performance.now(),
      log,
    }),
  )
  const atOnce = {
    store,
    worker: 'test',
    concurrency: 1,
    leaseMs: 600_000,
    pollMs: 5_000,
    now: Date.now,
    after,
    log,
  }
  const engine = parts.use(
    startEngine({
      store,
      pool,
      fetcher,
      jobs: { work: run => new CrawlWorker(atOnce, run) },
      hostRates: new HostRates({
        store,
        process: 'test',
        leaseMs: 30_000,
        elapsedMs: () => performance.now(),
        after,
        log,
      }),
      settings: testEngineSettings,
      credentialsOf: websiteId => store.credentials.read(websiteId),
      ownChecks: null,
      pageChecks: async () => pageChecks,
      siteChecks: async () => siteChecks,
      measurePageSpeed: async () => {
        throw new Error('no test here measures')
      },
      now: Date.now,
      elapsedMs: () => performance.now(),
      after,
      log,
    }),
  )
  const ownerId = await store.visitors.createOwner('test', Date.now())
  const standing = parts.move()
  return {
    logged,
    async crawl({ url, limit = 50, isHttpsAssumed = false }) {
      const { crawlId } = await store.websites.startCrawl({
        ownerId,
        url,
        crawlLimit: limit,
        options: { ...defaultCrawlOptions, isHttpsAssumed },
        nowMs: Date.now(),
      })
      engine.wake()
      await until(async () => (await store.reading.crawl(crawlId))?.status === 'complete')
      const crawl = await store.reading.crawl(crawlId)
      if (!crawl) throw new Error('the crawl is gone')
      let text = ''
      for await (const part of exportFormats.json.write({ reading: store.reading, crawl, isStable: true })) text += part
      return { crawl, report: JSON.parse(text) }
    },
    [Symbol.asyncDispose]: () => standing.disposeAsync(),
  }
}

/** A page worker on this thread; messages are passed on at once. */
function pageThreadHere(fetcher: Parameters<typeof createPageWorker>[0]['fetcher']): () => PageThread {
  return () => {
    const events = new EventEmitter()
    const postMessage = createPageWorker({
      fetcher,
      now: Date.now,
      program: 'tests',
      robotsToken: testEngineSettings.robotsToken,
      checks: pageChecks,
      onReading: () => {},
      post: message => setImmediate(() => events.emit('message', message)),
    })
    return Object.assign(events, { postMessage, terminate: async () => {}, reading: () => null, processorMs: () => 0 })
  }
}
