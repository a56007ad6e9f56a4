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
          message: 'robots.txt closes the site to AI search: OAI-SearchBot, ChatGPT-User (line 3)',
          isHostWide: true,
          evidence: [
            {
              kind: 'table',
              label: 'Crawlers of AI products in https://site.test/robots.txt',
              columns: ['Crawler', 'Of', 'What it does', 'Start page', 'Line', 'Text'],
              rows: [
                ['OAI-SearchBot', 'OpenAI', 'finds pages for answers', 'closed', '3', 'Disallow: /'],
                ['ChatGPT-User', 'OpenAI', 'reads a page when a person asks for it', 'closed', '3', 'Disallow: /'],
                ['Claude-SearchBot', 'Anthropic', 'finds pages for answers', 'open', '', ''],
                ['Claude-User', 'Anthropic', 'reads a page when a person asks for it', 'open', '', ''],
                ['PerplexityBot', 'Perplexity', 'finds pages for answers', 'open', '', ''],
                ['Perplexity-User', 'Perplexity', 'reads a page when a person asks for it', 'open', '', ''],
                ['DuckAssistBot', 'DuckDuckGo', 'finds pages for answers', 'open', '', ''],
                ['MistralAI-User', 'Mistral', 'reads a page when a person asks for it', 'open', '', ''],
                ['GPTBot', 'OpenAI', 'collects texts to train models', 'open', '', ''],
                ['ClaudeBot', 'Anthropic', 'collects texts to train models', 'open', '', ''],
                ['Google-Extended', 'Google', 'collects texts to train models', 'open', '', ''],
                ['Applebot-Extended', 'Apple', 'collects texts to train models', 'open', '', ''],
                ['CCBot', 'Common Crawl', 'collects texts to train models', 'open', '', ''],
                ['Meta-ExternalAgent', 'Meta', 'collects texts to train models', 'open', '', ''],
                ['Bytespider', 'ByteDance', 'collects texts to train models', 'open', '', ''],
                ['cohere-training-data-crawler', 'Cohere', 'collects texts to train models', 'open', '', ''],
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
            'robots.txt closes the site to AI search: OAI-SearchBot, ChatGPT-User, Claude-SearchBot, PerplexityBot, Perplexity-User, DuckAssistBot, MistralAI-User (line 4)',
          isHostWide: true,
          evidence: [
            {
              kind: 'table',
              label: 'Crawlers of AI products in https://site.test/robots.txt',
              columns: ['Crawler', 'Of', 'What it does', 'Start page', 'Line', 'Text'],
              rows: [
                ['OAI-SearchBot', 'OpenAI', 'finds pages for answers', 'closed', '4', 'Disallow: /'],
                ['ChatGPT-User', 'OpenAI', 'reads a page when a person asks for it', 'closed', '4', 'Disallow: /'],
                ['Claude-SearchBot', 'Anthropic', 'finds pages for answers', 'closed', '4', 'Disallow: /'],
                ['Claude-User', 'Anthropic', 'reads a page when a person asks for it', 'open', '6', 'Allow: /'],
                ['PerplexityBot', 'Perplexity', 'finds pages for answers', 'closed', '4', 'Disallow: /'],
                [
                  'Perplexity-User',
                  'Perplexity',
                  'reads a page when a person asks for it',
                  'closed',
                  '4',
                  'Disallow: /',
                ],
                ['DuckAssistBot', 'DuckDuckGo', 'finds pages for answers', 'closed', '4', 'Disallow: /'],
                ['MistralAI-User', 'Mistral', 'reads a page when a person asks for it', 'closed', '4', 'Disallow: /'],
                ['GPTBot', 'OpenAI', 'collects texts to train models', 'closed', '4', 'Disallow: /'],
                ['ClaudeBot', 'Anthropic', 'collects texts to train models', 'closed', '4', 'Disallow: /'],
                ['Google-Extended', 'Google', 'collects texts to train models', 'closed', '4', 'Disallow: /'],
                ['Applebot-Extended', 'Apple', 'collects texts to train models', 'closed', '4', 'Disallow: /'],
                ['CCBot', 'Common Crawl', 'collects texts to train models', 'closed', '4', 'Disallow: /'],
                ['Meta-ExternalAgent', 'Meta', 'collects texts to train models', 'closed', '4', 'Disallow: /'],
                ['Bytespider', 'ByteDance', 'collects texts to train models', 'closed', '4', 'Disallow: /'],
                [
                  'cohere-training-data-crawler',
                  'Cohere',
                  'collects texts to train models',
                  'closed',
                  '4',
                  'Disallow: /',
                ],
              ],
            },
          ],
        },
      ],
    },
  },
  skips: {
    'a crawl that did not ask': { site: {}, reason: 'robots.txt was not asked for: the crawl was stopped before.' },
    'a file that could not be read': {
      site: withRobots(robotsFile({ status: 503, isUnreadable: true })),
      reason: 'robots.txt could not be read.',
    },
  },
})
