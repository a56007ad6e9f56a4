import type { AiCrawler } from '#shared/ai-crawlers.ts'
import type { AiCrawlerRule, RobotsFileFacts } from '#shared/host-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { checkHomeRules } from '../host-file-messages.ts'
import { aiCrawlerTable, rulesOf } from './ai-crawler-rules.ts'

export const aiSearchCrawlerBlocked: SiteCheck = {
  id: 'ai-search-crawler-blocked',
  scope: 'site',
  type: 'ai_issue',
  severity: 'warning',
  title: 'robots.txt blocks AI search crawlers',
  passedTitle: 'AI search crawlers are allowed',
  why: 'These crawlers read pages to answer questions with a link to the source, or because a user requested the page. If they are blocked, such answers do not mention the site. They are not the crawlers that collect content for AI training.',
  fix: 'To appear in AI answers, allow these crawlers in a group of their own. Otherwise nothing needs to be done. Training crawlers can stay blocked by their own names.',
  example: {
    before: 'User-agent: OAI-SearchBot\nDisallow: /',
    after: 'User-agent: GPTBot\nDisallow: /\n\nUser-agent: OAI-SearchBot\nAllow: /',
  },
  sources: [
    { title: 'OpenAI: Overview of OpenAI crawlers', url: 'https://platform.openai.com/docs/bots' },
    {
      title: 'Anthropic: Does Anthropic crawl data from the web, and how can site owners block the crawler?',
      url: 'https://support.claude.com/en/articles/8896518-does-anthropic-crawl-data-from-the-web-and-how-can-site-owners-block-the-crawler',
    },
    { title: 'Perplexity crawlers', url: 'https://docs.perplexity.ai/guides/bots' },
    { title: 'RFC 9309: Robots Exclusion Protocol', url: 'https://www.rfc-editor.org/rfc/rfc9309.html' },
  ],
  check: site => checkHomeRules(site, findings),
}

async function* findings(file: RobotsFileFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const closed = rulesOf(file, isForResponses).filter(rule => !rule.isOpen && !isClosedWithAll(rule, file))
  const [first] = closed
  if (!first) return
  const names = closed.map(({ token }) => token)
  const lines = [...new Set(closed.flatMap(({ line }) => line ?? []).map(({ line }) => line))]
  yield {
    url: file.url,
    message: `robots.txt blocks AI search crawlers: ${names.join(', ')} (line ${lines.join(', ')})`,
    affectedUrls: [file.url],
    isHostWide: true,
    evidence: [aiCrawlerTable(file)],
  }
}

const isForResponses = ({ purpose }: AiCrawler): boolean => purpose !== 'training'

/** The line that closes the site to every search engine has a check of its own. */
function isClosedWithAll({ line }: AiCrawlerRule, { siteRule }: RobotsFileFacts): boolean {
  return siteRule !== null && siteRule.agent === '*' && siteRule.line === line?.line
}
