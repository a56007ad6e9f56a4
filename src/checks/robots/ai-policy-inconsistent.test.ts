import { aiRobots, robotsFile, withRobots } from '../test-host-facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { aiPolicyInconsistent } from './ai-policy-inconsistent.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Content-Signal lines',
  columns: ['Line', 'Text', 'Of the group for', 'Why'],
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
            'Rules for AI crawlers contradict each other: 6 crawlers for training closed, but not Bytespider, cohere-training-data-crawler',
          isHostWide: true,
          evidence: [
            {
              kind: 'table',
              label: 'Crawlers of AI products in https://site.test/robots.txt',
              columns: ['Crawler', 'Of', 'What it does', 'Start page', 'Line', 'Text'],
              rows: [
                ['OAI-SearchBot', 'OpenAI', 'finds pages for answers', 'open', '', ''],
                ['ChatGPT-User', 'OpenAI', 'reads a page when a person asks for it', 'open', '', ''],
                ['Claude-SearchBot', 'Anthropic', 'finds pages for answers', 'open', '', ''],
                ['Claude-User', 'Anthropic', 'reads a page when a person asks for it', 'open', '', ''],
                ['PerplexityBot', 'Perplexity', 'finds pages for answers', 'open', '', ''],
                ['Perplexity-User', 'Perplexity', 'reads a page when a person asks for it', 'open', '', ''],
                ['DuckAssistBot', 'DuckDuckGo', 'finds pages for answers', 'open', '', ''],
                ['MistralAI-User', 'Mistral', 'reads a page when a person asks for it', 'open', '', ''],
                ['GPTBot', 'OpenAI', 'collects texts to train models', 'closed', '7', 'Disallow: /'],
                ['ClaudeBot', 'Anthropic', 'collects texts to train models', 'closed', '7', 'Disallow: /'],
                ['Google-Extended', 'Google', 'collects texts to train models', 'closed', '7', 'Disallow: /'],
                ['Applebot-Extended', 'Apple', 'collects texts to train models', 'closed', '7', 'Disallow: /'],
                ['CCBot', 'Common Crawl', 'collects texts to train models', 'closed', '7', 'Disallow: /'],
                ['Meta-ExternalAgent', 'Meta', 'collects texts to train models', 'closed', '7', 'Disallow: /'],
                ['Bytespider', 'ByteDance', 'collects texts to train models', 'open', '', ''],
                ['cohere-training-data-crawler', 'Cohere', 'collects texts to train models', 'open', '', ''],
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
            'Rules for AI crawlers contradict each other: line 11 of robots.txt says search=yes to gptbot, claudebot, google-extended, applebot-extended, ccbot, meta-externalagent, bytespider, cohere-training-data-crawler, which may not read the site',
          isHostWide: true,
          evidence: [
            table([
              '11',
              'Content-Signal: search=yes, ai-train=yes',
              'gptbot, claudebot, google-extended, applebot-extended, ccbot, meta-externalagent, bytespider, cohere-training-data-crawler',
              'says search=yes to gptbot, claudebot, google-extended, applebot-extended, ccbot, meta-externalagent, bytespider, cohere-training-data-crawler, which may not read the site',
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
          message:
            'Rules for AI crawlers contradict each other: line 2 of robots.txt is no list of signals with yes or no',
          isHostWide: true,
          evidence: [
            table(
              ['2', 'Content-Signal: search: yes', '*', 'is no list of signals with yes or no'],
              ['3', 'Content-Signal: ai-train', '*', 'is no list of signals with yes or no'],
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
            'Rules for AI crawlers contradict each other: line 1 of robots.txt stands before the first User-agent line, so it holds for nobody',
          isHostWide: true,
          evidence: [
            table([
              '1',
              'Content-Signal: search=yes',
              '',
              'stands before the first User-agent line, so it holds for nobody',
            ]),
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
