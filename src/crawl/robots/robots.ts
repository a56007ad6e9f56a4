import type { FileLine, RobotsProblem, SiteRule } from '#shared/host-facts.ts'
import { MAX_FINDINGS_PER_LIST, MAX_TAG_EXCERPT } from '#shared/limits.ts'
import { type CompiledPattern, canonicalForms, compilePattern, matches, stepsOf } from '#shared/url-pattern.ts'
import { trimBlanks } from '#shared/white-space.ts'

/**
 * Parses robots.txt by RFC 9309, with the leniency that Google documents where sites rely on it. Returns what a file allows and
 * which of its lines decides. Never fetches, and knows no status codes: RobotsByOrigin decides what a missing or failing
 * robots.txt means (§2.3.1).
 */

export interface RobotsTxt {
  groups: RobotsGroup[]
  crawlDelays: CrawlDelay[]
  sitemaps: { url: string; line: number }[]
  /** Lines of the field content-signal, capped, with the names of the group that they stand in. */
  contentSignals: (FileLine & { agents: ReadonlySet<string> })[]
  /** Lines that are not understood, capped. */
  problems: RobotsProblem[]
  totalProblems: number
  /** Bytes of the file as it was given. */
  fileBytes: number
  /** The limit cut it: lines beyond are not known. */
  isTruncated: boolean
  /** Rules by product token, sorted for matching; filled when first requested. */
  rulesByAgent: Map<string, readonly RobotsRule[]>
}

interface RobotsGroup {
  /** Lower-case product tokens; '*' for everyone. */
  agents: Set<string>
  rules: RobotsRule[]
}

/** No part of RFC 9309, so it belongs to the names right before it, which may be fewer than its group's. */
interface CrawlDelay {
  agents: ReadonlySet<string>
  seconds: number
}

interface RobotsRule {
  isAllow: boolean
  pattern: CompiledPattern
  line: number
  /** The line as written, without comment, cut. */
  text: string
}

export interface RobotsResult {
  isAllowed: boolean
  /** The deciding line; null when none matches and access is therefore allowed, or when there are too many rules. */
  rule: FileLine | null
}

/**
 * Characters that the wildcards of a file look through for one URL: five thousand rules with wildcards and a URL of 200 characters. Some
 * milliseconds; a file that needs more is made to take time.
 */
const MAX_STEPS = 1_000_000

/** RFC 9309 §2.5 requires at least 500 KiB. */
export const MAX_ROBOTS_BYTES = 1_024 * 1_024

/** Reads any bytes; never throws. Bytes beyond `MAX_ROBOTS_BYTES` are not read; `isCut` says that some are missing already. */
export function parseRobots(bytes: Uint8Array, isCut = false): RobotsTxt {
  const robots: RobotsTxt = {
    groups: [],
    crawlDelays: [],
    sitemaps: [],
    contentSignals: [],
    problems: [],
    totalProblems: 0,
    fileBytes: bytes.length,
    isTruncated: isCut || bytes.length > MAX_ROBOTS_BYTES,
    rulesByAgent: new Map(),
  }
  const state: ParserState = { robots, group: null, isInAgentLines: false, delayed: new Set(), isInDelayed: false }
  // One character per octet: patterns are compared octet by octet, whatever the file is encoded in (RFC 9309 §2.2.2).
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, MAX_ROBOTS_BYTES)).toString('latin1')
  let number = 0
  for (const line of linesOf(text, robots.isTruncated)) {
    number += 1
    readLine(state, line, number)
  }
  return robots
}

/** Of UTF-8, seen octet by octet; the beginning of one is skipped, too, as Google does. */
const BYTE_ORDER_MARK = /^\xef(?:\xbb\xbf?)?/

/** Lines end with CR, LF or CRLF (§2.2); a line that the limit cut is dropped, or a rule would change its meaning. */
function* linesOf(text: string, isTruncated: boolean): Generator<string> {
  const lineEnd = /\r\n|\r|\n/g
  let start = BYTE_ORDER_MARK.exec(text)?.[0].length ?? 0
  for (let found = lineEnd.exec(text); found; found = lineEnd.exec(text)) {
    yield text.slice(start, found.index)
    start = lineEnd.lastIndex
  }
  if (start < text.length && !isTruncated) yield text.slice(start)
}

interface ParserState {
  robots: RobotsTxt
  group: RobotsGroup | null
  /** The latest line of a group was `user-agent`: another one joins it instead of starting a group. */
  isInAgentLines: boolean
  /** Names that a crawl-delay line would belong to, and whether another name joins them. */
  delayed: Set<string>
  isInDelayed: boolean
}

type Field = 'user-agent' | 'allow' | 'disallow' | 'sitemap' | 'crawl-delay' | 'content-signal' | 'other'

