import type { SiteCheck } from '#checks/check.ts'
import { tuneChecks } from '#checks/thresholds.ts'
import type { Fetcher } from '#fetch/fetch.ts'
import { parameterDropper } from '#shared/dropped-parameters.ts'
import type { SkipReason } from '#shared/model.ts'
import type { Claim, CrawlCheckpoint, CrawlEnding, CrawlState, Store } from '#store/store.ts'
import type { CrawlContext, Log } from './crawl-context.ts'
import { endSentence, type LeftOut } from './end-reason.ts'
import {
  type EngineSettings,
  KNOWN_URLS_FACTOR,
  MAX_IDLE_CLAIMS,
  MAX_REQUESTS_PER_CRAWL,
  MIN_KNOWN_URLS,
} from './engine-settings.ts'
import { RobotsByOrigin } from './robots/robots-by-origin.ts'
import { BatchWriter } from './schedule/batch-writer.ts'
import { CrawlBounds } from './schedule/crawl-bounds.ts'
import { Dispatcher } from './schedule/dispatcher.ts'
import { Frontier } from './schedule/frontier.ts'
import type { CrawlPace, HostRates } from './schedule/host-rates.ts'
import type { MeasurePageSpeed } from './schedule/measure-page-speed.ts'
import { measureSample } from './schedule/measuring.ts'
import { newCheckpoint } from './schedule/new-checkpoint.ts'
import { pacedFetcher } from './schedule/paced-fetcher.ts'
import type { PagePool } from './schedule/page-pool.ts'
import { probeRest } from './schedule/probing.ts'
import { isInScope, isPrivateHost } from './schedule/scope.ts'
import { judgeSite } from './site-checks.ts'
import { Traps } from './traps/traps.ts'
import { hostRules, visitSite } from './visit/visiting.ts'

export interface CrawlRunDeps {
  store: Store
  pool: Pick<PagePool, 'submit' | 'abort' | 'setRobots' | 'setThresholds' | 'forget'>
  fetcher: Fetcher
  /** Shared by all crawls of this process. */
  paces: HostRates
  settings: EngineSettings
  /** Reads their code at the first call, which takes a while. */
  siteChecks(): Promise<readonly SiteCheck[]>
  measurePageSpeed: MeasurePageSpeed
  /** Epoch milliseconds; may jump when somebody sets the clock. */
  now: () => number
  /** Milliseconds that only ever go on: by them pauses are kept. */
  elapsedMs: () => number
  after(ms: number, callback: () => void): () => void
  log: Log
}

export interface CrawlSignals {
  /** The process ends or the claim is lost: leave everything as it is, so that the crawl can be taken up again. */
  abandon: AbortSignal
  /** The visitor wants it to rest: the same, once what is in hand is settled. */
  pause: AbortSignal
  /** The visitor wants no more: end with what was seen. */
  stop: AbortSignal
}

/** Whoever works on the crawl is lost every time, and it never gets any further. */
export class StuckCrawlError extends Error {
  constructor() {
    super(`its work broke off ${MAX_IDLE_CLAIMS} times in a row without getting any further.`)
    this.name = 'StuckCrawlError'
  }
}

/**
 * One crawl from claim to end, or to the point where it is abandoned. A crawl taken up again goes on at its last commit and
 * ends in the same report.
 */
