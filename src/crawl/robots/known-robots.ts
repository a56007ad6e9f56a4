import type { FetchFailure } from '#shared/fetch-failures.ts'
import type { FileResponse } from '#shared/host-facts.ts'
import { pathOfUrl } from '#shared/url.ts'
import { byUrlStart } from '../url-start.ts'
import { isAllowed, type RobotsTxt } from './robots.ts'

/** robots.txt of one origin, as far as it could be read. Plain data: it crosses a thread boundary. */
export interface OriginRobots {
  robots: RobotsTxt | null
  /** Set when the file could not be read; then no URL of the origin may be requested. */
  unreadable: { status: number | null; failure: FetchFailure | null; detail: string } | null
  /** The response to the request for the file; absent when it was never requested. */
  response?: RobotsResponse
}

export interface RobotsResponse extends FileResponse {
  /** First characters of a response of status 2xx that is a web page, '' for any other. */
  htmlStart: string
}

export interface RobotsResult {
  isAllowed: boolean
  /** For a person: the deciding line, or why the file could not be read. */
  because: string
}

const ALLOWED: RobotsResult = { isAllowed: true, because: '' }
const TOO_MANY_RULES: RobotsResult = { isAllowed: false, because: 'it has too many rules for a URL of this length' }

/** The robots.txt files that a crawl has read so far, and whether they allow a URL. */
export class KnownRobots {
  readonly #byOrigin = new Map<string, OriginRobots>()
  readonly #originOf = byUrlStart(url => URL.parse(url)?.origin ?? '')
  readonly #token: string

  constructor(token: string) {
    this.#token = token
  }

  get(origin: string): OriginRobots | undefined {
    return this.#byOrigin.get(origin)
  }

  set(origin: string, known: OriginRobots): void {
    this.#byOrigin.set(origin, known)
  }

  /** An origin whose file has not been read is allowed. */
  check(url: string): RobotsResult {
    const known = this.#byOrigin.get(this.#originOf(url))
    if (known?.unreadable) return { isAllowed: false, because: unreadableSentence(known.unreadable) }
    if (!known?.robots) return ALLOWED
    const result = isAllowed(known.robots, { userAgent: this.#token, path: pathOfUrl(url) })
    if (result.rule === null) return result.isAllowed ? ALLOWED : TOO_MANY_RULES
    return { isAllowed: result.isAllowed, because: `line ${result.rule.line}: ${result.rule.text}` }
  }
}

export function unreadableSentence(unreadable: NonNullable<OriginRobots['unreadable']>): string {
  const why = unreadable.status === null ? unreadable.detail : String(unreadable.status)
  return `robots.txt could not be read (${why}): crawlers must stay away`
}