const fields: ReadonlyMap<string, Field> = new Map([
  ['user-agent', 'user-agent'],
  ['allow', 'allow'],
  ['disallow', 'disallow'],
  ['sitemap', 'sitemap'],
  ['crawl-delay', 'crawl-delay'],
  ['clean-param', 'other'],
  ['host', 'other'],
  ['request-rate', 'other'],
  ['visit-time', 'other'],
  ['content-signal', 'content-signal'],
] as const)

/** Misspellings that Google's parser takes for the right word; they are obeyed and reported. */
const misspelledFields: ReadonlyMap<string, Field> = new Map([
  ['useragent', 'user-agent'],
  ['user agent', 'user-agent'],
  ['dissallow', 'disallow'],
  ['dissalow', 'disallow'],
  ['disalow', 'disallow'],
  ['diasllow', 'disallow'],
  ['disallaw', 'disallow'],
  ['site-map', 'sitemap'],
] as const)

function readLine(state: ParserState, raw: string, number: number): void {
  const hash = raw.indexOf('#')
  const line = trimBlanks(hash === -1 ? raw : raw.slice(0, hash))
  if (line === '') return
  const colon = line.indexOf(':')
  const separator = colon === -1 ? line.search(/[ \t]/) : colon
  if (colon === -1) report(state, { kind: 'no-colon', line: number, text: line })
  if (separator === -1) return
  const name = trimBlanks(line.slice(0, separator)).toLowerCase()
  const value = trimBlanks(line.slice(separator + 1))
  const field = fields.get(name) ?? misspelledFields.get(name)
  if (colon !== -1 && !fields.has(name)) report(state, { kind: 'unknown-field', line: number, text: line })
  // Google reads `Disallow /x`, too, but not a sentence that happens to begin with the word.
  if (field === undefined || (colon === -1 && /[ \t]/.test(value))) return
  readField(state, { field, value, number, line })
}

interface Entry {
  field: Field
  value: string
  number: number
  line: string
}

function readField(state: ParserState, entry: Entry): void {
  const { value } = entry
  switch (entry.field) {
    case 'user-agent':
      addAgent(state, value)
      return
    case 'allow':
    case 'disallow':
      addRule(state, entry)
      return
    case 'sitemap':
      addSitemap(state, entry)
      return
    case 'crawl-delay':
      addCrawlDelay(state, entry)
      return
    case 'content-signal':
      addContentSignal(state, entry)
      return
    case 'other':
      return
  }
}

/** §2.2.1: the product token is letters, `_` and `-`; a version or comment after it does not count. */
function addAgent(state: ParserState, value: string): void {
  if (!state.group || !state.isInAgentLines) {
    state.group = { agents: new Set(), rules: [] }
    state.robots.groups.push(state.group)
    state.isInAgentLines = true
  }
  if (!state.isInDelayed) state.delayed = new Set()
  state.isInDelayed = true
  const isForEveryone = value === '*' || /^\*\s/.test(value)
  const agent = isForEveryone ? '*' : productToken(value)
  state.group.agents.add(agent)
  state.delayed.add(agent)
}

function productToken(agent: string): string {
  return (/^[a-z_-]*/i.exec(agent)?.[0] ?? '').toLowerCase()
}

function addRule(state: ParserState, { field, value, number, line }: Entry): void {
  if (!state.group) {
    report(state, { kind: 'rule-before-group', line: number, text: line })
    return
  }
  state.isInDelayed = false
  // Crawl-delay and Sitemap lines may stand between the user-agent lines of a group; only a rule ends them (§2.2.1).
  state.isInAgentLines = false
  // §2.2.2: an empty pattern matches nothing.
  if (value === '') return
  if (!value.startsWith('/') && !value.startsWith('*')) {
    report(state, { kind: 'path-without-slash', line: number, text: line })
    return
  }
  const dollar = value.indexOf('$')
  if (dollar !== -1 && dollar !== value.length - 1)
    report(state, { kind: 'dollar-not-at-end', line: number, text: line })
  const pattern = compilePattern(value)
  state.group.rules.push({ isAllow: field === 'allow', pattern, line: number, text: excerpt(line) })
}

/** Neither hexadecimal nor with an exponent, though `Number` reads both. */
const DECIMAL = /^(?:\d+(?:\.\d*)?|\.\d+)$/

function addCrawlDelay(state: ParserState, { value, number, line }: Entry): void {
  state.isInDelayed = false
  const seconds = Number(value)
  if (!state.group) report(state, { kind: 'rule-before-group', line: number, text: line })
  else if (DECIMAL.test(value) && Number.isFinite(seconds))
    state.robots.crawlDelays.push({ agents: state.delayed, seconds })
}

