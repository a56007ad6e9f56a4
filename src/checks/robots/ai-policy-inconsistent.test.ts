import { aiRobots, robotsFile, withRobots } from '../test-host-facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { aiPolicyInconsistent } from './ai-policy-inconsistent.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Content-Signal lines',
  columns: ['Line', 'Text', 'User agents', 'Problem'],
  rows,
})
const url = 'https://site.test/robots.txt'
const TRAINING = [
  ...['GPTBot', 'ClaudeBot', 'Google-Extended', 'Applebot-Extended', 'CCBot', 'Meta-ExternalAgent', 'Bytespider'],
  'cohere-training-data-crawler',
].map(name => `User-agent: ${name}`)

testSiteCheck(aiPolicyInconsistent, {
  passes: {
    'no file': withRobots(robotsFile({ status: 404 })),
    'an open site': aiRobots('User-agent: *', 'Allow: /'),
    'all closed': aiRobots(...TRAINING, 'Disallow: /'),
    'all closed but for search': aiRobots(...TRAINING, 'Disallow: /', 'User-agent: OAI-SearchBot', 'Allow: /'),
    'a site that is closed to everyone': aiRobots('User-agent: *', 'Disallow: /'),
    'signals that agree with the rules': aiRobots(
      'User-agent: *',
      'Content-Signal: search=yes, ai-train=no',
      'Allow: /',
      ...TRAINING,
      'Disallow: /',
    ),
    'a signal that forbids what the rules forbid': aiRobots(
      'User-agent: *',
      'Content-Signal: ai-train=no',
      'Disallow: /',
    ),
    'a signal for a part of the site': aiRobots('User-agent: *', 'Content-Signal: /blog/ ai-train=yes', 'Disallow: /'),
    'signals that are not known yet': aiRobots('User-agent: *', 'Content-signal: ai-quote = YES', 'Allow: /'),
  },
  fails: {
    'some closed and some open': {
      site: aiRobots(...TRAINING.slice(0, 6), 'Disallow: /'),
      finds: [
        {
          url,
          severity: 'info',
          message:
            'Inconsistent rules for AI crawlers: 6 training crawlers blocked, but not Bytespider, cohere-training-data-crawler',
          isHostWide: true,
          evidence: [
            {
              kind: 'table',
              label: 'AI crawlers in https://site.test/robots.txt',
              columns: ['Crawler', 'Operator', 'Purpose', 'Start page', 'Line', 'Text'],
              rows: [
                ['OAI-SearchBot', 'OpenAI', 'search index for AI answers', 'allowed', '', ''],
                ['ChatGPT-User', 'OpenAI', 'fetches a page on user request', 'allowed', '', ''],
                ['Claude-SearchBot', 'Anthropic', 'search index for AI answers', 'allowed', '', ''],
                ['Claude-User', 'Anthropic', 'fetches a page on user request', 'allowed', '', ''],
                ['PerplexityBot', 'Perplexity', 'search index for AI answers', 'allowed', '', ''],
                ['Perplexity-User', 'Perplexity', 'fetches a page on user request', 'allowed', '', ''],
                ['DuckAssistBot', 'DuckDuckGo', 'search index for AI answers', 'allowed', '', ''],
                ['MistralAI-User', 'Mistral', 'fetches a page on user request', 'allowed', '', ''],
                ['GPTBot', 'OpenAI', 'collects training data', 'blocked', '7', 'Disallow: /'],
                ['ClaudeBot', 'Anthropic', 'collects training data', 'blocked', '7', 'Disallow: /'],
                ['Google-Extended', 'Google', 'collects training data', 'blocked', '7', 'Disallow: /'],
                ['Applebot-Extended', 'Apple', 'collects training data', 'blocked', '7', 'Disallow: /'],
                ['CCBot', 'Common Crawl', 'collects training data', 'blocked', '7', 'Disallow: /'],
                ['Meta-ExternalAgent', 'Meta', 'collects training data', 'blocked', '7', 'Disallow: /'],
                ['Bytespider', 'ByteDance', 'collects training data', 'allowed', '', ''],
                ['cohere-training-data-crawler', 'Cohere', 'collects training data', 'allowed', '', ''],
              ],
            },
          ],
        },
      ],
    },
    'a signal that allows what is closed': {
      site: aiRobots(
        'User-agent: *',
        'Allow: /',
        ...TRAINING,
        'Content-Signal: search=yes, ai-train=yes',
        'Disallow: /',
      ),
      finds: [
        {
          url,
          severity: 'warning',
          message:
            'Inconsistent rules for AI crawlers: line 11 of robots.txt declares search=yes for gptbot, claudebot, google-extended, applebot-extended, ccbot, meta-externalagent, bytespider, cohere-training-data-crawler, which robots.txt blocks',
          isHostWide: true,
          evidence: [
            table([
              '11',
              'Content-Signal: search=yes, ai-train=yes',
              'gptbot, claudebot, google-extended, applebot-extended, ccbot, meta-externalagent, bytespider, cohere-training-data-crawler',
              'declares search=yes for gptbot, claudebot, google-extended, applebot-extended, ccbot, meta-externalagent, bytespider, cohere-training-data-crawler, which robots.txt blocks',
            ]),
          ],
        },
      ],
    },
    'a signal that is misspelled': {
      site: aiRobots('User-agent: *', 'Content-Signal: search: yes', 'Content-Signal: ai-train', 'Allow: /'),
      finds: [
        {
          url,
          severity: 'warning',
          message: 'Inconsistent rules for AI crawlers: line 2 of robots.txt is not a list of signals with yes or no',
          isHostWide: true,
          evidence: [
            table(
              ['2', 'Content-Signal: search: yes', '*', 'is not a list of signals with yes or no'],
              ['3', 'Content-Signal: ai-train', '*', 'is not a list of signals with yes or no'],
            ),
          ],
        },
      ],
    },
    'a signal before any group': {
      site: aiRobots('Content-Signal: search=yes', 'User-agent: *', 'Allow: /'),
      finds: [
        {
          url,
          severity: 'warning',
          message:
            'Inconsistent rules for AI crawlers: line 1 of robots.txt is before the first User-agent line, so it applies to no crawler',
          isHostWide: true,
          evidence: [
            table([
              '1',
              'Content-Signal: search=yes',
              '',
              'is before the first User-agent line, so it applies to no crawler',
            ]),
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
