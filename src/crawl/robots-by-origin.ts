import type { Fetcher } from '#fetch/fetch.ts'
import type { FetchFailure } from '#shared/facts.ts'
import { crawlDelaySeconds, isAllowed, parseRobots, type RobotsTxt } from './robots.ts'

/**
 * robots.txt of each origin of a crawl, asked once. RFC 9309 §2.3.1: 4xx allows everything; 5xx and no answer forbid
 * everything; at least five redirects are followed.
 */
export interface RobotsVerdict {
  isAllowed: boolean
  /** For a person: the line that decides, or why the file could not be read. */
  because: string
}

export interface OriginRobots {
  robots: RobotsTxt | null
  /** Set when the file could not be read, so that nothing may be asked. */
  unreadable: { status: number | null; failure: FetchFailure | null; detail: string } | null
}

const MAX_ROBOTS_REDIRECTS = 5
/** Tries before a server error is believed. */
const ROBOTS_ATTEMPTS = 3

export class RobotsByOrigin {
  readonly #deps: { fetcher: Fetcher; token: string; pause: (attempt: number) => Promise<void> }
  readonly #known = new Map<string, OriginRobots>()

  constructor(deps: { fetcher: Fetcher; token: string; pause: (attempt: number) => Promise<void> }) {
    this.#deps = deps
  }

  /** Asks for the file when it is not known yet. */
  async load(origin: string, signal: AbortSignal): Promise<OriginRobots> {
    let known = this.#known.get(origin)
    if (!known) {
      known = await this.#ask(origin, signal)
      if (!signal.aborted) this.#known.set(origin, known)
    }
    return known
  }

  /** The verdict for a URL whose origin has been loaded; an unknown origin is allowed. */
  judge(url: string): RobotsVerdict {
    const { origin, pathname, search } = new URL(url)
    const known = this.#known.get(origin)
    if (known?.unreadable) return { isAllowed: false, because: unreadableSentence(known.unreadable) }
    if (!known?.robots) return { isAllowed: true, because: '' }
    const verdict = isAllowed(known.robots, { userAgent: this.#deps.token, path: pathname + search })
    const because = verdict.rule ? `line ${verdict.rule.line}: ${verdict.rule.text}` : ''
    return { isAllowed: verdict.isAllowed, because }
  }

  /** Crawl-delay of our group in milliseconds, 0 when there is none. */
  crawlDelayMs(url: string): number {
    const robots = this.#known.get(new URL(url).origin)?.robots
    return robots ? (crawlDelaySeconds(robots, this.#deps.token) ?? 0) * 1_000 : 0
  }

  async #ask(origin: string, signal: AbortSignal): Promise<OriginRobots> {
    const request = { url: `${origin}/robots.txt`, method: 'GET', body: 'all', maxHops: MAX_ROBOTS_REDIRECTS } as const
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#deps.fetcher.fetch({ ...request, signal })
      const isFailing =
        answer.kind === 'failure' ? isPassing(answer.reason) : answer.status >= 500 || answer.status === 429
      if (isFailing && attempt < ROBOTS_ATTEMPTS && !signal.aborted) {
        await this.#deps.pause(attempt)
        continue
      }
      if (answer.kind === 'failure') {
        // More than five redirects may be taken for an unavailable file, which allows (RFC 9309 §2.3.1.2).
        if (answer.reason === 'too-many-redirects' || answer.reason === 'redirect-loop')
          return { robots: null, unreadable: null }
        return { robots: null, unreadable: { status: null, failure: answer.reason, detail: answer.detail } }
      }
      if (answer.status >= 500 || answer.status === 429) {
        return { robots: null, unreadable: { status: answer.status, failure: null, detail: '' } }
      }
      if (answer.status >= 300) return { robots: null, unreadable: null }
      return { robots: parseRobots(answer.body), unreadable: null }
    }
  }
}

function isPassing(failure: FetchFailure): boolean {
  return failure === 'reset' || failure === 'timeout-first-byte' || failure === 'timeout-total'
}

export function unreadableSentence(unreadable: NonNullable<OriginRobots['unreadable']>): string {
  const why = unreadable.status === null ? unreadable.detail : String(unreadable.status)
  return `robots.txt could not be read (${why}): crawlers must stay away`
}