function addSitemap(state: ParserState, { value, number, line }: Entry): void {
  const url = URL.parse(asUtf8(value))
  const isWebUrl = url !== null && (url.protocol === 'http:' || url.protocol === 'https:')
  if (isWebUrl) state.robots.sitemaps.push({ url: url.href, line: number })
  else report(state, { kind: 'sitemap-not-absolute', line: number, text: line })
}

/** No part of RFC 9309 either; it belongs to its group (contentsignals.org). */
function addContentSignal({ robots, group }: ParserState, { number, line }: Entry): void {
  if (robots.contentSignals.length >= MAX_FINDINGS_PER_LIST) return
  robots.contentSignals.push({ line: number, text: excerpt(line), agents: group?.agents ?? new Set() })
}

function report({ robots }: ParserState, problem: RobotsProblem): void {
  robots.totalProblems += 1
  if (robots.problems.length < MAX_FINDINGS_PER_LIST) robots.problems.push({ ...problem, text: excerpt(problem.text) })
}

/** Text for a person. */
function excerpt(line: string): string {
  return asUtf8(line.slice(0, MAX_TAG_EXCERPT))
}

function asUtf8(octets: string): string {
  return Buffer.from(octets, 'latin1').toString('utf8')
}

/**
 * Whether a crawler may request a path (with its query, as in a URL), and by which line. `userAgent` is its product token.
 * The longest matching pattern wins, `allow` among equals (§2.2.2); `/robots.txt` itself is always allowed. A path so long, and a file of so
 * many wildcards, that comparing them takes too long, is not allowed.
 */
export function isAllowed(robots: RobotsTxt, { userAgent, path }: { userAgent: string; path: string }): RobotsResult {
  const fragment = path.indexOf('#')
  const requested = fragment === -1 ? path : path.slice(0, fragment)
  if (requested !== '/robots.txt') {
    const forms = canonicalForms(requested === '' ? '/' : requested)
    let steps = 0
    for (const { isAllow, pattern, line, text } of rulesFor(robots, userAgent)) {
      for (const form of forms) steps += stepsOf(pattern, form)
      if (steps > MAX_STEPS) return { isAllowed: false, rule: null }
      if (forms.some(form => matches(pattern, form))) return { isAllowed: isAllow, rule: { line, text } }
    }
  }
  return { isAllowed: true, rule: null }
}

/** Whether a group names the crawler, so that the group for all others does not apply. */
export function isNamed(robots: RobotsTxt, userAgent: string): boolean {
  const token = productToken(userAgent)
  return robots.groups.some(group => group.agents.has(token))
}

/** Rules of a crawler's groups taken together (§2.2.1), the most specific first, so that the first match decides. */
function rulesFor(robots: RobotsTxt, userAgent: string): readonly RobotsRule[] {
  const token = productToken(userAgent)
  const known = robots.rulesByAgent.get(token)
  if (known) return known
  const rules = groupsFor(robots, token)
    .flatMap(group => group.rules)
    .sort((a, b) => b.pattern.length - a.pattern.length || Number(b.isAllow) - Number(a.isAllow) || a.line - b.line)
  robots.rulesByAgent.set(token, rules)
  return rules
}

/** The groups that name the crawler; those for everyone only when there is none. */
function groupsFor({ groups }: RobotsTxt, token: string): RobotsGroup[] {
  const own = groups.filter(group => group.agents.has(token))
  return own.length > 0 ? own : groups.filter(group => group.agents.has('*'))
}

/**
 * The line that closes every path to a crawler, except those that longer rules open; null when it may request `/`, or when only
 * `/` itself is closed.
 */
export function siteRuleFor(robots: RobotsTxt, userAgent: 'googlebot'): SiteRule | null {
  const result = isAllowed(robots, { userAgent, path: '/' })
  const rules = rulesFor(robots, userAgent)
  const deciding = rules.find(rule => !result.isAllowed && rule.line === result.rule?.line)
  if (!deciding || deciding.pattern.isAnchored || !/^\/?$/.test(deciding.pattern.parts.join(''))) return null
  const agent = robots.groups.some(group => group.agents.has(userAgent)) ? userAgent : '*'
  const allowLines = rules.filter(rule => rule.isAllow).length
  return { line: deciding.line, text: deciding.text, agent, allowLines }
}

/** Crawl-delay of a crawler in seconds; null when the file sets none. */
export function crawlDelaySeconds(robots: RobotsTxt, userAgent: string): number | null {
  const token = productToken(userAgent)
  const name = robots.groups.some(group => group.agents.has(token)) ? token : '*'
  let longest: number | null = null
  for (const { agents, seconds } of robots.crawlDelays) {
    if (agents.has(name)) longest = Math.max(longest ?? 0, seconds)
  }
  return longest
}