export async function runCrawl(claim: Claim, deps: CrawlRunDeps, signals: CrawlSignals): Promise<void> {
  const failure = new AbortController()
  const cut = new AbortController()
  let ending: CrawlEnding = { reason: 'stopped', detail: '' }
  const stop = AbortSignal.any([signals.stop, cut.signal])
  const abandon = AbortSignal.any([signals.abandon, signals.pause, failure.signal])
  const context = await openContext(claim, deps, {
    halt: AbortSignal.any([abandon, stop]),
    onFailure: error => failure.abort(error),
    onCut: because => {
      if (stop.aborted) return
      ending = because
      cut.abort()
    },
    endingWhenHalted: () => ending,
  })
  const onStop = () => deps.pool.abort(claim.crawlId)
  context.halt.addEventListener('abort', onStop)
  if (context.halt.aborted) onStop()
  try {
    const worked = await work(context, { abandon, stop })
    if (signals.abandon.aborted) return
    if (signals.pause.aborted) await context.batches.flush()
    failure.signal.throwIfAborted()
    if (signals.pause.aborted) return await context.store.crawls.release(claim)
    if (worked === null) return
    await context.store.crawls.end(claim, {
      reason: worked.ending.reason,
      sentence: endSentence(worked.ending.reason, {
        seedUrl: context.state.seedUrl,
        pagesCounted: context.checkpoint.pagesCounted,
        pageLimit: context.state.crawlLimit,
        isListOnly: context.state.options.isListOnly === true,
        leftOut: worked.leftOut,
        detail: worked.ending.detail,
      }),
      endedMs: deps.now(),
    })
  } finally {
    context.bounds[Symbol.dispose]()
    await context.pace[Symbol.asyncDispose]()
    context.halt.removeEventListener('abort', onStop)
    deps.pool.forget(claim.crawlId)
  }
}

interface Worked {
  ending: CrawlEnding
  leftOut: LeftOut | null
}

/** Does what is left to be done of the crawl. null when it is abandoned on the way. */
async function work(context: CrawlContext, signals: Omit<CrawlSignals, 'pause'>): Promise<Worked | null> {
  const { checkpoint, batches, robots, halt } = context
  for (const origin of checkpoint.robotsOrigins) await robots.load(origin, halt)
  if (checkpoint.phase === 'starting' || checkpoint.phase === 'visiting') {
    const ending = await visitSite(context, signals.abandon)
    if (signals.abandon.aborted) return null
    checkpoint.ending = ending
    noteUnrendered(checkpoint)
    // Stored with what becomes of the addresses that are left: there may be a hundred thousand, which are then written once.
    checkpoint.phase = 'probing'
  }
  if (checkpoint.phase === 'probing') {
    await probeRest(context, signals.abandon)
    if (signals.abandon.aborted) return null
    if (signals.stop.aborted) checkpoint.ending = context.endingWhenHalted()
    checkpoint.phase = context.state.options.pageSpeedSample ? 'measuring' : 'judging'
    await batches.flush()
  }
  if (checkpoint.phase === 'measuring') {
    await measureSample(context, signals.abandon)
    if (signals.abandon.aborted) return null
    checkpoint.phase = 'judging'
    await batches.flush()
  }
  const leftOut = leftOutOf(context)
  // Of no address anything is asked any more: what is known of a million of them makes room for the checks of the site.
  context.frontier.clear()
  await judgeSite(context, signals.abandon)
  const ending = signals.stop.aborted ? context.endingWhenHalted() : checkpoint.ending
  return { ending: ending ?? { reason: 'finished', detail: '' }, leftOut }
}

interface RunControl extends Pick<CrawlContext, 'halt' | 'endingWhenHalted'> {
  onFailure(error: unknown): void
  /** The crawl has had all that it may have. */
  onCut(ending: CrawlEnding): void
}

interface BoundedContext extends CrawlContext {
  bounds: CrawlBounds
  pace: CrawlPace
}

