import { setImmediate } from 'node:timers/promises'
import { aiCrawlers } from '#shared/ai-crawlers.ts'
import type {
  AiCrawlerRule,
  ContentSignalLine,
  FileLine,
  ForeignHost,
  RobotsFileFacts,
  SitemapReading,
} from '#shared/host-facts.ts'
import { MAX_FINDINGS_PER_LIST, MAX_TAG_EXCERPT } from '#shared/limits.ts'
import { pathOfUrl } from '#shared/url.ts'
import type { CrawlContext } from '../crawl-context.ts'
import type { OriginRobots } from '../robots/known-robots.ts'
import { isAllowed, isNamed, type RobotsTxt, siteRuleFor } from '../robots/robots.ts'
import { openRobots, type RobotsByOrigin } from '../robots/robots-by-origin.ts'
import { isInScope } from '../scope.ts'
import { CUT_MARK } from './sitemap-facts.ts'
import { readSitemapsForChecks } from './sitemaps.ts'

/** The site under http and https, with and without `www.`. */
const MAX_OWN_ORIGINS = 4
/** Other hosts whose URLs sitemaps list, and whose robots.txt is read to see whether they may. */
const MAX_FOREIGN_ORIGINS = 3
const ROWS_PER_TURN = 1_000

/**
 * Reads for the checks what robots.txt and sitemaps say, and marks the URLs that sitemaps list or robots.txt closes to Googlebot.
 * Fetches at most five sitemaps, and robots.txt of the few other hosts that they list. Runs once, at the end of the probes.
 */
export async function fetchHostFiles(context: CrawlContext): Promise<void> {
  const { checkpoint, halt, state } = context
  const unobeyed = openRobots(context)
  const robots = state.options.obeysRobots ? context.robots : unobeyed
  const origins = ownOrigins(context)
  const [home] = origins
  if (home !== undefined) await robots.load(home, halt)
  await readSitemapsForChecks(context, robots)
  if (checkpoint.sitemaps && state.options.probesExternal)
    await fetchForeignRobots(checkpoint.sitemaps, { unobeyed, halt })
  if (halt.aborted) return
  const files = origins.flatMap(origin => robotsFactsOf(origin, robots.knownOf(origin)) ?? [])
  await markClosed(context, { robots, files })
  checkpoint.robotsFiles = files
}

function ownOrigins(context: CrawlContext): string[] {
  const { checkpoint, state } = context
  const first = new URL(checkpoint.homeUrl ?? state.seedUrl).origin
  const others = checkpoint.robotsOrigins.filter(origin => isInScope(origin, context)).sort()
  return [...new Set([first, ...others])].slice(0, MAX_OWN_ORIGINS)
}

/** By the protocol (sitemaps.org, "Sitemaps & Cross Submits") a sitemap may list URLs of a host whose robots.txt names it. */
async function fetchForeignRobots(
  { files }: SitemapReading,
  { unobeyed, halt }: { unobeyed: RobotsByOrigin; halt: AbortSignal },
): Promise<void> {
  const requested = new Set<string>()
  for (const file of files) {
    for (const host of file.foreign) {
      if (!requested.has(host.origin) && requested.size >= MAX_FOREIGN_ORIGINS) continue
      requested.add(host.origin)
      const { unreadable } = await unobeyed.load(host.origin, halt)
      if (unreadable === null) host.isNamedThere = isNamedBy(unobeyed.sitemapsOf(host.origin), file)
    }
  }
}

function isNamedBy(sitemaps: readonly string[], file: { url: string; listedBy: string }): ForeignHost['isNamedThere'] {
  if (file.url.endsWith(CUT_MARK)) return null
  return sitemaps.includes(file.url) || (file.listedBy !== '' && sitemaps.includes(file.listedBy))
}

async function markClosed(
  { frontier }: CrawlContext,
  { robots, files }: { robots: RobotsByOrigin; files: readonly RobotsFileFacts[] },
): Promise<void> {
  const ruled = files.flatMap(file => {
    const { origin } = new URL(file.url)
    const rules = robots.knownOf(origin)?.robots ?? null
    return rules && rules.groups.length > 0 ? [{ file, rules, start: `${origin}/` }] : []
  })
  if (ruled.length === 0) return
  const linesOf = new Map<RobotsFileFacts, Map<number, FileLine>>()
  const ids = [
    ...frontier.urls.inState('visited'),
    ...frontier.urls.inState('probed'),
    ...frontier.urls.inState('skipped'),
  ]
  for (const [index, id] of ids.entries()) {
    if (index % ROWS_PER_TURN === 0) await setImmediate()
    const { url } = frontier.urls.row(id)
    const of = ruled.find(({ start }) => url.startsWith(start))
    const closing = of ? closingLineOf(of.rules, url) : null
    if (!of || closing === null) continue
    frontier.noteClosed(id, closing.line)
    const lines = linesOf.get(of.file) ?? new Map<number, FileLine>()
    linesOf.set(of.file, lines)
    if (lines.size < MAX_FINDINGS_PER_LIST) lines.set(closing.line, closing)
  }
  for (const [file, lines] of linesOf) file.closingLines = [...lines.values()].sort((a, b) => a.line - b.line)
}

/** Search results depend on this crawler, whatever group the crawl itself obeys. */
const CHECKED_FOR = 'googlebot'

/** The facts of one robots.txt; null when it was never requested. */
export function robotsFactsOf(origin: string, known: OriginRobots | undefined): RobotsFileFacts | null {
  if (!known?.response) return null
  const { robots, response } = known
  const sitemaps = robots?.sitemaps ?? []
  return {
    url: `${origin}/robots.txt`,
    ...response,
    isUnreadable: known.unreadable !== null,
    bytes: robots?.fileBytes ?? 0,
    problems: robots?.problems ?? [],
    totalProblems: robots?.totalProblems ?? 0,
    sitemaps: sitemaps.slice(0, MAX_FINDINGS_PER_LIST).map(({ url, line }) => ({ line, text: cut(url) })),
    siteRule: robots ? siteRuleFor(robots, CHECKED_FOR) : null,
    closingLines: [],
    ...(robots && aiFactsOf(robots)),
  }
}

const START_PAGE = '/'
const MAX_AGENTS = 20

function aiFactsOf(robots: RobotsTxt): Pick<RobotsFileFacts, 'aiCrawlers' | 'contentSignals'> {
  const rules = aiCrawlers.map(({ token }): AiCrawlerRule => {
    const { isAllowed: isOpen, rule } = isAllowed(robots, { userAgent: token, path: START_PAGE })
    return { token, isOpen, isNamed: isNamed(robots, token), line: rule }
  })
  const signals = robots.contentSignals.map(({ line, text, agents: all }): ContentSignalLine => {
    const agents = [...all].slice(0, MAX_AGENTS)
    const closedTo = agents.filter(agent => !isAllowed(robots, { userAgent: agent, path: START_PAGE }).isAllowed)
    return { line, text, agents, closedTo }
  })
  return { aiCrawlers: rules, ...(signals.length > 0 && { contentSignals: signals }) }
}

/** The line that closes a URL to Googlebot; null when none does. */
function closingLineOf(robots: RobotsTxt, url: string): FileLine | null {
  const result = isAllowed(robots, { userAgent: CHECKED_FOR, path: pathOfUrl(url) })
  return result.isAllowed ? null : result.rule
}

function cut(text: string): string {
  return text.length > MAX_TAG_EXCERPT ? `${text.slice(0, MAX_TAG_EXCERPT - 1)}…` : text
}
