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
          message: 'robots.txt blocks AI search crawlers: OAI-SearchBot, ChatGPT-User (line 3)',
          isHostWide: true,
          evidence: [
            {
              kind: 'table',
              label: 'AI crawlers in https://site.test/robots.txt',
              columns: ['Crawler', 'Operator', 'Purpose', 'Start page', 'Line', 'Text'],
              rows: [
                ['OAI-SearchBot', 'OpenAI', 'search index for AI answers', 'blocked', '3', 'Disallow: /'],
                ['ChatGPT-User', 'OpenAI', 'fetches a page on user request', 'blocked', '3', 'Disallow: /'],
                ['Claude-SearchBot', 'Anthropic', 'search index for AI answers', 'allowed', '', ''],
                ['Claude-User', 'Anthropic', 'fetches a page on user request', 'allowed', '', ''],
                ['PerplexityBot', 'Perplexity', 'search index for AI answers', 'allowed', '', ''],
                ['Perplexity-User', 'Perplexity', 'fetches a page on user request', 'allowed', '', ''],
                ['DuckAssistBot', 'DuckDuckGo', 'search index for AI answers', 'allowed', '', ''],
                ['MistralAI-User', 'Mistral', 'fetches a page on user request', 'allowed', '', ''],
                ['GPTBot', 'OpenAI', 'collects training data', 'allowed', '', ''],
                ['ClaudeBot', 'Anthropic', 'collects training data', 'allowed', '', ''],
                ['Google-Extended', 'Google', 'collects training data', 'allowed', '', ''],
                ['Applebot-Extended', 'Apple', 'collects training data', 'allowed', '', ''],
                ['CCBot', 'Common Crawl', 'collects training data', 'allowed', '', ''],
                ['Meta-ExternalAgent', 'Meta', 'collects training data', 'allowed', '', ''],
                ['Bytespider', 'ByteDance', 'collects training data', 'allowed', '', ''],
                ['cohere-training-data-crawler', 'Cohere', 'collects training data', 'allowed', '', ''],
              ],
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
            'robots.txt blocks AI search crawlers: OAI-SearchBot, ChatGPT-User, Claude-SearchBot, PerplexityBot, Perplexity-User, DuckAssistBot, MistralAI-User (line 4)',
          isHostWide: true,
          evidence: [
            {
              kind: 'table',
              label: 'AI crawlers in https://site.test/robots.txt',
              columns: ['Crawler', 'Operator', 'Purpose', 'Start page', 'Line', 'Text'],
              rows: [
                ['OAI-SearchBot', 'OpenAI', 'search index for AI answers', 'blocked', '4', 'Disallow: /'],
                ['ChatGPT-User', 'OpenAI', 'fetches a page on user request', 'blocked', '4', 'Disallow: /'],
                ['Claude-SearchBot', 'Anthropic', 'search index for AI answers', 'blocked', '4', 'Disallow: /'],
                ['Claude-User', 'Anthropic', 'fetches a page on user request', 'allowed', '6', 'Allow: /'],
                ['PerplexityBot', 'Perplexity', 'search index for AI answers', 'blocked', '4', 'Disallow: /'],
                ['Perplexity-User', 'Perplexity', 'fetches a page on user request', 'blocked', '4', 'Disallow: /'],
                ['DuckAssistBot', 'DuckDuckGo', 'search index for AI answers', 'blocked', '4', 'Disallow: /'],
                ['MistralAI-User', 'Mistral', 'fetches a page on user request', 'blocked', '4', 'Disallow: /'],
                ['GPTBot', 'OpenAI', 'collects training data', 'blocked', '4', 'Disallow: /'],
                ['ClaudeBot', 'Anthropic', 'collects training data', 'blocked', '4', 'Disallow: /'],
                ['Google-Extended', 'Google', 'collects training data', 'blocked', '4', 'Disallow: /'],
                ['Applebot-Extended', 'Apple', 'collects training data', 'blocked', '4', 'Disallow: /'],
                ['CCBot', 'Common Crawl', 'collects training data', 'blocked', '4', 'Disallow: /'],
                ['Meta-ExternalAgent', 'Meta', 'collects training data', 'blocked', '4', 'Disallow: /'],
                ['Bytespider', 'ByteDance', 'collects training data', 'blocked', '4', 'Disallow: /'],
                ['cohere-training-data-crawler', 'Cohere', 'collects training data', 'blocked', '4', 'Disallow: /'],
              ],
            },
          ],
        },
      ],
    },
  },
  skips: {
    'a crawl that did not fetch it': { site: {}, reason: 'robots.txt was not fetched: the crawl was stopped before.' },
    'a file that could not be read': {
      site: withRobots(robotsFile({ status: 503, isUnreadable: true })),
      reason: 'robots.txt could not be read.',
    },
  },
})
