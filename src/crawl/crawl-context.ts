import type { PageCheck, SiteCheck } from '#checks/check.ts'
import { tuneChecks } from '#checks/thresholds.ts'
import { openAccess, type RequestAccess } from '#fetch/access/request-access.ts'
import { hasSignIn } from '#fetch/access/sign-in-result.ts'
import type { Fetcher } from '#fetch/fetch.ts'
import { byRoute } from '#fetch/outbound/route.ts'
import type { OnWaiting } from '#jobs/jobs.ts'
import { type CrawlScope, crawlScope } from '#shared/crawl-scope.ts'
import type { Credentials } from '#shared/credentials.ts'
import { parameterDropper } from '#shared/dropped-parameters.ts'
import { crawlRoute } from '#shared/outbound.ts'
import { startPageUrls } from '#shared/start-pages.ts'
import type { After } from '#shared/wait.ts'
import type { Claim, CrawlCheckpoint, CrawlEnding, CrawlState, Store } from '#store/store.ts'
import { AccessWatch } from './access/access-watch.ts'
import { signIn } from './access/sign-in.ts'
import { openEarlierPages } from './earlier-pages.ts'
import {
  type EngineSettings,
  KNOWN_URLS_FACTOR,
  MAX_IDLE_CLAIMS,
  MAX_REQUESTS_PER_CRAWL,
  MIN_KNOWN_URLS,
} from './engine-settings.ts'
import { type OwnCheckRunner, OwnChecks } from './own-checks.ts'
import type { MeasurePageSpeed } from './page-speed/measure-page-speed.ts'
import { openRobots, type RobotsByOrigin } from './robots/robots-by-origin.ts'
import { BatchWriter } from './schedule/batch-writer.ts'
import { CrawlBounds } from './schedule/crawl-bounds.ts'
import { Dispatcher } from './schedule/dispatcher.ts'
import { Frontier } from './schedule/frontier.ts'
import { type CrawlRates, type HostRates, politeFetcher } from './schedule/host-rates.ts'
import type { PagePool } from './schedule/page-pool.ts'
import { hostRules } from './schedule/politeness.ts'
import { WaitingWatch } from './schedule/waiting-watch.ts'
import { isInScope, isPrivateHost, scopeHostOf } from './scope.ts'
import { Traps } from './traps/traps.ts'

/** Everything that one crawl works with, from claim to end. */
export interface CrawlContext {
  claim: Claim
  state: CrawlState
  store: Store
  frontier: Frontier
  scope: CrawlScope
  /** Visited first, beside the seed, whose scheme they share; none in a crawl of a list. */
  startPages: ReadonlySet<string>
  /** null for a crawl of a list, which visits all of it. */
  traps: Traps | null
  dispatcher: Dispatcher
  batches: BatchWriter
  robots: RobotsByOrigin
  fetcher: Pick<Fetcher, 'fetch'>
  /** null in a crawl without credentials. */
  accessWatch: AccessWatch | null
  /** Origins that get credentials; none in a crawl without. */
  signedInOrigins: readonly string[]
  settings: EngineSettings
  checkpoint: CrawlCheckpoint
  isPrivateHost: boolean
  pageChecks(): Promise<readonly PageCheck[]>
  siteChecks(): Promise<readonly SiteCheck[]>
  measurePageSpeed: MeasurePageSpeed
  now: () => number
  after: After
  log: Log
  /** Aborted when nothing more may be sent: the crawl is stopped or paused, the process ends, or the claim is lost. */
  halt: AbortSignal
  /** Why the crawl ends when it is halted and not abandoned. */
  endingWhenHalted(): CrawlEnding
}

export type Log = (event: string, details: Record<string, unknown>) => void

