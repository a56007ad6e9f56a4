import { isBotChallenge } from '#extract/bot-challenge.ts'
import type { Fetcher, FetchResult } from '#fetch/fetch.ts'
import { mediaTypeOf } from '#fetch/media-type.ts'
import type { FetchFailure } from '#shared/fetch-failures.ts'
import { isSuccess } from '#shared/http-status.ts'
import type { Attempt } from '#shared/model.ts'
import type { After } from '#shared/wait.ts'
import { KnownRobots, type OriginRobots, type RobotsResponse, type RobotsResult } from './known-robots.ts'
import { crawlDelaySeconds, parseRobots } from './robots.ts'

export interface RobotsByOriginDeps {
  fetcher: Pick<Fetcher, 'fetch'>
  token: string
  pause: (attempt: number) => Promise<void>
  /** Epoch milliseconds, for the log of attempts. */
  now: () => number
  /** Called for every file, so that redirects can be checked where they are followed. */
  onKnown: (origin: string, known: OriginRobots) => void
}

const MAX_ROBOTS_REDIRECTS = 5
/** Attempts before a server error is final. */
const ROBOTS_ATTEMPTS = 3

/** The robots.txt of each origin of a crawl, fetched once. */
export class RobotsByOrigin {
  readonly #deps: RobotsByOriginDeps
  readonly #known: KnownRobots

  constructor(deps: RobotsByOriginDeps) {
    this.#deps = deps
    this.#known = new KnownRobots(deps.token)
  }

  /** Fetches the file when it is not known yet. */
  async load(origin: string, signal: AbortSignal): Promise<OriginRobots> {
    const known = this.#known.get(origin)
    if (known) return known
    const { known: requested } = await fetchRobots(origin, signal, this.#deps)
    if (signal.aborted) return requested
    this.#known.set(origin, requested)
    this.#deps.onKnown(origin, requested)
    return requested
  }

  /** What is known of an origin's file; undefined while it has not been loaded. */
  knownOf(origin: string): OriginRobots | undefined {
    return this.#known.get(origin)
  }

  /** Whether a URL whose origin has been loaded is allowed; an unknown origin is allowed. */
  check(url: string): RobotsResult {
    return this.#known.check(url)
  }

  /** Crawl-delay of our group in milliseconds, 0 when there is none. */
  crawlDelayMs(url: string): number {
    const robots = this.#known.get(new URL(url).origin)?.robots
    return robots ? (crawlDelaySeconds(robots, this.#deps.token) ?? 0) * 1_000 : 0
  }

  /** Sitemaps that the file of an origin names, in order; none while it has not been loaded. */
  sitemapsOf(origin: string): string[] {
    return this.#known.get(origin)?.robots?.sitemaps.map(({ url }) => url) ?? []
  }
}

/**
 * Fetches robots.txt of an origin; a failing server is tried again. RFC 9309 §2.3.1: 4xx allows everything; 5xx and no response forbid
 * everything; at least five redirects are followed.
 */
export async function fetchRobots(
  origin: string,
  signal: AbortSignal,
  { fetcher, now, pause }: Pick<RobotsByOriginDeps, 'fetcher' | 'now' | 'pause'>,
): Promise<{ known: OriginRobots; body: Uint8Array }> {
  const request = { url: `${origin}/robots.txt`, method: 'GET', body: 'all', maxHops: MAX_ROBOTS_REDIRECTS } as const
  const attempts: Attempt[] = []
  for (let attempt = 1; ; attempt++) {
    const atMs = now()
    const response = await fetcher.fetch({ ...request, signal })
    const { status, failure } =
      response.kind === 'failure'
        ? { status: null, failure: response.reason }
        : { status: response.status, failure: null }
    attempts.push({ atMs, method: 'GET', status, failure })
    const isFailing =
      response.kind === 'failure' ? isPassing(response.reason) : response.status >= 500 || response.status === 429
    if (isFailing && attempt < ROBOTS_ATTEMPTS && !signal.aborted) {
      await pause(attempt)
      continue
    }
    const known = { robots: null, unreadable: null, response: robotsResponseOf(response, attempts) }
    const without = (unreadable: OriginRobots['unreadable']) => ({ known: { ...known, unreadable }, body: NO_BYTES })
    if (response.kind === 'failure')
      return without(leadsNowhere.has(response.reason) ? null : { status, failure, detail: response.detail })
    if (response.status >= 500 || response.status === 429) return without({ status, failure, detail: '' })
    if (!isSuccess(response.status)) return without(null)
    const { body, isTruncated } = response
    return { known: { ...known, robots: parseRobots(body, isTruncated) }, body }
  }
}

const NO_BYTES = new Uint8Array()

/** A redirect loop counts as an unavailable file, which allows everything (RFC 9309 §2.3.1.2); no server failed. */
const leadsNowhere: ReadonlySet<FetchFailure> = new Set<FetchFailure>([
  'too-many-redirects',
  'redirect-loop',
  'bad-redirect',
])

function isPassing(failure: FetchFailure): boolean {
  return failure === 'reset' || failure === 'timeout-first-byte' || failure === 'timeout-total'
}

/** Bytes shown of a web page that is sent in place of robots.txt. */
const SHOWN_BYTES = 200
/** A protection page is small. */
const MAX_CHALLENGE_BYTES = 20 * 1024
/** A doctype, or a tag that only stands near the start of a page. Comments may come before. */
const HTML_START = /^\s*(?:<!--[\s\S]{0,150}?-->\s*)?<(?:!doctype\s+html|html|head|body|script|meta|title|div)\b/i

/** The final response to the request for robots.txt, as far as checks need it. */
function robotsResponseOf(response: FetchResult, attempts: readonly Attempt[]): RobotsResponse {
  const log = [...attempts]
  if (response.kind === 'failure') {
    const { reason, detail } = response
    return {
      status: null,
      failure: reason,
      failureDetail: detail,
      attempts: log,
      mediaType: '',
      isBotChallenge: false,
      htmlStart: '',
    }
  }
  const { status, headers, body } = response
  const isGood = isSuccess(status)
  const bodyText = body.byteLength <= MAX_CHALLENGE_BYTES ? new TextDecoder().decode(body) : ''
  return {
    status,
    failure: null,
    failureDetail: '',
    attempts: log,
    mediaType: mediaTypeOf(headers),
    isBotChallenge: isBotChallenge({ status, headers, bodyText }),
    htmlStart: isGood ? htmlStartOf(body) : '',
  }
}

function htmlStartOf(body: Uint8Array): string {
  const start = new TextDecoder().decode(body.subarray(0, SHOWN_BYTES))
  return HTML_START.test(start) ? start.trim() : ''
}

interface RobotsContext extends Pick<RobotsByOriginDeps, 'fetcher' | 'now'> {
  settings: { robotsToken: string; serverErrorPauseMs: number }
  after: After
}

/** The robots.txt files of a crawl; without `onKnown`, files that it reads and does not obey. */
export function openRobots(
  { fetcher, settings, now, after }: RobotsContext,
  onKnown: RobotsByOriginDeps['onKnown'] = () => {},
): RobotsByOrigin {
  const pause = (attempt: number) => new Promise<void>(resolve => after(settings.serverErrorPauseMs * attempt, resolve))
  return new RobotsByOrigin({ fetcher, token: settings.robotsToken, now, onKnown, pause })
}
