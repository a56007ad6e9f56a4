import { namedOn, referredBy } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { gets, headThenGets } from '../test-site-facts.ts'
import { internalLinkServerError } from './internal-link-server-error.ts'

const url = 'https://site.test/fails'
const links = [{ from: 'https://site.test/a', to: url }]

testSiteCheck(internalLinkServerError, {
  passes: {
    'a missing page': { targets: [{ url, status: 404, attempts: gets(404, 404) }], links },
    'an error that passed': { targets: [{ url, status: 503, attempts: gets(503, 200, 503) }], links },
    'a challenge': { targets: [{ url, status: 503, attempts: gets(503, 503, 503), isBotChallenge: true }], links },
    'an error of another site': {
      targets: [{ url: 'https://other.test/', status: 500, attempts: gets(500, 500, 500) }],
      links: [{ from: 'https://site.test/a', to: 'https://other.test/' }],
    },
  },
  fails: {
    'an error on three attempts, whichever 5xx they gave': {
      site: { targets: [{ url, status: 502, attempts: gets(500, 503, 502) }], links },
      finds: [
        {
          url,
          message: `Broken link: 502 Bad Gateway: ${url} (linked from 1 page)`,
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url, statusCode: 502 },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: 500, failure: null },
                { atMs: 2000, method: 'GET', status: 503, failure: null },
                { atMs: 4000, method: 'GET', status: 502, failure: null },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'an error after a response that did not come': {
      site: { targets: [{ url, status: 500, attempts: gets(null, 500, 500) }], links },
      finds: [
        {
          url,
          severity: 'error',
          message: 'Broken link: 500 Internal Server Error: https://site.test/fails (linked from 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url, statusCode: 500 },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: null, failure: 'dns' },
                { atMs: 2000, method: 'GET', status: 500, failure: null },
                { atMs: 4000, method: 'GET', status: 500, failure: null },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'two attempts only, as not verified': {
      site: { targets: [{ url, status: 500, attempts: headThenGets(500, 500, 500) }], links },
      finds: [
        {
          url,
          severity: 'info',
          message:
            'Link could not be verified: 500 Internal Server Error on 3 attempts: https://site.test/fails (linked from 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url, statusCode: 500 },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'HEAD', status: 500, failure: null },
                { atMs: 2000, method: 'GET', status: 500, failure: null },
                { atMs: 4000, method: 'GET', status: 500, failure: null },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
  },
})
