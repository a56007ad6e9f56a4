import { Worker } from 'node:worker_threads'
import type { MeasurePageSpeed } from '#crawl/page-speed/measure-page-speed.ts'
import { describeError } from '#shared/errors.ts'
import { createMeasureAnswerer } from './measure-channel.ts'
import type { Log } from './operator-log.ts'
import type { EngineThreadData, FromEngineThread, ToEngineThread } from './threads.ts'

/** The engine as the main thread sees it. */
export interface EngineHost {
  tell(message: ToEngineThread): void
  close(): Promise<void>
}

/** What of a thread is used. */
export interface EngineWorker {
  on(event: 'message', listener: (message: FromEngineThread) => void): unknown
  on(event: 'error', listener: (error: unknown) => void): unknown
  on(event: 'exit', listener: () => void): unknown
  postMessage(message: ToEngineThread): void
  terminate(): Promise<unknown>
}

export interface EngineHostDeps {
  spawn(workerData: EngineThreadData): EngineWorker
  /** The thread reads its code before that, and opens the database after it. Where it rejects, the thread is ended. */
  databaseStands: Promise<unknown>
  /** Calls back once after so many milliseconds; returns a function that cancels it. */
  after(ms: number, callback: () => void): () => void
  /** Measures page speed for the engine. */
  measurePageSpeed: MeasurePageSpeed
  log: Log
}

/** Room for what is young. V8 would take 64 MB of it, which is then held for good; the engine is no faster for it. */
const ENGINE_LIMITS = { maxYoungGenerationSizeMb: 24 }

export function spawnEngine(workerData: EngineThreadData): EngineWorker {
  return new Worker(new URL('./engine-thread.ts', import.meta.url), { workerData, resourceLimits: ENGINE_LIMITS })
}

/** How long a closing process waits for the engine before it ends without it. */
const CLOSE_DEADLINE_MS = 10_000
/** Pause before the engine is started again, so that a fault at start cannot become a busy loop. */
const RESTART_PAUSE_MS = 1_000

/**
 * Starts the engine by `spawn`, and again when its thread dies: running crawls then go on from their last settle. Rejects when it cannot
 * start at all.
 */
export async function hostEngine(workerData: EngineThreadData, deps: EngineHostDeps): Promise<EngineHost> {
  const { log, after } = deps
  const closed = Promise.withResolvers<void>()
  let isClosing = false
  /** The thread that messages go to; null until the first one is ready. */
  let worker: EngineWorker | null = null
  worker = await startWorker()

  function startWorker(): Promise<EngineWorker> {
    const starting = deps.spawn(workerData)
    const measuring = createMeasureAnswerer({
      measure: deps.measurePageSpeed,
      answer: message => starting.postMessage(message),
      log,
    })
    deps.databaseStands.then(
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
    tell: message => worker?.postMessage(message),
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
