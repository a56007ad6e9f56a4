import { testSiteCheck } from '../test-site-check.ts'
import { gets, headThenGets } from '../test-site-facts.ts'
import { responseUnstable } from './response-unstable.ts'

const home = 'https://site.test/'
const target = (path: string, ...statuses: (number | null)[]) => ({
  url: home + path,
  status: statuses.at(-1) ?? null,
  attempts: gets(...statuses),
})

testSiteCheck(responseUnstable, {
  passes: {
    'steady responds': { targets: [target('a', 200), target('b', 404, 404)] },
    'one failure of one URL, which may be the network': { targets: [target('a', 503, 200), target('b', 200)] },
    'an error that stays': { targets: [target('a', 503, 503, 503)] },
    'a HEAD that fails': {
      targets: ['a', 'b'].map(path => ({ url: home + path, status: 200, attempts: headThenGets(500, 200) })),
    },
    'a redirect that was run twice': { targets: [target('a', 302, 302), target('b', 302, 302)] },
    'names that could not be found at first': { targets: [target('a', null, 200), target('b', null, 200)] },
    'pages of a bot protection': {
      targets: ['a', 'b'].map(path => ({ ...target(path, 503, 200), isBotChallenge: true })),
    },
    'responses of which no attempt is known': { targets: ['a', 'b'].map(path => ({ url: home + path, status: 200 })) },
    'a response that slows the crawler down': { targets: [target('a', 429, 429, 200), target('b', 429, 200)] },
    'another site': { targets: [{ ...target('', 503, 503, 200), url: 'https://other.test/', scope: 'external' }] },
  },
  fails: {
    'one URL that fails twice': {
      site: { targets: [target('a', 503, 500, 200)] },
      finds: [
        {
          url: `${home}a`,
          severity: 'warning',
          message: `Intermittent server errors: 1 URL of site.test, such as ${home}a`,
          isHostWide: true,
          evidence: [
            {
              kind: 'table',
              label: 'Attempts',
              columns: ['URL', 'Results in order'],
              rows: [[`${home}a`, '503, 500, 200']],
            },
          ],
        },
      ],
    },
    'one URL that responds after a timeout and a refused connection': {
      site: {
        targets: [
          {
            url: `${home}a`,
            status: 200,
            attempts: [
              { atMs: 0, method: 'GET', status: null, failure: 'timeout-total' },
              { atMs: 1, method: 'GET', status: null, failure: 'refused' },
              ...gets(200),
            ],
          },
        ],
      },
      finds: [
        {
          url: `${home}a`,
          message: `Intermittent server errors: 1 URL of site.test, such as ${home}a`,
          isHostWide: true,
          evidence: [
            {
              kind: 'table',
              label: 'Attempts',
              columns: ['URL', 'Results in order'],
              rows: [[`${home}a`, 'timeout-total, refused, 200']],
            },
          ],
        },
      ],
    },
    'two URLs, once for the host': {
      site: { targets: [target('a', 502, 200), target('b', 200), target('c', 500, 301)] },
      finds: [
        {
          url: `${home}a`,
          message: 'Intermittent server errors: 2 URLs of site.test, such as https://site.test/a',
          affectedUrls: [`${home}a`, `${home}c`],
          affectedCount: 2,
          isHostWide: true,
          evidence: [
            {
              kind: 'table',
              label: 'Attempts',
              columns: ['URL', 'Results in order'],
              rows: [
                ['https://site.test/a', '502, 200'],
                ['https://site.test/c', '500, 301'],
              ],
            },
          ],
        },
      ],
    },
  },
})
