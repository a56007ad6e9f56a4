import type { RobotsTest } from '#shared/robots-test.ts'
import { pathOfUrl } from '#shared/url.ts'
import { type OriginRobots, unreadableSentence } from './known-robots.ts'
import { crawlDelaySeconds, isAllowed, MAX_ROBOTS_BYTES, parseRobots, type RobotsTxt } from './robots.ts'

/** robots.txt of an origin, as fetched or as typed: its text, and what it allows to a user agent. */
export interface RobotsFile {
  url: string
  /** null for a file that was typed, and where there was no response. */
  statusCode: number | null
  text: string
  /** Crawlers read no further. */
  isTruncated: boolean
  /** What holds where there are no rules to read, for a person; '' where the file was read. */
  note: string
  /** Rules of all groups together: how long a test may take. */
  ruleCount: number
  crawlDelaySeconds(userAgent: string): number | null
  /** Takes a normalised URL of the origin. */
  test(url: string, userAgent: string): RobotsTest
}

/** A file as it is typed, which is not published yet. */
export function typedRobotsFile(origin: string, text: string): RobotsFile {
  const robots = parseRobots(new TextEncoder().encode(text))
  return { ...fileOf(origin, text, robots), statusCode: null, note: '' }
}

/** A file as it was fetched; without one, everything is allowed or forbidden (RFC 9309 §2.3.1). */
export function fetchedRobotsFile(
  origin: string,
  { known, body }: { known: OriginRobots; body: Uint8Array },
): RobotsFile {
  const statusCode = known.response?.status ?? null
  if (known.robots) {
    const text = new TextDecoder().decode(body.subarray(0, MAX_ROBOTS_BYTES))
    return { ...fileOf(origin, text, known.robots), statusCode, note: '' }
  }
  const { unreadable } = known
  const note = unreadable ? `${unreadableSentence(unreadable)}.` : noFile(statusCode)
  return {
    ...fileOf(origin, '', parseRobots(new Uint8Array())),
    statusCode,
    note,
    ...(unreadable && { test: url => ({ url, isAllowed: false, line: null, rule: '' }) }),
  }
}

function noFile(statusCode: number | null): string {
  const why = statusCode === null ? 'it redirects nowhere' : String(statusCode)
  return `There is no robots.txt (${why}): everything is allowed.`
}

function fileOf(origin: string, text: string, robots: RobotsTxt): Omit<RobotsFile, 'statusCode' | 'note'> {
  return {
    url: `${origin}/robots.txt`,
    text,
    isTruncated: robots.isTruncated,
    ruleCount: robots.groups.reduce((sum, { rules }) => sum + rules.length, 0),
    crawlDelaySeconds: userAgent => crawlDelaySeconds(robots, userAgent),
    test(url, userAgent) {
      const result = isAllowed(robots, { userAgent, path: pathOfUrl(url) })
      return { url, isAllowed: result.isAllowed, line: result.rule?.line ?? null, rule: result.rule?.text ?? '' }
    },
  }
}
