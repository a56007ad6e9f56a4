import { aiRobots, robotsFile, withRobots } from '../test-host-facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { aiPolicyInconsistent } from './ai-policy-inconsistent.ts'

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
          isHostWide: true,
          message:
            'Rules for AI crawlers contradict each other: 6 crawlers for training closed, but not Bytespider, cohere-training-data-crawler',
          evidence: [{ kind: 'table', rows: [['GPTBot', 'OpenAI', 'collects texts to train models', 'closed', '7']] }],
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
          evidence: [
            {
              kind: 'table',
              rows: [
                ['2', 'Content-Signal: search: yes', '*'],
                ['3', 'Content-Signal: ai-train', '*'],
              ],
            },
          ],
        },
      ],
    },
    'a signal before any group': {
      site: aiRobots('Content-Signal: search=yes', 'User-agent: *', 'Allow: /'),
      finds: [{ url, severity: 'warning' }],
    },
  },
  skips: {
    'a crawl that did not ask': {},
    'a file that could not be read': withRobots(robotsFile({ status: 503, isUnreadable: true })),
  },
})
