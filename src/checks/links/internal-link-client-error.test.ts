import { namedOn, referredBy } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { gets } from '../test-site-facts.ts'
import { internalLinkClientError } from './internal-link-client-error.ts'

const url = 'https://site.test/refused'
const links = [{ from: 'https://site.test/a', to: url }]
const responding = (status: number) => ({ targets: [{ url, status, attempts: gets(status, status) }], links })

testSiteCheck(internalLinkClientError, {
  passes: {
    '404, which has a check of its own': responding(404),
    '410, which has a check of its own': responding(410),
    '407, which a proxy on the way says': responding(407),
    '429, which says that the crawler was too fast': responding(429),
    'a server error': responding(500),
    'a challenge that returns 403': {
      targets: [{ url, status: 403, attempts: gets(403, 403), isBotChallenge: true }],
      links,
    },
    'a refusal that passed': { targets: [{ url, status: 400, attempts: gets(400, 200) }], links },
  },
  fails: {
    'a bad request': {
      site: responding(400),
      finds: [
        {
          url,
          severity: 'warning',
          message: `Broken link: 400 Bad Request: ${url} (linked from 1 page)`,
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url, statusCode: 400 },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: 400, failure: null },
                { atMs: 2000, method: 'GET', status: 400, failure: null },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'a method that is not allowed even for GET': {
      site: responding(405),
      finds: [
        {
          url,
          severity: 'warning',
          message: 'Broken link: 405 Method Not Allowed: https://site.test/refused (linked from 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url, statusCode: 405 },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: 405, failure: null },
                { atMs: 2000, method: 'GET', status: 405, failure: null },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'a page that needs a login, as information': {
      site: responding(401),
      finds: [
        {
          url,
          severity: 'info',
          message: `Link could not be verified: ${url} requires a login or refuses crawlers: 401 Unauthorized (linked from 1 page)`,
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url, statusCode: 401 },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: 401, failure: null },
                { atMs: 2000, method: 'GET', status: 401, failure: null },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'a page that is closed to crawlers, as information': {
      site: responding(403),
      finds: [
        {
          url,
          severity: 'info',
          message:
            'Link could not be verified: https://site.test/refused requires a login or refuses crawlers: 403 Forbidden (linked from 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url, statusCode: 403 },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: 403, failure: null },
                { atMs: 2000, method: 'GET', status: 403, failure: null },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'one attempt, as not verified': {
      site: { targets: [{ url, status: 400, attempts: gets(400) }], links },
      finds: [
        {
          url,
          severity: 'info',
          message:
            'Link could not be verified: 400 Bad Request on 1 attempt: https://site.test/refused (linked from 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url, statusCode: 400 },
          evidence: [
            { kind: 'attempts', label: 'Attempts', attempts: [{ atMs: 0, method: 'GET', status: 400, failure: null }] },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
  },
})
