import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { PageCheck, SiteCheck } from '#checks/check.ts'
import type { Log } from '#crawl/crawl-context.ts'
import { startEngine } from '#crawl/engine.ts'
import { startRechecks } from '#crawl/recheck/rechecks.ts'
import { HostRates } from '#crawl/schedule/host-rates.ts'
import { PagePool } from '#crawl/schedule/page-pool.ts'
import type { PageThread } from '#crawl/schedule/page-thread.ts'
import { preloadReading } from '#crawl/visit/read-response.ts'
import { createFetcher } from '#fetch/undici-fetcher.ts'
import { CrawlWorker } from '#jobs/crawl-worker.ts'
import type { Jobs } from '#jobs/jobs.ts'
import type { CrawlQueue } from '#jobs/pg-boss.ts'
import { describeError } from '#shared/errors.ts'
import { loadPatiently } from '#shared/load-patiently.ts'
import type { Store } from '#store/store.ts'
import { loadCrawlQueue, openStore } from './database.ts'
import { createMeasureClient } from './measure-channel.ts'
import type { OwnCheckHost } from './own-checks.ts'
import type { RenderSettings } from './render-messages.ts'
import { RenderSupervisor, startRenderThread, withoutBrowser } from './render-supervisor.ts'
import type { EngineThreadData, FromEngineThread, ToEngineThread } from './threads.ts'

/** The engine of this process, the only writer of its crawl data: builds and starts its parts, and receives its messages. */

/**
 * The data folder has one process, which releases all claims when it starts; so a claim need not expire, and must not when the
 * machine sleeps: the engine would claim a crawl that it is still running.
 */
const LONE_LEASE_MS = 86_400_000
/** Names this process in the rows of its crawls. */
const WORKER = `${hostname()}:${process.pid}`
/** Shares of hosts are renewed several times within it. */
const PACE_LEASE_MS = 30_000
const JOBS_POLL_MS = 5_000
const WATCH_INTERVAL_MS = 1_000
const SWEEP_INTERVAL_MS = 30_000
const SWEEP_ROWS = 1_000
/** From this part of the storage on, the data of visitors who have left do not keep their delay. */
const SHORT_OF_STORAGE = 0.9
/**
 * By then pages are under way, and this thread has time. One part is loaded after the other, with pauses in which page workers
 * get more work than they finish while the next part is loaded.
 */
const READ_AHEAD_MS = 250
/** Page workers of a server outlast short pauses between crawls: what they have compiled is lost when they end. A command has one crawl. */
const SERVER_IDLE_MS = 60_000

interface EngineParts {
  data: EngineThreadData
  startPageThread(): PageThread
  post(message: FromEngineThread): void
  log: Log
  /** The caller's store, open in this thread; without it the engine opens its own. */
  store?: Store
}

export interface RunningEngine {
  receive(message: ToEngineThread): void
  close(): Promise<void>
}

