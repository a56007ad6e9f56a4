import type { Jobs } from '#jobs/jobs.ts'
import { describeError, StorageUnavailableError } from '#shared/errors.ts'
import { wait } from '#shared/wait.ts'
import { type Claim, StaleClaimError, StorageFullError } from '#store/store.ts'
import { type CrawlRunDeps, StuckCrawlError } from './crawl-context.ts'
import { runCrawl } from './crawl-run.ts'
import { endSentence } from './end-reason.ts'

/**
 * The engine: claims crawls from the jobs, runs each to its end, and keeps going whatever one of them does. It is the only writer
 * of crawl data in its process, opens no socket itself and serves no request.
 */
export interface EngineDeps extends Omit<CrawlRunDeps, 'onWaiting'> {
  jobs: Jobs
}

export interface Engine extends AsyncDisposable {
  /** Looks for waiting crawls now. */
  wake(): void
  /** Ends one crawl with what has been seen; without effect when it is not running here. */
  stop(crawlId: number): void
  /** Pauses one crawl at its last commit; without effect when it is not running here. */
  pause(crawlId: number): void
}

/** Starts working. Disposing abandons the running crawls at their last commit, so that they can be taken up again. */
export function startEngine(deps: EngineDeps): Engine {
  const running = new Map<number, { stop: AbortController; pause: AbortController }>()
  const working = deps.jobs.work(async (claim, signal, onWaiting) => {
    const stop = new AbortController()
    const pause = new AbortController()
    const { crawls } = deps.store
    running.set(claim.crawlId, { stop, pause })
    try {
      if (await crawls.isStopRequested(claim.crawlId)) stop.abort()
      else if (await crawls.isPauseRequested(claim.crawlId)) return await crawls.release(claim)
      await runCrawl(claim, { ...deps, onWaiting }, { abandon: signal, pause: pause.signal, stop: stop.signal })
    } catch (error) {
      await endFailed(claim, deps, { error, signal })
    } finally {
      running.delete(claim.crawlId)
    }
  })
  const stop = (crawlId: number) => running.get(crawlId)?.stop.abort()
  const rest = (crawlId: number) => running.get(crawlId)?.pause.abort()
  const ended = new AbortController()
  const watching = watchRequests(deps, { running: () => [...running.keys()], stop, rest, signal: ended.signal })
  return {
    wake: () => working.wake(),
    stop,
    pause: rest,
    async [Symbol.asyncDispose]() {
      ended.abort()
      await Promise.all([watching, working[Symbol.asyncDispose]()])
    },
  }
}

/** How often stop and pause requests are read from the store: hints from other processes do not get here. */
const REQUESTS_INTERVAL_MS = 2_000

interface WatchedCrawls {
  running(): number[]
  stop(crawlId: number): void
  rest(crawlId: number): void
  signal: AbortSignal
}

async function watchRequests(
  { store, after, log }: EngineDeps,
  { running, stop, rest, signal }: WatchedCrawls,
): Promise<void> {
  for (;;) {
    await wait(after, REQUESTS_INTERVAL_MS, signal)
    if (signal.aborted) return
    try {
      for (const request of await store.crawls.requests(running())) {
        if (request.isStopRequested) stop(request.crawlId)
        else if (request.isPauseRequested) rest(request.crawlId)
      }
    } catch (error) {
      log('reading requests to stop or pause failed', { cause: describeError(error) })
    }
  }
}

/** Pause before the next attempt to end a failed crawl: the disk is full, or locked. */
const END_AGAIN_MS = 10_000

/**
 * An internal error ends the crawl with a sentence instead of leaving it "crawling" for ever. Repeated until it succeeds or the
 * signal aborts; the next claim goes on with the crawl.
 */
async function endFailed(
  claim: Claim,
  deps: EngineDeps,
  { error, signal }: { error: unknown; signal: AbortSignal },
): Promise<void> {
  const { log, after } = deps
  if (error instanceof StaleClaimError) {
    log('a crawl was taken over or cleared', { crawlId: claim.crawlId })
    return
  }
  const cause = describeError(error)
  if (error instanceof StorageUnavailableError) {
    log('a crawl waits for the database, and to be claimed again', { crawlId: claim.crawlId, cause })
    return
  }
  log('a crawl failed', { crawlId: claim.crawlId, cause })
  for (let attempt = 1; ; attempt++) {
    const problem = await tryToEnd(claim, deps, error)
    if (problem === null || problem instanceof StaleClaimError) return
    if (attempt === 1) log('a failed crawl could not be ended', { crawlId: claim.crawlId, cause: String(problem) })
    await wait(after, END_AGAIN_MS, signal)
    if (signal.aborted) return
  }
}

/** The error; null when the crawl is ended. */
async function tryToEnd(claim: Claim, { store, now }: EngineDeps, error: unknown): Promise<unknown> {
  const reason = error instanceof StorageFullError ? 'storage-full' : 'failed'
  try {
    const state = await store.crawls.state(claim)
    const sentence = endSentence(reason, {
      seedUrl: state.seedUrl,
      pagesCounted: state.checkpoint?.pagesCounted ?? 0,
      pageLimit: state.crawlLimit,
      isListOnly: false,
      detail: error instanceof StuckCrawlError ? error.message : 'the operator finds the cause in the log.',
    })
    await store.crawls.end(claim, { reason, sentence, endedMs: now() })
    return null
  } catch (problem) {
    return problem
  }
}
