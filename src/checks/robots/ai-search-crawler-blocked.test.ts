import { aiRobots, robotsFile, withRobots } from '../test-host-facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { aiSearchCrawlerBlocked } from './ai-search-crawler-blocked.ts'

const url = 'https://site.test/robots.txt'

testSiteCheck(aiSearchCrawlerBlocked, {
  passes: {
    'no file': withRobots(robotsFile({ status: 404 })),
    'an open site': aiRobots('User-agent: *', 'Allow: /'),
    'no rules at all': aiRobots(),
    'crawlers for training alone': aiRobots('User-agent: GPTBot', 'User-agent: ClaudeBot', 'Disallow: /'),
    'a part of the site': aiRobots('User-agent: OAI-SearchBot', 'Disallow: /cart/'),
    'a closed start page that a longer rule opens': aiRobots('User-agent: PerplexityBot', 'Disallow: /', 'Allow: /$'),
    'a site that is closed to everyone, which has its own check': aiRobots('User-agent: *', 'Disallow: /'),
    'a name that only begins alike': aiRobots('User-agent: Claude-SearchBotLike', 'Disallow: /'),
  },
  fails: {
    'crawlers by name, in any case and with a version': {
      site: aiRobots('User-agent: oai-searchbot/1.0', 'User-agent: ChatGPT-User', 'Disallow: /'),
      finds: [
        {
          url,
          severity: 'warning',
          isHostWide: true,
          message: 'robots.txt closes the site to AI search: OAI-SearchBot, ChatGPT-User (line 3)',
          evidence: [
            {
              kind: 'table',
              rows: [['OAI-SearchBot', 'OpenAI', 'finds pages for answers', 'closed', '3', 'Disallow: /']],
            },
          ],
        },
      ],
    },
    'everyone but search engines that are named': {
      site: aiRobots(
        'User-agent: Googlebot',
        'Allow: /',
        'User-agent: *',
        'Disallow: /',
        'User-agent: Claude-User',
        'Allow: /',
      ),
      finds: [
        {
          url,
          message:
            'robots.txt closes the site to AI search: OAI-SearchBot, ChatGPT-User, Claude-SearchBot, PerplexityBot, Perplexity-User, DuckAssistBot, MistralAI-User (line 4)',
        },
      ],
    },
  },
  skips: {
    'a crawl that did not ask': {},
    'a file that could not be read': withRobots(robotsFile({ status: 503, isUnreadable: true })),
  },
})