async function openContext(claim: Claim, deps: CrawlRunDeps, control: RunControl): Promise<BoundedContext> {
  const { store, settings, now, after } = deps
  const state = asAsked(await store.crawls.state(claim))
  if (state.idleClaims > MAX_IDLE_CLAIMS) throw new StuckCrawlError()
  const checkpoint = state.checkpoint ?? newCheckpoint(state.seedUrl)
  const maxUrls = Math.max(MIN_KNOWN_URLS, state.crawlLimit * settings.queueFactor * KNOWN_URLS_FACTOR)
  const frontier = new Frontier({ scopeHost: checkpoint.scopeHost, maxUrls })
  for await (const rows of store.crawls.urls(claim)) frontier.restore(rows)
  if (state.options.thresholds) deps.pool.setThresholds(claim.crawlId, state.options.thresholds)
  const pace = deps.paces.open()
  const bounds = new CrawlBounds({
    settings,
    pageLimit: state.crawlLimit,
    checkpoint,
    now: deps.elapsedMs,
    isWaiting: () => pace.isWaiting,
    after,
    onReached: control.onCut,
  })
  const fetcher = pacedFetcher(weighed(deps.fetcher, bounds), {
    pace,
    rulesFor: url => hostRules({ settings, robots }, { url, isOwn: isInScope(url, checkpoint.scopeHost) }),
  })
  const robots = new RobotsByOrigin({
    fetcher,
    token: settings.robotsToken,
    now,
    onKnown: (origin, known) => {
      if (!checkpoint.robotsOrigins.includes(origin)) checkpoint.robotsOrigins.push(origin)
      deps.pool.setRobots(claim.crawlId, origin, known)
    },
    pause: attempt => new Promise(resolve => after(settings.serverErrorPauseMs * attempt, resolve)),
  })
  return {
    bounds,
    pace,
    claim,
    state,
    store,
    frontier,
    traps: state.options.isListOnly ? null : new Traps({ pageLimit: state.crawlLimit }),
    checkpoint,
    settings,
    now,
    after,
    measurePageSpeed: deps.measurePageSpeed,
    halt: control.halt,
    endingWhenHalted: control.endingWhenHalted,
    fetcher,
    siteChecks: async () => tuneChecks(await deps.siteChecks(), state.options.thresholds),
    log: deps.log,
    isPrivateHost: isPrivateHost(state.seedUrl),
    dispatcher: new Dispatcher({
      submit: async job => {
        const result = await deps.pool.submit(job)
        bounds.received(result.receivedBytes ?? 0)
        return result
      },
      pace,
      now: deps.elapsedMs,
      after,
      pauses: settings,
      maxInFlight: MAX_REQUESTS_PER_CRAWL,
    }),
    batches: new BatchWriter({
      store,
      claim,
      frontier,
      checkpoint,
      now,
      after,
      onFailure: control.onFailure,
      onWritten: async () => {
        if ((await store.operations.usedBytes()) >= settings.maxStorageBytes)
          control.onCut({ reason: 'storage-full', detail: '' })
      },
    }),
    robots,
  }
}

/** With the phase, so that it is said once. */
function noteUnrendered({ unrenderedPages = 0, notes }: CrawlCheckpoint): void {
  if (unrenderedPages === 0) return
  const pages = unrenderedPages === 1 ? '1 page' : `${unrenderedPages} pages`
  notes.push(
    `${pages} could not be rendered: their scripts were not run, and they were judged as the server sends them.`,
  )
}

const looksEndless: ReadonlySet<SkipReason> = new Set(['looks-endless', 'too-deep', 'repeats-itself', 'queue-full'])

/** The worse of what was left out; whatever links that are followed lead to would have been visited. */
function leftOutOf({ frontier, checkpoint }: CrawlContext): LeftOut | null {
  if (checkpoint.areUrlsUntracked) return 'untracked'
  return frontier.hasSkipped(looksEndless) ? 'endless' : null
}

/** The start page is asked for without the parameters that the crawl drops, too. */
function asAsked(state: CrawlState): CrawlState {
  const addressOf = parameterDropper(state.options.dropParameters, state.seedUrl)
  return { ...state, seedUrl: addressOf(state.seedUrl) }
}

/** What is fetched beside the pages counts, too. */
function weighed(fetcher: Fetcher, bounds: CrawlBounds): Pick<Fetcher, 'fetch'> {
  return {
    async fetch(request) {
      const answer = await fetcher.fetch(request)
      if (answer.kind === 'response') bounds.received(answer.transferBytes)
      return answer
    },
  }
}
