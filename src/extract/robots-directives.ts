import { attribute } from '#html/node.ts'
import type { RobotsDirectiveFact } from '#shared/element-facts.ts'
import { MAX_FINDINGS_PER_LIST } from '#shared/limits.ts'
import { parseW3cDatetime } from '#shared/w3c-datetime.ts'
import { cutText } from './cut-text.ts'
import { metaName } from './head-metadata.ts'
import type { Collector, Page } from './page.ts'

/** Names of meta elements that address one crawler. */
const CRAWLERS = new Set(
  (
    'googlebot googlebot-news googlebot-image googlebot-video google-extended bingbot msnbot slurp duckduckbot yandex yandexbot ' +
    'baiduspider applebot facebookbot gptbot oai-searchbot ccbot claudebot perplexitybot teoma'
  ).split(' '),
)
/** Directives with a value after a colon; before any other colon stands the name of a crawler. */
const VALUED = new Set(['max-snippet', 'max-image-preview', 'max-video-preview', 'unavailable_after'])
const MAX_TOKENS = 50

/** `meta[name=robots]` and those of single crawlers, anywhere in the document: Google also obeys them in the body. */
export function robotsDirectiveCollector(page: Page): Collector & { facts(): RobotsDirectiveFact[] } {
  const directives: RobotsDirectiveFact[] = []
  return {
    tags: ['meta'],
    visit(element) {
      const agent = metaName(element)
      if (agent !== 'robots' && !CRAWLERS.has(agent)) return
      const raw = attribute(element, 'content')
      if (raw === null || directives.length >= MAX_FINDINGS_PER_LIST) return
      const tokens = splitDirectives(raw)
      directives.push({ source: 'meta', agent, raw: cutText(raw), tokens, line: page.lineOf(element) })
    },
    facts: () => directives,
  }
}

/**
 * X-Robots-Tag headers (Google, "Robots meta tag … specifications"): a directive list, in which `name:` addresses one crawler
 * for the rest of the header. One fact per crawler addressed.
 */
export function robotsHeaderDirectives(values: readonly string[]): RobotsDirectiveFact[] {
  return values.slice(0, MAX_FINDINGS_PER_LIST).flatMap(parseRobotsHeader)
}

function parseRobotsHeader(raw: string): RobotsDirectiveFact[] {
  const sections: RobotsDirectiveFact[] = []
  const section = (agent: string): RobotsDirectiveFact => {
    const next: RobotsDirectiveFact = { source: 'header', agent, raw: cutText(raw), tokens: [], line: 0 }
    sections.push(next)
    return next
  }
  let current = section('robots')
  for (const token of splitDirectives(raw)) {
    const colon = token.indexOf(':')
    const name = colon === -1 ? '' : token.slice(0, colon).trim()
    if (name === '' || VALUED.has(name)) {
      current.tokens.push(token)
      continue
    }
    current = section(name)
    const rest = token.slice(colon + 1).trim()
    if (rest !== '') current.tokens.push(rest)
  }
  return sections.filter(({ tokens }) => tokens.length > 0)
}

/** Comma-separated, lower case, without blanks around colons. The commas of a date belong to unavailable_after. */
function splitDirectives(raw: string): string[] {
  const tokens: string[] = []
  for (const part of cutText(raw)
    .toLowerCase()
    .split(',', 2 * MAX_TOKENS)) {
    const token = part
      .trim()
      .replace(/\s*:\s*/, ':')
      .replace(/\s+/g, ' ')
    const previous = tokens.at(-1)
    if (previous?.includes('unavailable_after:') && /^\d/.test(token))
      tokens[tokens.length - 1] = `${previous}, ${token}`
    else if (token !== '' && tokens.length < MAX_TOKENS) tokens.push(token)
  }
  return tokens
}

/** Whether a directive for Googlebot or for all crawlers sets it: directives add up, the most restrictive wins. */
export function hasGooglebotDirective(
  directives: readonly RobotsDirectiveFact[],
  directive: 'noindex' | 'nofollow',
): boolean {
  return hasForGooglebot(directives, token => token === directive || token === 'none')
}

/** Whether an `unavailable_after` for Googlebot has passed, which means noindex. */
export function isUnavailable(directives: readonly RobotsDirectiveFact[], nowMs: number): boolean {
  return hasForGooglebot(directives, token => isUnavailableBy(token, nowMs))
}

function hasForGooglebot(directives: readonly RobotsDirectiveFact[], isMeant: (token: string) => boolean): boolean {
  return directives.some(({ agent, tokens }) => (agent === 'robots' || agent === 'googlebot') && tokens.some(isMeant))
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** Hours by which a named zone is ahead (RFC 822, 5.1). */
const ZONES: ReadonlyMap<string, number> = new Map([
  ['z', 0],
  ['ut', 0],
  ['utc', 0],
  ['gmt', 0],
  ['est', -5],
  ['edt', -4],
  ['cst', -6],
  ['cdt', -5],
  ['mst', -7],
  ['mdt', -6],
  ['pst', -8],
  ['pdt', -7],
])
const HOUR_MS = 60 * 60 * 1_000
/** What a date that names no zone, or none that is known, may mean. */
const ZONE_DOUBT_MS = 14 * HOUR_MS
/** Groups: day, month, year, hour, minute, second, zone. RFC 822 and RFC 850; the name of the day comes before it. */
const WRITTEN =
  /^(?:[a-z]{3,9},?\s+)?(\d{1,2})[ -]([a-z]{3})[a-z]{0,6}[ -](\d{4}|\d{2})(?:\s+(\d{2}):(\d{2})(?::(\d{2}))?(?:\s*([a-z]{1,4}|[+-]\d{4}))?)?$/
const PREFIX = /^unavailable_after:\s*/

/**
 * Whether a robots directive `unavailable_after:` lies in the past, so that it means noindex (Google, "Robots meta tag"). False for
 * any other directive, and for a date that cannot be read or may not have come yet everywhere.
 */
export function isUnavailableBy(token: string, nowMs: number): boolean {
  if (!PREFIX.test(token)) return false
  const endMs = latestMeaningMs(token.replace(PREFIX, '').trim())
  return endMs !== null && endMs < nowMs
}

function latestMeaningMs(text: string): number | null {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text)
  const iso = parseW3cDatetime(text.toUpperCase())
  if (iso !== null) return isDay ? iso + ZONE_DOUBT_MS : iso
  const unzoned = parseW3cDatetime(`${text.toUpperCase().replace(' ', 'T')}Z`)
  if (unzoned !== null) return unzoned + ZONE_DOUBT_MS
  const match = WRITTEN.exec(text)
  if (!match) return null
  const [, day = '', monthName = '', year = '', hour = '00', minute = '00', second = '00', zone = ''] = match
  const month = String(MONTHS.indexOf(monthName) + 1).padStart(2, '0')
  // Two digits are of this century (RFC 850 knows no other).
  const date = `${year.length === 2 ? `20${year}` : year}-${month}-${day.padStart(2, '0')}`
  const utcMs = parseW3cDatetime(`${date}T${hour}:${minute}:${second}Z`)
  if (utcMs === null) return null
  const aheadMs = zoneMs(zone)
  return aheadMs === null ? utcMs + ZONE_DOUBT_MS : utcMs - aheadMs
}

function zoneMs(zone: string): number | null {
  const named = ZONES.get(zone)
  if (named !== undefined) return named * HOUR_MS
  const match = /^([+-])(\d\d)(\d\d)$/.exec(zone)
  if (!match) return null
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) + Number(match[3]) / 60) * HOUR_MS
}
