import { listOf, namedOn, referredBy } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { gets, headThenGets, type TestTarget } from '../test-site-facts.ts'
import { externalLinkUnverifiable } from './external-link-unverifiable.ts'

const url = 'https://other.test/page'
const others = ['https://one.test/', 'https://two.test/']
const links = [url, ...others].map(to => ({ from: 'https://site.test/a', to }))
const responding = (status: number, more: Partial<TestTarget> = {}) => ({
  targets: [{ url, status, attempts: headThenGets(status, status, status), ...more }],
  links,
})
const dns = { failure: 'dns', attempts: gets(null, null) } as const

testSiteCheck(externalLinkUnverifiable, {
  passes: {
    'a page that responds': responding(200),
    'a page that is gone, which is reported as such': responding(404),
    'a page that responded to GET in between': responding(404, { attempts: headThenGets(404, 200) }),
    'a URL that may not be requested': { targets: [{ url, failure: 'address-refused' }], links },
    'an attempt that was broken off': { targets: [{ url, failure: 'aborted' }], links },
    'a host name that does not exist, which is reported as such': {
      targets: [{ url: 'https://one.test/' }, { url, ...dns }],
      links,
    },
    'a page of the site itself that is closed': {
      targets: [{ url: 'https://site.test/admin', status: 403, attempts: gets(403, 403) }],
      links: [{ from: 'https://site.test/a', to: 'https://site.test/admin' }],
    },
  },
  fails: {
    'a refusal': {
      site: responding(403),
      finds: [
        {
          url,
          message: `Link could not be verified: 403 Forbidden: ${url} (linked from 1 page)`,
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url, statusCode: 403 },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'HEAD', status: 403, failure: null },
                { atMs: 2000, method: 'GET', status: 403, failure: null },
                { atMs: 4000, method: 'GET', status: 403, failure: null },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'a request to slow down': {
      site: responding(429),
      finds: [
        {
          url,
          message: 'Link could not be verified: 429 Too Many Requests: https://other.test/page (linked from 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url, statusCode: 429 },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'HEAD', status: 429, failure: null },
                { atMs: 2000, method: 'GET', status: 429, failure: null },
                { atMs: 4000, method: 'GET', status: 429, failure: null },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'an error of a proxy in front of the site': {
      site: responding(522),
      finds: [
        {
          url,
          message: 'Link could not be verified: 522: https://other.test/page (linked from 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url, statusCode: 522 },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'HEAD', status: 522, failure: null },
                { atMs: 2000, method: 'GET', status: 522, failure: null },
                { atMs: 4000, method: 'GET', status: 522, failure: null },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'a status outside the standard': {
      site: responding(999),
      finds: [
        {
          url,
          message: 'Link could not be verified: 999: https://other.test/page (linked from 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url, statusCode: 999 },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'HEAD', status: 999, failure: null },
                { atMs: 2000, method: 'GET', status: 999, failure: null },
                { atMs: 4000, method: 'GET', status: 999, failure: null },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'a refused connection': {
      site: { targets: [{ url, failure: 'refused', attempts: gets(null, null, null) }], links },
      finds: [
        {
          url,
          message: `Link could not be verified: connection refused: ${url} (linked from 1 page)`,
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url },
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
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'a challenge, whatever its status': {
      site: responding(200, { status: 404, isBotChallenge: true }),
      finds: [
        {
          url,
          severity: 'info',
          message:
            'Link could not be verified: the site requires a CAPTCHA or similar: https://other.test/page (linked from 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url, statusCode: 404 },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'HEAD', status: 200, failure: null },
                { atMs: 2000, method: 'GET', status: 200, failure: null },
                { atMs: 4000, method: 'GET', status: 200, failure: null },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'a page that was found missing only once': {
      site: responding(404, { attempts: gets(404) }),
      finds: [
        {
          url,
          severity: 'info',
          message: 'Link could not be verified: 404 Not Found: https://other.test/page (linked from 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url, statusCode: 404 },
          evidence: [
            { kind: 'attempts', label: 'Attempts', attempts: [{ atMs: 0, method: 'GET', status: 404, failure: null }] },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'the silence of all other sites, as one finding about the network': {
      site: { targets: [url, ...others].map(target => ({ url: target, ...dns })), links },
      finds: [
        {
          url,
          message:
            'Link could not be verified: none of the 3 URLs of other sites responded, so the crawler may have no internet connection (linked from 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: {
            sourceUrl: 'https://site.test/a',
            directReferrer: 'https://site.test/a',
            referringSources: ['https://site.test/a'],
            highPrioritySource: false,
            targetUrl: url,
          },
          evidence: [
            listOf('URLs', [url, 'https://one.test/', 'https://two.test/']),
            {
              kind: 'places',
              label: 'Linked from',
              places: [
                { sourceUrl: 'https://site.test/a', text: 'link', region: 'main', path: '', line: 1 },
                { sourceUrl: 'https://site.test/a', text: 'link', region: 'main', path: '', line: 1 },
                { sourceUrl: 'https://site.test/a', text: 'link', region: 'main', path: '', line: 1 },
              ],
              total: 1,
            },
          ],
        },
      ],
    },
    'one name that does not resolve, when the site itself is on a private URL': {
      site: { crawl: { isPrivateHost: true }, targets: [{ url, ...dns }], links },
      finds: [
        {
          url,
          message:
            'Link could not be verified: host name not found (DNS): https://other.test/page (linked from 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url },
          evidence: [
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
  },
})
