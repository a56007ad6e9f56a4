import { namedOn, referredBy } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { gets, hops, type TestTarget } from '../test-site-facts.ts'
import { redirectToError } from './redirect-to-error.ts'

const url = 'https://site.test/old'
const end = 'https://site.test/new'
const foreign = 'https://other.test/new'
const redirecting = (target: Partial<TestTarget>, to = end) => ({
  targets: [{ url, hops: hops([301], url, to), ...target }],
  links: [{ from: 'https://site.test/a', to: url }],
})

testSiteCheck(redirectToError, {
  passes: {
    'a redirect to a page': redirecting({}),
    'a missing page without a redirect': redirecting({ hops: [], status: 404, attempts: gets(404, 404) }),
    'a redirect to a page that needs a login': redirecting({ finalStatus: 401, attempts: gets(401, 401) }),
    'a redirect to a page that responded in between': redirecting({ finalStatus: 404, attempts: gets(404, 200) }),
    'a redirect to a challenge': redirecting({ finalStatus: 503, attempts: gets(503, 503, 503), isBotChallenge: true }),
    'a redirect to another site that fails': redirecting({ finalStatus: 503, attempts: gets(503, 503, 503) }, foreign),
    'a redirect to another site that stays without a response': redirecting({
      failure: 'dns',
      attempts: gets(null, null),
      finalUrl: foreign,
    }),
    'a redirect to a URL that may not be requested': redirecting({ failure: 'address-refused', attempts: gets(null) }),
    'a loop': redirecting({ failure: 'redirect-loop' }),
  },
  fails: {
    'a redirect to a missing page': {
      site: redirecting({ finalStatus: 404, attempts: gets(404, 404) }),
      finds: [
        {
          url,
          severity: 'error',
          message: `Broken redirect: ${url} ends in an error (404 Not Found) at ${end}, after 1 hop (linked from 1 page)`,
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url, statusCode: 404 },
          evidence: [
            { kind: 'hops', label: 'Redirect', hops: [{ url: url, status: 301, location: end, elapsedMs: 5 }] },
            { kind: 'url', label: 'Final URL', url: end },
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: 404, failure: null },
                { atMs: 2000, method: 'GET', status: 404, failure: null },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'a redirect to a missing page of another site': {
      site: redirecting({ finalStatus: 410, attempts: gets(410, 410) }, foreign),
      finds: [
        {
          url,
          severity: 'error',
          message:
            'Broken redirect: https://site.test/old ends in an error (410 Gone) at https://other.test/new, after 1 hop (linked from 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url, statusCode: 410 },
          evidence: [
            { kind: 'hops', label: 'Redirect', hops: [{ url: url, status: 301, location: foreign, elapsedMs: 5 }] },
            { kind: 'url', label: 'Final URL', url: foreign },
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: 410, failure: null },
                { atMs: 2000, method: 'GET', status: 410, failure: null },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'a redirect to a server error': {
      site: redirecting({ finalStatus: 500, attempts: gets(500, 500, 500) }),
      finds: [
        {
          url,
          severity: 'error',
          message:
            'Broken redirect: https://site.test/old ends in an error (500 Internal Server Error) at https://site.test/new, after 1 hop (linked from 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url, statusCode: 500 },
          evidence: [
            { kind: 'hops', label: 'Redirect', hops: [{ url: url, status: 301, location: end, elapsedMs: 5 }] },
            { kind: 'url', label: 'Final URL', url: end },
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: 500, failure: null },
                { atMs: 2000, method: 'GET', status: 500, failure: null },
                { atMs: 4000, method: 'GET', status: 500, failure: null },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'a redirect to a port that refuses connections': {
      site: redirecting({ failure: 'refused', attempts: gets(null, null) }),
      finds: [
        {
          url,
          severity: 'error',
          message:
            'Broken redirect: https://site.test/old ends in an error (connection refused) at https://site.test/new, after 1 hop (linked from 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url },
          evidence: [
            { kind: 'hops', label: 'Redirect', hops: [{ url: url, status: 301, location: end, elapsedMs: 5 }] },
            { kind: 'url', label: 'Final URL', url: end },
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: null, failure: 'dns' },
                { atMs: 2000, method: 'GET', status: null, failure: 'dns' },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'a redirect to a URL that is none': {
      site: redirecting({ hops: [], status: null, failure: 'bad-redirect', failureDetail: 'Location is empty' }),
      finds: [
        {
          url,
          severity: 'warning',
          message: `Broken redirect: ${url} ends in an error (Location is empty) (linked from 1 page)`,
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url },
          evidence: [
            { kind: 'hops', label: 'Redirect', hops: [] },
            { kind: 'url', label: 'Final URL', url: url },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'an end that was requested once, as not verified': {
      site: redirecting({ finalStatus: 404, attempts: gets(404) }),
      finds: [
        {
          url,
          severity: 'info',
          message:
            'Redirect could not be verified: https://site.test/old ends in an error (404 Not Found) at https://site.test/new, after 1 hop (linked from 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url, statusCode: 404 },
          evidence: [
            { kind: 'hops', label: 'Redirect', hops: [{ url: url, status: 301, location: end, elapsedMs: 5 }] },
            { kind: 'url', label: 'Final URL', url: end },
            { kind: 'attempts', label: 'Attempts', attempts: [{ atMs: 0, method: 'GET', status: 404, failure: null }] },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
  },
})