/** What all crawls of a process share. */
export interface CrawlRunDeps {
  store: Store
  pool: Pick<PagePool, 'submit' | 'abort' | 'setRobots' | 'setOptions' | 'setSession' | 'signInWithBrowser' | 'forget'>
  fetcher: Fetcher
  /** Shared by all crawls of this process. */
  hostRates: HostRates
  settings: EngineSettings
  /** The stored credentials of a website; null where there are none that can be read. */
  credentialsOf(websiteId: number): Promise<Credentials | null>
  /** null: there are none. */
  ownChecks: OwnCheckRunner | null
  /** Both load their code at the first call, which takes a while. */
  pageChecks(): Promise<readonly PageCheck[]>
  siteChecks(): Promise<readonly SiteCheck[]>
  measurePageSpeed: MeasurePageSpeed
  onWaiting: OnWaiting
  /** Epoch milliseconds; may jump when the clock is set. */
  now: () => number
  /** Monotonic milliseconds, for pauses. */
  elapsedMs: () => number
  after: After
  log: Log
}

/** Its claim was lost several times in a row without any progress. */
export class StuckCrawlError extends Error {
  constructor() {
    super(`its work broke off ${MAX_IDLE_CLAIMS} times in a row without getting any further.`)
    this.name = 'StuckCrawlError'
  }
}

export interface RunControl extends Pick<CrawlContext, 'halt' | 'endingWhenHalted'> {
  onFailure(error: unknown): void
  /** A limit of time, bytes or storage is reached. */
  onCut(ending: CrawlEnding): void
}

/** With what has to be disposed of at the end. */
export interface BoundedContext extends CrawlContext {
  bounds: CrawlBounds
  rates: CrawlRates
}

