import { robotsFile, withRobots } from '../test-host-facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { gets } from '../test-site-facts.ts'
import { robotsTxtUnreachable } from './robots-txt-unreachable.ts'

const failing = robotsFile({ status: 503, isUnreadable: true, attempts: gets(503, 503, 503) })

testSiteCheck(robotsTxtUnreachable, {
  passes: {
    'a file that responds': withRobots(robotsFile()),
    'no file': withRobots(robotsFile({ status: 404, attempts: gets(404) })),
    'a refusal, which allows everything': withRobots(robotsFile({ status: 403, attempts: gets(403) })),
    'an error that was fetched once alone': withRobots({ ...failing, attempts: gets(503) }),
    'a protection that responds in its place': withRobots({ ...failing, isBotChallenge: true }),
    'a host that cannot be reached at all': withRobots(
      robotsFile({ status: null, failure: 'refused', isUnreadable: true, attempts: gets(null, null, null) }),
    ),
  },
  fails: {
    'a server error on three attempts': {
      site: withRobots(failing),
      finds: [
        {
          url: 'https://site.test/robots.txt',
          severity: 'error',
          message:
            'robots.txt returns 503 on 3 attempts, so crawlers must treat the site as blocked: https://site.test/robots.txt',
          isHostWide: true,
          details: { statusCode: 503 },
          evidence: [{ kind: 'attempts', label: 'Attempts', attempts: failing.attempts }],
        },
      ],
    },
    silence: {
      site: withRobots(
        robotsFile({
          status: null,
          failure: 'timeout-first-byte',
          failureDetail: 'No response within 20 s.',
          isUnreadable: true,
          attempts: gets(null, null, null),
        }),
      ),
      finds: [
        {
          url: 'https://site.test/robots.txt',
          message:
            'robots.txt does not respond (no response in time) on 3 attempts, so crawlers must treat the site as blocked: https://site.test/robots.txt',
          isHostWide: true,
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: null, failure: 'dns' },
                { atMs: 2000, method: 'GET', status: null, failure: 'dns' },
                { atMs: 4000, method: 'GET', status: null, failure: 'dns' },
              ],
            },
            { kind: 'text', label: 'Connection error', text: 'No response within 20 s.' },
          ],
        },
      ],
    },
    'a request to wait, which may be meant for this crawler': {
      site: withRobots(robotsFile({ status: 429, isUnreadable: true, attempts: gets(429, 429, 429) })),
      finds: [
        {
          url: 'https://site.test/robots.txt',
          severity: 'warning',
          message:
            'robots.txt returns 429 on 3 attempts; please confirm that other crawlers can fetch it: https://site.test/robots.txt',
          isHostWide: true,
          details: { statusCode: 429 },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: 429, failure: null },
                { atMs: 2000, method: 'GET', status: 429, failure: null },
                { atMs: 4000, method: 'GET', status: 429, failure: null },
              ],
            },
          ],
        },
      ],
    },
    'two hosts that fail alike, once': {
      site: withRobots(failing, { ...failing, url: 'http://site.test/robots.txt' }),
      finds: [
        {
          url: 'https://site.test/robots.txt',
          message:
            'robots.txt returns 503 on 3 attempts, so crawlers must treat the site as blocked: https://site.test/robots.txt',
          affectedUrls: ['https://site.test/robots.txt', 'http://site.test/robots.txt'],
          isHostWide: true,
          details: { statusCode: 503 },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: 503, failure: null },
                { atMs: 2000, method: 'GET', status: 503, failure: null },
                { atMs: 4000, method: 'GET', status: 503, failure: null },
              ],
            },
          ],
        },
      ],
    },
  },
  skips: {
    'a crawl that did not fetch it': { site: {}, reason: 'robots.txt was not fetched: the crawl was stopped before.' },
  },
})
