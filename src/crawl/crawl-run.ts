import type { PageCheck, SiteCheck } from '#checks/check.ts'
import type { Fetcher } from '#fetch/fetch.ts'
import type { Claim, CrawlCheckpoint, CrawlEnding, Store } from '#store/store.ts'
import type { CrawlContext, Log } from './crawl-context.ts'
import { Dispatcher } from './dispatcher.ts'
import { endSentence } from './end-reason.ts'
import { type EngineSettings, KNOWN_URLS_FACTOR, MAX_REQUESTS_PER_CRAWL, MIN_KNOWN_URLS } from './engine-settings.ts'
import { Frontier } from './frontier.ts'
import { judgeSite } from './judging.ts'
import type { MeasurePageSpeed } from './measure-page-speed.ts'
import { measureSample } from './measuring.ts'
import type { PagePool } from './page-pool.ts'
import { probeRest } from './probing.ts'
import { RobotsByOrigin } from './robots-by-origin.ts'
import { isPrivateHost, scopeHostOf } from './scope.ts'
import { Settler } from './settler.ts'
import { visitSite } from './visiting.ts'

export interface CrawlRunDeps {
  store: Store
  pool: PagePool
  fetcher: Fetcher
  settings: EngineSettings
  pageChecks: readonly PageCheck[]
  siteChecks: readonly SiteCheck[]
  measurePageSpeed: MeasurePageSpeed
  now: () => number
  after(ms: number, callback: () => void): () => void
  log: Log
}

const STORAGE_FULL = 'storage-full'

export interface CrawlSignals {
  /** The process ends or the claim is lost: leave everything as it is, so that the crawl can be taken up again. */
  abandon: AbortSignal
  /** The visitor wants no more: end with what was seen. */
  stop: AbortSignal
}

/**
 * One crawl from claim to end, or to the point where it is abandoned. A crawl taken up again goes on at its last settle and
 * ends in the same report.
 */
export async function runCrawl(claim: Claim, deps: CrawlRunDeps, signals: CrawlSignals): Promise<void> {
  const failure = new AbortController()
  const storageFull = new AbortController()
  const stop = AbortSignal.any([signals.stop, storageFull.signal])
  const context = await openContext(claim, deps, {
    halt: AbortSignal.any([signals.abandon, stop, failure.signal]),
    onFailure: error => failure.abort(error),
    onStorageFull: () => storageFull.abort(STORAGE_FULL),
  })
  const onStop = () => deps.pool.abort(claim.crawlId)
  context.halt.addEventListener('abort', onStop)
  if (context.halt.aborted) onStop()
  try {
    const abandon = AbortSignal.any([signals.abandon, failure.signal])
    const ending = await work(context, { abandon, stop })
    if (signals.abandon.aborted) return
    failure.signal.throwIfAborted()
    await context.store.crawls.end(claim, {
      reason: ending.reason,
      sentence: endSentence(ending.reason, {
        seedUrl: context.state.seedUrl,
        pagesCounted: context.checkpoint.pagesCounted,
        pageLimit: context.state.crawlLimit,
        detail: ending.detail,
      }),
      endedMs: deps.now(),
    })
  } finally {
    context.halt.removeEventListener('abort', onStop)
    deps.pool.forget(claim.crawlId)
  }
}

async function work(context: CrawlContext, signals: CrawlSignals): Promise<CrawlEnding> {
  const { checkpoint, settler, robots, halt } = context
  for (const origin of checkpoint.robotsOrigins) await robots.load(origin, halt)
  if (checkpoint.phase === 'starting' || checkpoint.phase === 'visiting') {
    const ending = await visitSite(context, signals.abandon)
    if (signals.abandon.aborted) return ending
    checkpoint.ending = ending
    checkpoint.phase = 'probing'
    await settler.flush()
  }
  const ending = checkpoint.ending ?? { reason: 'finished', detail: '' }
  if (checkpoint.phase === 'probing') {
    await probeRest(context, signals.abandon)
    if (signals.abandon.aborted) return ending
    checkpoint.phase = context.state.options.pageSpeedSample ? 'measuring' : 'judging'
    await settler.flush()
  }
  if (checkpoint.phase === 'measuring') {
    await measureSample(context, signals.abandon)
    if (signals.abandon.aborted) return ending
    checkpoint.phase = 'judging'
    await settler.flush()
  }
  await judgeSite(context, signals.abandon)
  if (!signals.stop.aborted) return ending
  return { reason: signals.stop.reason === STORAGE_FULL ? STORAGE_FULL : 'stopped', detail: '' }
}

async function openContext(
  claim: Claim,
  deps: CrawlRunDeps,
  control: { halt: AbortSignal; onFailure(error: unknown): void; onStorageFull(): void },
): Promise<CrawlContext> {
  const { store, settings, now, after } = deps
  const state = await store.crawls.state(claim)
  const checkpoint = state.checkpoint ?? newCheckpoint(state.seedUrl)
  const maxUrls = Math.max(MIN_KNOWN_URLS, state.crawlLimit * settings.queueFactor * KNOWN_URLS_FACTOR)
  const frontier = new Frontier({ scopeHost: checkpoint.scopeHost, maxUrls })
  for await (const rows of store.crawls.urls(claim)) frontier.restore(rows)
  return {
    claim,
    state,
    store,
    frontier,
    checkpoint,
    settings,
    now,
    after,
    measurePageSpeed: deps.measurePageSpeed,
    halt: control.halt,
    fetcher: deps.fetcher,
    siteChecks: deps.siteChecks,
    log: deps.log,
    isPrivateHost: isPrivateHost(state.seedUrl),
    dispatcher: new Dispatcher({
      submit: job => deps.pool.submit(job),
      now,
      after,
      pauses: settings,
      maxInFlight: MAX_REQUESTS_PER_CRAWL,
    }),
    settler: new Settler({
      store,
      claim,
      frontier,
      checkpoint,
      now,
      after,
      onFailure: control.onFailure,
      onWritten: async () => {
        if ((await store.operations.usedBytes()) >= settings.maxStorageBytes) control.onStorageFull()
      },
    }),
    robots: new RobotsByOrigin({
      fetcher: deps.fetcher,
      token: settings.robotsToken,
      onKnown: (origin, known) => {
        if (!checkpoint.robotsOrigins.includes(origin)) checkpoint.robotsOrigins.push(origin)
        deps.pool.setRobots(claim.crawlId, origin, known)
      },
      pause: attempt => new Promise(resolve => after(settings.serverErrorPauseMs * attempt, resolve)),
    }),
  }
}

function newCheckpoint(seedUrl: string): CrawlCheckpoint {
  return {
    phase: 'starting',
    scopeHost: scopeHostOf(seedUrl),
    depth: 0,
    lastNumber: 0,
    pagesCounted: 0,
    homeUrl: null,
    robotsOrigins: [],
    seedProblem: null,
    ending: null,
    notes: [],
    hostVariants: [],
    favicon: null,
  }
}
