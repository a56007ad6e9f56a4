import type { CrawlOptions } from '#shared/crawl-options.ts'
import { isLoopbackHost } from '../scope.ts'

/**
 * How often a host gets requests: pure functions over one plain state per host. As many at once as the operator allows, fewer as
 * soon as the host shows strain, back up slowly; what the host demands (Retry-After, Crawl-delay) comes first. Keeps no clock and no
 * timers, and never decides what to request.
 */
export interface PolitenessSettings {
  requestsPerHost: number
  requestsPerLoopbackHost: number
  /** Least time between two requests to a host. */
  pauseMs: number
  /** Longest Retry-After that is waited for. */
  maxRetryAfterMs: number
  /** Longest Crawl-delay that is kept. */
  maxCrawlDelayMs: number
}

export interface HostPolicy {
  /** Requests at once, at most. */
  ceiling: number
  /** Least time between two requests, of the crawl's own accord. */
  pauseMs: number
  /** The Crawl-delay of the host, 0 for none: least time between two requests, by any crawl. */
  delayMs: number
}

export interface HostState {
  settings: PolitenessSettings
  isLoopback: boolean
  /** Requests at once, at most. */
  ceiling: number
  /** Requests at once for now; 1 to `ceiling`. */
  allowed: number
  inFlight: number
  /** Time between two requests. */
  pauseMs: number
  /** Earliest time of the next request; 0 when none is set. */
  dueMs: number
  /** Latency over the last few responses and over many; null before the first response. */
  recentTtfbMs: number | null
  usualTtfbMs: number | null
  /** Responses that went into the averages. */
  measured: number
  /** Responses still to come from before the latest halving: they do not show its effect. */
  responsesToIgnore: number
  /** Responses without strain since the latest change. */
  calmResponses: number
  /** 429 responses in a row. */
  refusals: number
}

/** Weight of the newest response in the two averages: about the last 5 and the last 100 responses. */
const RECENT_WEIGHT = 0.2
const USUAL_WEIGHT = 0.01
/** Responses before the usual latency is known. */
const LEAST_MEASURED = 20
/** Below this a doubled latency is noise, not strain. */
const LEAST_STRAIN_MS = 100
/** Rounds of calm responses before one more request at once is tried. */
const CALM_ROUNDS = 4
/** First pause after a 429 that names none; doubled with each further one. */
const REFUSAL_PAUSE_MS = 1_000

export interface HostRules {
  politeness: PolitenessSettings
  crawlDelayMs: number
}

interface RulesOf {
  settings: Omit<PolitenessSettings, 'pauseMs'> & { externalPauseMs: number }
  robots: { crawlDelayMs(url: string): number }
  /** A crawl may be slower than the operator allows, never faster. */
  state: { options: Pick<CrawlOptions, 'requestsAtOnce' | 'pauseMs'> }
}

/** Own hosts get as many requests as they bear and the crawl's options allow; others one after a pause, but none on this machine. */
export function hostRules({ settings, robots, state }: RulesOf, of: { url: string; isOwn: boolean }): HostRules {
  const { requestsAtOnce, pauseMs } = state.options
  const atMost = (most: number) => (requestsAtOnce > 0 ? Math.min(requestsAtOnce, most) : most)
  const externalPauseMs = isLoopbackHost(of.url) ? 0 : settings.externalPauseMs
  return {
    politeness: {
      requestsPerHost: atMost(settings.requestsPerHost),
      requestsPerLoopbackHost: atMost(settings.requestsPerLoopbackHost),
      pauseMs: of.isOwn ? pauseMs : externalPauseMs,
      maxRetryAfterMs: settings.maxRetryAfterMs,
      maxCrawlDelayMs: settings.maxCrawlDelayMs,
    },
    crawlDelayMs: of.isOwn ? robots.crawlDelayMs(of.url) : 0,
  }
}

/** The limits of a crawl by its own rules, before the host has shown how much it bears. */
export function hostPolicy(
  settings: PolitenessSettings,
  { isLoopback, crawlDelayMs }: { isLoopback: boolean; crawlDelayMs: number },
): HostPolicy {
  // No limit but its own speed: the loopback host is one's own.
  const most = isLoopback ? settings.requestsPerLoopbackHost : settings.requestsPerHost
  return {
    ceiling: crawlDelayMs > 0 ? 1 : Math.max(1, most),
    pauseMs: settings.pauseMs,
    delayMs: Math.min(crawlDelayMs, settings.maxCrawlDelayMs),
  }
}

