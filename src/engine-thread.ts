import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { pageChecks, siteChecks } from './checks/index.ts'
import { startEngine } from './crawl/engine.ts'
import { HostPaces } from './crawl/host-paces.ts'
import { PagePool, type PageThread, type StartPageThread } from './crawl/page-pool.ts'
import type { FromPageWorker } from './crawl/page-worker.ts'
import { startRechecks } from './crawl/rechecks.ts'
import { openStore } from './database.ts'
import { createFetcher } from './fetch/undici-fetcher.ts'
import { createInProcessJobs } from './jobs/in-process.ts'
import type { CrawlQueue } from './jobs/pg-boss.ts'
import { createMeasureAsker } from './measure-link.ts'
import { RenderHost, withoutBrowser } from './render-host.ts'
import type { RenderSettings } from './render-messages.ts'
import { findingIdentity } from './report/baseline/fingerprint.ts'
import { describeError } from './shared/errors.ts'
import { startRenderThread } from './start-render-thread.ts'
import {
  type EngineThreadData,
  type FromEngineThread,
  type PageThreadData,
  READING_BYTES,
  READING_CRAWL_ID,
  READING_SEQUENCE,
  READING_URL_ID,
  type ToEngineThread,
} from './threads.ts'

/** The engine's thread: the only writer of crawl data in this process. Builds the parts and passes messages. */
const data: EngineThreadData = workerData
const port = parentPort
if (!port) throw new Error('engine-thread.ts is the entry of a thread')
const tell = (message: FromEngineThread) => port.postMessage(message)

/**
 * The data folder has one process, which takes back all claims when it starts; so a claim need not lapse, and must not when the
 * machine sleeps: the engine would hand itself a crawl that it is still running.
 */
const LONE_LEASE_MS = 86_400_000
/** Names this process in the rows of its crawls. */
const WORKER = `${hostname()}:${process.pid}`
/** Shares of hosts are renewed many times in so long. */
const PACE_LEASE_MS = 30_000
const JOBS_POLL_MS = 5_000
const WATCH_INTERVAL_MS = 1_000
const SWEEP_INTERVAL_MS = 30_000
const SWEEP_ROWS = 1_000
/**
 * Heap of a page worker. A page of 15 MB takes some hundreds of megabytes at its worst; one that takes more costs the thread its
 * life, and says so. Without a limit the heap grows with the machine's memory instead of the work.
 */
const PAGE_THREAD_LIMITS = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 32 }

