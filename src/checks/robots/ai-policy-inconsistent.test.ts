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
]
const agents = (count = TRAINING.length) => TRAINING.slice(0, count).map(name => `User-agent: ${name}`)

const OTHERS = [
  ['OAI-SearchBot', 'OpenAI', 'search index for AI answers'],
  ['ChatGPT-User', 'OpenAI', 'fetches a page on user request'],
  ['Claude-SearchBot', 'Anthropic', 'search index for AI answers'],
  ['Claude-User', 'Anthropic', 'fetches a page on user request'],
  ['PerplexityBot', 'Perplexity', 'search index for AI answers'],
  ['Perplexity-User', 'Perplexity', 'fetches a page on user request'],
  ['DuckAssistBot', 'DuckDuckGo', 'search index for AI answers'],
  ['MistralAI-User', 'Mistral', 'fetches a page on user request'],
]
const MAKERS = ['OpenAI', 'Anthropic', 'Google', 'Apple', 'Common Crawl', 'Meta', 'ByteDance', 'Cohere']

/** All crawlers, where a group of the first so many of TRAINING is closed by the line after them. */
const crawlerTable = (blocked: number) => ({
  kind: 'table',
  label: 'AI crawlers in https://site.test/robots.txt',
  columns: ['Crawler', 'Operator', 'Purpose', 'Start page', 'Line', 'Text'],
  rows: [
    ...OTHERS.map(crawler => [...crawler, 'allowed', '', '']),
    ...TRAINING.map((name, index) => [
      ...[name, MAKERS[index], 'collects training data'],
      ...(index < blocked ? ['blocked', String(blocked + 1), 'Disallow: /'] : ['allowed', '', '']),
    ]),
  ],
})

testSiteCheck(aiPolicyInconsistent, {
  passes: {
    'no file': withRobots(robotsFile({ status: 404 })),
    'an open site': aiRobots('User-agent: *', 'Allow: /'),
    'all closed': aiRobots(...agents(), 'Disallow: /'),
    'all closed but for search': aiRobots(...agents(), 'Disallow: /', 'User-agent: OAI-SearchBot', 'Allow: /'),
    'a site that is closed to everyone': aiRobots('User-agent: *', 'Disallow: /'),
    'signals that agree with the rules': aiRobots(
      'User-agent: *',
      'Content-Signal: search=yes, ai-train=no',
      'Allow: /',
      ...agents(),
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
      site: aiRobots(...agents(6), 'Disallow: /'),
      finds: [
        {
          url,
          severity: 'info',
          message:
            'Inconsistent rules for AI crawlers: 6 training crawlers blocked, but not Bytespider, cohere-training-data-crawler',
          isHostWide: true,
          evidence: [crawlerTable(6)],
        },
      ],
    },
    'one closed and all others open': {
      site: aiRobots(...agents(1), 'Disallow: /'),
      finds: [
        {
          url,
          message:
            'Inconsistent rules for AI crawlers: 1 training crawler blocked, but not ClaudeBot, Google-Extended, Applebot-Extended, CCBot, Meta-ExternalAgent, Bytespider, cohere-training-data-crawler',
          isHostWide: true,
          evidence: [crawlerTable(1)],
        },
      ],
    },
    'one open and all others closed': {
      site: aiRobots(...agents(7), 'Disallow: /'),
      finds: [
        {
          url,
          message:
            'Inconsistent rules for AI crawlers: 7 training crawlers blocked, but not cohere-training-data-crawler',
          isHostWide: true,
          evidence: [crawlerTable(7)],
        },
      ],
    },
    'a signal that allows what is closed': {
      site: aiRobots(
        'User-agent: *',
        'Allow: /',
        ...agents(),
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