/** State of a host before its first request. A Crawl-delay allows one request at a time. */
export function initialHostState(
  settings: PolitenessSettings,
  { isLoopback, crawlDelayMs }: { isLoopback: boolean; crawlDelayMs: number },
): HostState {
  const { ceiling, pauseMs, delayMs } = hostPolicy(settings, { isLoopback, crawlDelayMs })
  return {
    settings,
    isLoopback,
    ceiling,
    allowed: ceiling,
    inFlight: 0,
    pauseMs: Math.max(pauseMs, delayMs),
    dueMs: 0,
    recentTtfbMs: null,
    usualTtfbMs: null,
    measured: 0,
    responsesToIgnore: 0,
    calmResponses: 0,
    refusals: 0,
  }
}

export function mayRequest(state: HostState, nowMs: number): boolean {
  return state.inFlight < state.allowed && nowMs >= state.dueMs
}

/** Earliest time of the next request, if not too many are under way then; 0 for at once. */
export function nextDueMs(state: HostState): number {
  return state.dueMs
}

export function onSent(state: HostState, nowMs: number): HostState {
  const dueMs = Math.max(state.dueMs, state.pauseMs > 0 ? nowMs + state.pauseMs : 0)
  return { ...state, inFlight: state.inFlight + 1, dueMs }
}

export interface HostResponse {
  /** null: no response. */
  status: number | null
  ttfbMs: number | null
  retryAfterMs: number | null
  nowMs: number
}

/** Takes one response into account: slows down on 429, 503 and doubled latency, else recovers a little. */
export function onReceived(state: HostState, response: HostResponse): HostState {
  const { status, ttfbMs } = response
  const isRefused = status === 429 || status === 503
  const next: HostState = {
    ...state,
    inFlight: Math.max(0, state.inFlight - 1),
    responsesToIgnore: Math.max(0, state.responsesToIgnore - 1),
    refusals: status === 429 ? state.refusals + 1 : 0,
  }
  if (isRefused) next.dueMs = Math.max(state.dueMs, response.nowMs + waitAfterRefusal(next, response))
  else if (ttfbMs !== null) noteLatency(next, ttfbMs)
  if (state.responsesToIgnore > 0) return next
  if (isRefused || isStrained(next)) return halved(next)
  return status === null ? next : recovered(next)
}

/** Retry-After up to the limit; a 429 without one gets a growing pause. A 503 may concern one page only. */
function waitAfterRefusal({ settings, refusals }: HostState, { status, retryAfterMs }: HostResponse): number {
  if (retryAfterMs !== null) return Math.min(retryAfterMs, settings.maxRetryAfterMs)
  if (status !== 429) return 0
  return Math.min(REFUSAL_PAUSE_MS * 2 ** Math.min(refusals - 1, 10), settings.maxRetryAfterMs)
}

function noteLatency(state: HostState, ttfbMs: number): void {
  state.measured += 1
  state.recentTtfbMs = moved(state.recentTtfbMs ?? ttfbMs, ttfbMs, Math.max(RECENT_WEIGHT, 1 / state.measured))
  state.usualTtfbMs = moved(state.usualTtfbMs ?? ttfbMs, ttfbMs, Math.max(USUAL_WEIGHT, 1 / state.measured))
}

function moved(average: number, value: number, weight: number): number {
  return average + (value - average) * weight
}

/** Doubled latency; this machine's own speed is no measure of a loopback host. */
function isStrained({ isLoopback, measured, recentTtfbMs, usualTtfbMs }: HostState): boolean {
  if (isLoopback || measured < LEAST_MEASURED || recentTtfbMs === null || usualTtfbMs === null) return false
  return recentTtfbMs >= usualTtfbMs * 2 && recentTtfbMs - usualTtfbMs >= LEAST_STRAIN_MS
}

function halved(state: HostState): HostState {
  return {
    ...state,
    allowed: Math.max(1, Math.floor(state.allowed / 2)),
    // The effect is measured anew, or one slow spell would count until it has left the average.
    recentTtfbMs: state.usualTtfbMs,
    responsesToIgnore: state.inFlight,
    calmResponses: 0,
  }
}

function recovered(state: HostState): HostState {
  if (state.allowed >= state.ceiling) return state
  const calmResponses = state.calmResponses + 1
  if (calmResponses < state.allowed * CALM_ROUNDS) return { ...state, calmResponses }
  return { ...state, allowed: state.allowed + 1, calmResponses: 0 }
}