/** Opens the existing database and starts working. */
export async function runEngine({ data, startPageThread, post, log, ...given }: EngineParts): Promise<RunningEngine> {
  const queue = data.database.kind === 'postgres' ? await openQueue(data.database.url, log) : null
  const store = given.store
    ? borrowed(given.store)
    : await openStore(data.database, {
        keptCrawls: data.keptCrawls,
        readTimeoutMs: data.readTimeoutMs,
        credentialsKey: data.credentialsKey,
        announce: queue?.announce,
        log,
      })
  if (data.database.kind === 'sqlite') await releaseAll(store)
  const renderSupervisor = data.rendering && openRenderSupervisor(data, data.rendering, log)
  const pool = new PagePool({
    start: startPageThread,
    renderer: renderSupervisor ?? withoutBrowser,
    size: data.pageWorkers,
    readTimeoutMs: data.readTimeoutMs,
    idleMs: given.store ? 0 : SERVER_IDLE_MS,
    now: elapsedMs,
    log,
  })
  const fetcher = createFetcher({ limits: data.limits, policy: data.policy, now: elapsedMs })
  const leaseMs = queue ? data.sharedLeaseMs : LONE_LEASE_MS
  const claiming = { store, worker: WORKER, leaseMs, pollMs: JOBS_POLL_MS, now: Date.now, after, log }
  const atOnce = { ...claiming, concurrency: data.crawlsAtOnce }
  const jobs: Jobs = queue?.createJobs(atOnce) ?? { work: run => new CrawlWorker(atOnce, run) }
  const paceLeaseMs = queue ? data.sharedLeaseMs : PACE_LEASE_MS
  const measurer = createMeasureClient(post)
  const ownChecks = await openOwnChecks(data, log)
  const running = {
    store,
    pool,
    fetcher,
    hostRates: new HostRates({ store, process: randomUUID(), leaseMs: paceLeaseMs, elapsedMs, after, log }),
    settings: data.engine,
    credentialsOf: (websiteId: number) => store.credentials.read(websiteId),
    ownChecks,
    pageChecks,
    siteChecks,
    measurePageSpeed: measurer.measure,
    now: Date.now,
    elapsedMs,
    after,
    log,
  }
  const engine = startEngine({ ...running, jobs })
  const rechecks = startRechecks({
    ...running,
    worker: WORKER,
    pollMs: JOBS_POLL_MS,
    openScratch: () =>
      openStore(
        { kind: 'sqlite', file: ':memory:' },
        {
          keptCrawls: data.keptCrawls,
          readTimeoutMs: data.readTimeoutMs,
          credentialsKey: data.credentialsKey,
          log,
        },
      ),
  })
  const sweeping = startSweeping(store, data.engine.maxStorageBytes, log)
  const watching = setInterval(() => pool.watch(), WATCH_INTERVAL_MS)
  const cancelReadAhead = readAhead([siteChecks, pageChecks, preloadReading])
  return {
    receive: message => {
      if (message.kind === 'wake') {
        engine.wake()
        rechecks.wake()
      } else if (message.kind === 'stop') engine.stop(message.crawlId)
      else if (message.kind === 'pause') engine.pause(message.crawlId)
      else if (message.kind === 'sweep') sweeping.sweep()
      else if (message.kind === 'measured') measurer.take(message)
    },
    close: async () => {
      cancelReadAhead()
      const swept = sweeping.end()
      await Promise.all([engine[Symbol.asyncDispose](), rechecks[Symbol.asyncDispose]()])
      // Not earlier: a page that is read for too long must be given up, or its visit would never end.
      clearInterval(watching)
      await pool[Symbol.asyncDispose]()
      await ownChecks?.[Symbol.asyncDispose]()
      await renderSupervisor?.[Symbol.asyncDispose]()
      await fetcher[Symbol.asyncDispose]()
      await swept
      await queue?.[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
    },
  }
}

const elapsedMs = () => performance.now()

function after(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

/** Loaded on demand, or ahead: the first page of a crawl does not wait for code that is used at its end. */
async function siteChecks(): Promise<readonly SiteCheck[]> {
  return (await loadPatiently(() => import('#checks/site-checks.ts'))).siteChecks
}

async function pageChecks(): Promise<readonly PageCheck[]> {
  return (await loadPatiently(() => import('#checks/page-checks.ts'))).pageChecks
}

/** Loads code that every crawl needs at its end, ahead of time. Returns a function that cancels it. */
function readAhead([load, ...others]: readonly (() => Promise<unknown>)[]): () => void {
  if (load === undefined) return () => {}
  let cancel = after(READ_AHEAD_MS, () => {
    cancel = readAhead(others)
    // The next import reports the error.
    load().catch(() => {})
  })
  return () => cancel()
}

async function openOwnChecks({ ownChecks }: EngineThreadData, log: Log): Promise<OwnCheckHost | null> {
  if (ownChecks.checks.length === 0) return null
  const { OwnCheckHost } = await import('./own-checks.ts')
  return new OwnCheckHost({ ...ownChecks, log })
}

async function openQueue(url: string, log: Log): Promise<CrawlQueue> {
  const { openCrawlQueue } = await loadCrawlQueue()
  return await openCrawlQueue({ url, isSupervisor: true, log })
}

function borrowed(store: Store): Store {
  return { ...store, async [Symbol.asyncDispose]() {} }
}

/** Releases the claims of earlier processes. */
async function releaseAll({ crawls, rechecks, hostRates }: Store): Promise<void> {
  await crawls.releaseAllClaims()
  await rechecks.releaseAllClaims()
  await hostRates.forgetAll()
}

function openRenderSupervisor({ policy, engine }: EngineThreadData, rendering: RenderSettings, log: Log) {
  const start = startRenderThread({ ...rendering, policy, robotsToken: engine.robotsToken }, log)
  return new RenderSupervisor({ start, tabs: rendering.tabs, now: elapsedMs, after, log })
}

/** Deletes rows of cleared websites, a part at a time: at once, at intervals, and on request. */
function startSweeping(store: Store, maxStorageBytes: number, log: Log): { sweep(): void; end(): Promise<void> } {
  let isEnding = false
  /** What is being cleared; null while nothing is. */
  let clearing: Promise<void> | null = null
  const isShort = async () => (await store.operations.usedBytes()) >= maxStorageBytes * SHORT_OF_STORAGE
  const clear = async () => {
    try {
      do await new Promise(setImmediate)
      while (!isEnding && (await store.sweep(Date.now(), SWEEP_ROWS, await isShort())))
    } catch (error) {
      log('clearing failed', { cause: describeError(error) })
    }
  }
  const sweep = () => {
    clearing ??= clear().finally(() => {
      clearing = null
    })
  }
  const timer = setInterval(sweep, SWEEP_INTERVAL_MS)
  sweep()
  return {
    sweep,
    end: async () => {
      isEnding = true
      clearInterval(timer)
      await clearing
    },
  }
}