const log = (event: string, details: Record<string, unknown>) => tell({ kind: 'log', event, details })
const after = (ms: number, callback: () => void) => {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

const startPageThread: StartPageThread = events => {
  const shared = new SharedArrayBuffer(READING_BYTES)
  const reading = new Int32Array(shared)
  const threadData: PageThreadData = {
    robotsToken: data.engine.robotsToken,
    limits: data.limits,
    policy: data.policy,
    reading: shared,
  }
  const worker = new Worker(new URL('./page-thread.ts', import.meta.url), {
    workerData: threadData,
    resourceLimits: PAGE_THREAD_LIMITS,
  })
  worker.on('message', (message: FromPageWorker) => events.onMessage(message))
  worker.on('error', error => log('a page worker failed', { cause: describeError(error) }))
  worker.on('exit', () => events.onExit('the page worker ended'))
  const thread: PageThread = {
    post: message => worker.postMessage(message),
    terminate: async () => {
      await worker.terminate()
    },
    reading: () => {
      const sequence = Atomics.load(reading, READING_SEQUENCE)
      if (sequence % 2 === 0) return null
      const crawlId = Atomics.load(reading, READING_CRAWL_ID)
      return { sequence, crawlId, urlId: Atomics.load(reading, READING_URL_ID) }
    },
  }
  return thread
}

const { database, keptCrawls } = data
const queue = database.kind === 'postgres' ? await openQueue(database.url) : null
const store = await openStore(database, { keptCrawls, announce: queue?.announce, log })
if (database.kind === 'sqlite') {
  await store.crawls.releaseAllClaims()
  await store.rechecks.releaseAllClaims()
  await store.hostPaces.forgetAll()
}
const renderHost = data.rendering && openRenderHost(data.rendering)
const pool = new PagePool({
  start: startPageThread,
  renderer: renderHost ?? withoutBrowser,
  size: data.pageWorkers,
  readTimeoutMs: data.readTimeoutMs,
  now: () => performance.now(),
  log,
})
const fetcher = createFetcher({ limits: data.limits, policy: data.policy, now: () => performance.now() })
const claiming = {
  store,
  worker: WORKER,
  concurrency: data.crawlsAtOnce,
  leaseMs: queue ? data.sharedLeaseMs : LONE_LEASE_MS,
  pollMs: JOBS_POLL_MS,
  now: Date.now,
  after,
  log,
}
const jobs = queue ? queue.createJobs(claiming) : createInProcessJobs(claiming)
const elapsedMs = () => performance.now()
const paces = new HostPaces({
  store,
  process: randomUUID(),
  leaseMs: queue ? data.sharedLeaseMs : PACE_LEASE_MS,
  elapsedMs,
  after,
  log,
})
const asker = createMeasureAsker(tell)
const running = {
  store,
  pool,
  fetcher,
  paces,
  settings: data.engine,
  pageChecks,
  siteChecks,
  measurePageSpeed: asker.measure,
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
  openScratch: () => openStore({ kind: 'sqlite', file: ':memory:' }, { keptCrawls, log }),
  partsOf: ({ checkId, pageUrl, details }, seedUrl) =>
    findingIdentity({ seedUrl, finding: { check: checkId, pageUrl, details } }).parts,
})

async function openQueue(url: string): Promise<CrawlQueue> {
  // Loaded where it is used: most installations never do.
  const { openCrawlQueue } = await import('./jobs/pg-boss.ts')
  return await openCrawlQueue({ url, isSupervisor: true, log })
}

function openRenderHost({ tabs, ...rendering }: RenderSettings): RenderHost {
  const { policy, engine } = data
  const start = startRenderThread({ ...rendering, policy, robotsToken: engine.robotsToken }, log)
  return new RenderHost({ start, tabs, now: () => performance.now(), after, log })
}

function wake(): void {
  void jobs.enqueue(0)
  rechecks.wake()
}

let isClosing = false
/** What is being cleared; null while nothing is. */
let clearing: Promise<void> | null = null
function sweep(): void {
  clearing ??= clear().finally(() => {
    clearing = null
  })
}

async function clear(): Promise<void> {
  try {
    while (!isClosing && (await store.sweep(Date.now(), SWEEP_ROWS))) await new Promise(setImmediate)
  } catch (error) {
    log('clearing failed', { cause: describeError(error) })
  }
}

const watching = setInterval(() => pool.watch(), WATCH_INTERVAL_MS)
const sweeping = setInterval(sweep, SWEEP_INTERVAL_MS)
sweep()

async function close(): Promise<void> {
  isClosing = true
  clearInterval(watching)
  clearInterval(sweeping)
  await Promise.all([engine[Symbol.asyncDispose](), rechecks[Symbol.asyncDispose]()])
  await pool[Symbol.asyncDispose]()
  await renderHost?.[Symbol.asyncDispose]()
  await fetcher[Symbol.asyncDispose]()
  await clearing
  await queue?.[Symbol.asyncDispose]()
  await store[Symbol.asyncDispose]()
  tell({ kind: 'closed' })
  port?.close()
}

port.on('message', (message: ToEngineThread) => {
  if (message.kind === 'wake') wake()
  else if (message.kind === 'stop') engine.stop(message.crawlId)
  else if (message.kind === 'pause') engine.pause(message.crawlId)
  else if (message.kind === 'sweep') sweep()
  else if (message.kind === 'measured') asker.take(message)
  else void close()
})
tell({ kind: 'ready' })
