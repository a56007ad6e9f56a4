import { Worker } from 'node:worker_threads'
import type { CrawlControl } from '#crawl/control.ts'
import type { MeasurePageSpeed } from '#crawl/page-speed/measure-page-speed.ts'
import { describeError } from '#shared/errors.ts'
import { createMeasureServer } from './measure-channel.ts'
import type { Log } from './operator-log.ts'
import type { EngineThreadData, FromEngineThread, ToEngineThread } from './threads.ts'

/** The engine as the main thread sees it. A call is a message, which may be lost with its thread: the next one obeys the store. */
export interface EngineSupervisor extends Pick<CrawlControl, 'wake' | 'stop' | 'pause' | 'sweep'> {
  close(): Promise<void>
}

/** The part of a Worker that is used. */
export interface EngineWorker {
  on(event: 'message', listener: (message: FromEngineThread) => void): unknown
  on(event: 'error', listener: (error: unknown) => void): unknown
  on(event: 'exit', listener: () => void): unknown
  postMessage(message: ToEngineThread): void
  terminate(): Promise<unknown>
}

export interface EngineSupervisorDeps {
  spawn(workerData: EngineThreadData): EngineWorker
  /** The thread loads its code before, and opens the database after this resolves. When it rejects, the thread is ended. */
  databaseReady: Promise<unknown>
  /** Calls back once after so many milliseconds; returns a function that cancels it. */
  after(ms: number, callback: () => void): () => void
  /** Measures page speed for the engine. */
  measurePageSpeed: MeasurePageSpeed
  log: Log
}

/** Size of the young generation. V8 would take 64 MB and keep it; the engine is no faster for it. */
const ENGINE_LIMITS = { maxYoungGenerationSizeMb: 24 }

export function spawnEngine(workerData: EngineThreadData): EngineWorker {
  return new Worker(new URL('./engine-thread.ts', import.meta.url), { workerData, resourceLimits: ENGINE_LIMITS })
}

/** How long closing waits for the engine. */
const CLOSE_DEADLINE_MS = 10_000
/** Pause before a restart, so that an error at start cannot become a busy loop. */
const RESTART_PAUSE_MS = 1_000

/**
 * Starts the engine by `spawn`, and again when its thread dies: running crawls then go on from their last commit. Rejects when it
 * cannot start at all.
 */
export async function superviseEngine(
  workerData: EngineThreadData,
  deps: EngineSupervisorDeps,
): Promise<EngineSupervisor> {
  const { log, after } = deps
  const closed = Promise.withResolvers<void>()
  let isClosing = false
  /** The thread that messages go to; null until the first one is ready. */
  let worker: EngineWorker | null = null
  worker = await startWorker()

  function startWorker(): Promise<EngineWorker> {
    const starting = deps.spawn(workerData)
    const measuring = createMeasureServer({
      measure: deps.measurePageSpeed,
      post: message => starting.postMessage(message),
      log,
    })
    deps.databaseReady.then(
      () => starting.postMessage({ kind: 'begin' }),
      () => starting.terminate(),
    )
    return new Promise((resolve, reject) => {
      starting.on('message', message => {
        if (message.kind === 'ready') resolve(starting)
        else if (message.kind === 'closed') closed.resolve()
        else if (message.kind === 'log') log(message.event, message.details)
        else measuring.take(message)
      })
      starting.on('error', error => {
        log('the engine failed', { cause: describeError(error) })
        reject(error)
      })
      starting.on('exit', () => {
        measuring.cancelAll()
        reject(new Error('the engine ended before it was ready'))
        if (isClosing) closed.resolve()
        else if (starting === worker) after(RESTART_PAUSE_MS, restart)
      })
    })
  }

  function restart(): void {
    if (isClosing) return
    log('the engine is started again', {})
    startWorker().then(
      started => {
        worker = started
      },
      () => after(RESTART_PAUSE_MS, restart),
    )
  }

  return {
    wake: () => worker?.postMessage({ kind: 'wake' }),
    stop: crawlId => worker?.postMessage({ kind: 'stop', crawlId }),
    pause: crawlId => worker?.postMessage({ kind: 'pause', crawlId }),
    sweep: () => worker?.postMessage({ kind: 'sweep' }),
    close: async () => {
      isClosing = true
      const cancel = after(CLOSE_DEADLINE_MS, () => closed.resolve())
      worker?.postMessage({ kind: 'close' })
      await closed.promise
      cancel()
      await worker?.terminate()
    },
  }
}