export async function openContext(claim: Claim, deps: CrawlRunDeps, control: RunControl): Promise<BoundedContext> {
  const { store, settings, now, after } = deps
  const state = withSeedToRequest(await store.crawls.state(claim))
  if (state.idleClaims > MAX_IDLE_CLAIMS) throw new StuckCrawlError()
  const checkpoint = state.checkpoint ?? newCheckpoint(state.seedUrl)
  // It was waited for when the crawl was interrupted.
  delete checkpoint.urlsToRetry
  const maxUrls = Math.max(MIN_KNOWN_URLS, state.crawlLimit * settings.queueFactor * KNOWN_URLS_FACTOR)
  const frontier = new Frontier({ scopeHost: checkpoint.scopeHost, subdomains: state.options.subdomains, maxUrls })
  for await (const entry of store.crawls.urlLog(claim)) frontier.urls.restore(entry)
  const credentials = state.options.hasCredentials ? await deps.credentialsOf(state.websiteId) : null
  if (state.options.hasCredentials && credentials === null)
    control.onCut({ reason: 'access-lost', detail: 'they have been deleted, or cannot be read on this server' })
  if (deps.ownChecks) await store.crawls.addOwnChecks(claim, deps.ownChecks.checks)
  const { thresholds } = state.options
  const { log } = deps
  const ownChecks = deps.ownChecks && new OwnChecks({ runner: deps.ownChecks, thresholds, checkpoint, log })
  deps.pool.setOptions(claim.crawlId, { ...state.options, hasOwnChecks: ownChecks !== null }, credentials)
  const rates = deps.hostRates.open()
  const bounds = new CrawlBounds({
    settings,
    pageLimit: state.crawlLimit,
    crawlDelayMs: () => Math.min(robots.crawlDelayMs(state.seedUrl), settings.maxCrawlDelayMs),
    checkpoint,
    now: deps.elapsedMs,
    isWaiting: () => rates.isWaiting,
    after,
    onReached: control.onCut,
  })
  const earlierPages = await openEarlierPages({ reading: store.reading, crawlId: claim.crawlId, state, checkpoint })
  const watch = new WaitingWatch({ after, onWaiting: deps.onWaiting })
  const access = credentials && openAccess(credentials)
  const isOwn = (url: string) => isInScope(url, { checkpoint, state })
  const { userAgent } = state.options
  const asChosen = withUserAgent(byRoute(deps.fetcher, crawlRoute(state.options)), url =>
    userAgent !== '' && isOwn(url) ? userAgent : null,
  )
  const fetcher = politeFetcher(countedFetcher(asChosen, { bounds, access }), {
    rates,
    watch,
    rulesFor: url => hostRules({ settings, robots, state }, { url, isOwn: isOwn(url) }),
  })
  const robots = openRobots({ fetcher, settings, now, after }, (origin, known) => {
    if (!checkpoint.robotsOrigins.includes(origin)) checkpoint.robotsOrigins.push(origin)
    deps.pool.setRobots(claim.crawlId, origin, known)
  })
  const signInAnew = async (): Promise<string | null> => {
    if (!hasSignIn(credentials)) return null
    const result = await signIn(credentials, {
      fetcher,
      inBrowser: given => deps.pool.signInWithBrowser(given, crawlRoute(state.options)),
      signal: control.halt,
    })
    if (!result.ok) return result.why
    access?.setSession(result.session)
    deps.pool.setSession(claim.crawlId, result.session)
    return null
  }
  return {
    bounds,
    rates,
    claim,
    state,
    store,
    frontier,
    scope: crawlScope(state.options, state.seedUrl),
    startPages: startPagesOf(state),
    traps: state.options.isListOnly ? null : new Traps({ pageLimit: state.crawlLimit }),
    accessWatch:
      credentials && access
        ? new AccessWatch({
            credentials,
            access,
            fetcher,
            proof: checkpoint.signedInPage ?? null,
            onProof: page => {
              checkpoint.signedInPage = page
            },
            signIn: hasSignIn(credentials) ? signInAnew : undefined,
            onLost: sign => control.onCut({ reason: 'access-lost', detail: sign }),
            signal: control.halt,
          })
        : null,
    signedInOrigins: credentials?.origins ?? [],
    checkpoint,
    settings,
    now,
    after,
    measurePageSpeed: deps.measurePageSpeed,
    halt: control.halt,
    endingWhenHalted: control.endingWhenHalted,
    fetcher,
    pageChecks: async () => tuneChecks(await deps.pageChecks(), thresholds),
    siteChecks: async () => tuneChecks(await deps.siteChecks(), thresholds),
    log,
    isPrivateHost: isPrivateHost(state.seedUrl),
    dispatcher: new Dispatcher({
      submit: async job => {
        const result = await deps.pool.submit(earlierPages ? await earlierPages.prepare(job) : job)
        bounds.received(result.receivedBytes ?? 0)
        return ownChecks ? await ownChecks.check(result) : result
      },
      rates,
      now: deps.elapsedMs,
      after,
      pauses: settings,
      maxInFlight: MAX_REQUESTS_PER_CRAWL,
      watch,
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

/** The start page is requested without the parameters that the crawl drops, too. */
function withSeedToRequest(state: CrawlState): CrawlState {
  const dropParameters = parameterDropper(state.options, state.seedUrl)
  return { ...state, seedUrl: dropParameters(state.seedUrl) }
}

export function startPagesOf({ options, seedUrl }: CrawlState): ReadonlySet<string> {
  if (options.isListOnly) return new Set()
  return new Set(startPageUrls(options, seedUrl).map(parameterDropper(options, seedUrl)))
}

function withUserAgent(
  fetcher: Pick<Fetcher, 'fetch'>,
  userAgentFor: (url: string) => string | null,
): Pick<Fetcher, 'fetch'> {
  return { fetch: request => fetcher.fetch({ ...request, userAgentFor }) }
}

/** Counts the bytes of what is fetched beside the pages, with the credentials unless a request says otherwise. */
function countedFetcher(
  fetcher: Pick<Fetcher, 'fetch'>,
  { bounds, access }: { bounds: CrawlBounds; access: RequestAccess | null },
): Pick<Fetcher, 'fetch'> {
  return {
    async fetch(request) {
      const result = await fetcher.fetch({ access, ...request })
      if (result.kind === 'response') bounds.received(result.transferBytes)
      return result
    },
  }
}

/** The checkpoint of a crawl that has not begun. */
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
