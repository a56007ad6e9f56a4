import { aiCrawlers } from '#shared/ai-crawlers.ts'
import type { AiCrawlerRule, ContentSignalLine, FileLine, RobotsFileFacts } from '#shared/host-facts.ts'
import { MAX_FINDINGS_PER_LIST, MAX_TAG_EXCERPT } from '#shared/limits.ts'
import { pathOfUrl } from '../schedule/url-start.ts'
import type { OriginRobots } from './known-robots.ts'
import { isAllowed, isNamed, type RobotsTxt, siteRuleFor } from './robots.ts'

/** Search results are judged for this reader, whatever group the crawl itself obeys. */
const JUDGED_FOR = 'googlebot'

/** What checks want to know of one robots.txt. null when nobody asked for it. */
export function robotsFactsOf(origin: string, known: OriginRobots | undefined): RobotsFileFacts | null {
  if (!known?.answer) return null
  const { robots, answer } = known
  const sitemaps = robots?.sitemaps ?? []
  return {
    url: `${origin}/robots.txt`,
    ...answer,
    isUnreadable: known.unreadable !== null,
    bytes: robots?.fileBytes ?? 0,
    problems: robots?.problems ?? [],
    totalProblems: robots?.totalProblems ?? 0,
    sitemaps: sitemaps.slice(0, MAX_FINDINGS_PER_LIST).map(({ url, line }) => ({ line, text: cut(url) })),
    siteRule: robots ? siteRuleFor(robots, JUDGED_FOR) : null,
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

/** The line that closes an address to Googlebot; null when none does. */
export function closingLineOf(robots: RobotsTxt, url: string): FileLine | null {
  const verdict = isAllowed(robots, { userAgent: JUDGED_FOR, path: pathOfUrl(url) })
  return verdict.isAllowed ? null : verdict.rule
}

function cut(text: string): string {
  return text.length > MAX_TAG_EXCERPT ? `${text.slice(0, MAX_TAG_EXCERPT - 1)}…` : text
}
