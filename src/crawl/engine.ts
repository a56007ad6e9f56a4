import type { Jobs } from '#jobs/jobs.ts'
import { describeError } from '#shared/errors.ts'
import { type Claim, StaleClaimError } from '#store/store.ts'
import { type CrawlRunDeps, runCrawl } from './crawl-run.ts'
import { endSentence } from './end-reason.ts'

/**
 * The engine: takes crawls from the jobs, runs each from claim to end, and keeps going whatever one of them does. It is the
 * process's only writer of crawl data. It opens no socket itself and never answers a request.
 */
export interface EngineDeps extends CrawlRunDeps {
  jobs: Jobs
}

export interface Engine extends AsyncDisposable {
  /** Ends one crawl with what has been seen; without effect when it is not running here. */
  stop(crawlId: number): void
}

/** Starts working. Disposing abandons the running crawls at their last settle, so that they can be taken up again. */
export function startEngine(deps: EngineDeps): Engine {
  const running = new Map<number, AbortController>()
  const working = deps.jobs.work(async (claim, signal) => {
    const stop = new AbortController()
    running.set(claim.crawlId, stop)
    try {
      if (await deps.store.crawls.isStopRequested(claim.crawlId)) stop.abort()
      await runCrawl(claim, deps, { abandon: signal, stop: stop.signal })
    } catch (error) {
      await endFailed(claim, deps, error)
    } finally {
      running.delete(claim.crawlId)
    }
  })
  return {
    stop: crawlId => running.get(crawlId)?.abort(),
    [Symbol.asyncDispose]: () => working[Symbol.asyncDispose](),
  }
}

/** A fault of ours ends the crawl with a sentence instead of leaving it "crawling" for ever. */
async function endFailed(claim: Claim, deps: EngineDeps, error: unknown): Promise<void> {
  const { store, log, now } = deps
  if (error instanceof StaleClaimError) {
    log('a crawl was taken over or cleared', { crawlId: claim.crawlId })
    return
  }
  const cause = describeError(error)
  log('a crawl failed', { crawlId: claim.crawlId, cause })
  try {
    const state = await store.crawls.state(claim)
    const sentence = endSentence('failed', {
      seedUrl: state.seedUrl,
      pagesCounted: state.checkpoint?.pagesCounted ?? 0,
      pageLimit: state.crawlLimit,
      detail: 'the operator finds the cause in the log.',
    })
    await store.crawls.end(claim, { reason: 'failed', sentence, endedMs: now() })
  } catch (second) {
    log('a failed crawl could not be ended', { crawlId: claim.crawlId, cause: String(second) })
  }
}
