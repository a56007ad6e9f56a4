import { attribute } from '#html/node.ts'
import type { RobotsDirectiveFact } from '#shared/facts.ts'
import { MAX_FINDINGS_PER_LIST } from '#shared/limits.ts'
import { cutText } from './cut-text.ts'
import { metaName } from './meta-tags.ts'
import type { Collector, Page } from './page.ts'
import { isUnavailableBy } from './unavailable-after.ts'

/** Names under which a meta element speaks to one crawler; any other name is not about robots. */
const CRAWLERS = new Set(
  (
    'googlebot googlebot-news googlebot-image googlebot-video google-extended bingbot msnbot slurp duckduckbot yandex yandexbot ' +
    'baiduspider applebot facebookbot gptbot oai-searchbot ccbot claudebot perplexitybot teoma'
  ).split(' '),
)
/** Directives that carry a value behind a colon, so that the colon names no crawler. */
const VALUED = new Set(['max-snippet', 'max-image-preview', 'max-video-preview', 'unavailable_after'])
const MAX_TOKENS = 50

/** `meta[name=robots]` and those of single crawlers, anywhere in the document: Google heeds them in the body, too. */
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
 * X-Robots-Tag headers (Google, "Robots meta tag … specifications"): a directive list, in which `name:` turns to one crawler
 * for what follows in the same header. One fact per crawler addressed.
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

/** Whether Googlebot is told so by anyone who speaks to it: rules add up, the strictest wins. */
export function tellsGooglebot(directives: readonly RobotsDirectiveFact[], directive: 'noindex' | 'nofollow'): boolean {
  return hasForGooglebot(directives, token => token === directive || token === 'none')
}

/** Whether an `unavailable_after` that Googlebot heeds has passed, which means noindex. */
export function isUnavailable(directives: readonly RobotsDirectiveFact[], nowMs: number): boolean {
  return hasForGooglebot(directives, token => isUnavailableBy(token, nowMs))
}

function hasForGooglebot(directives: readonly RobotsDirectiveFact[], isMeant: (token: string) => boolean): boolean {
  return directives.some(({ agent, tokens }) => (agent === 'robots' || agent === 'googlebot') && tokens.some(isMeant))
}
