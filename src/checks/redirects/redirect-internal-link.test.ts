import { causedBy, listOf, namedOn, referredBy } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { gets, hops, type TestSite } from '../test-site-facts.ts'
import { redirectInternalLink } from './redirect-internal-link.ts'

const url = 'https://site.test/about'
const end = 'https://site.test/about/'
const links = [{ from: 'https://site.test/a', to: url }]
const redirecting = (status: number, from = url, to = end): TestSite => ({
  targets: [{ url: from, hops: hops([status], from, to) }],
  links: [{ from: 'https://site.test/a', to: from }],
})
const missingSlash = causedBy('redirect-internal-link', '301 https://site.test slash-missing https://site.test')

testSiteCheck(redirectInternalLink, {
  passes: {
    'a page without a redirect': { targets: [{ url }], links },
    'a temporary redirect': redirecting(302),
    'a response that is not modified': { targets: [{ url, status: 304 }], links },
    'a chain, which is reported as such': {
      targets: [{ url, hops: hops([301, 301], url, 'https://site.test/b', end) }],
      links,
    },
    'a redirect to a missing page, which is reported as such': {
      targets: [{ url, hops: hops([301], url, end), finalStatus: 404, attempts: gets(404, 404) }],
      links,
    },
    'a loop': { targets: [{ url, hops: hops([301], url, url), failure: 'redirect-loop' }], links },
    'a step from https to http, which is reported as such': redirecting(301, url, 'http://site.test/about'),
    'a redirect of another site': redirecting(301, 'https://other.test/', 'https://other.test/en'),
    'a redirect that only an image meets': {
      targets: [{ url, hops: hops([301], url, end) }],
      links: [{ from: 'https://site.test/a', to: url, kind: 'image' }],
    },
    'a redirect that only another redirect names': {
      targets: [{ url, hops: hops([301], url, end) }],
      links: [{ from: 'https://site.test/a', to: url, kind: 'redirect' }],
    },
  },
  fails: {
    'a missing slash': {
      site: redirecting(301),
      finds: [
        {
          url,
          severity: 'info',
          message: `301 redirect: ${url} redirects to ${end} (linked from 1 page)`,
          affectedUrls: ['https://site.test/a'],
          details: {
            sourceUrl: 'https://site.test/a',
            directReferrer: 'https://site.test/a',
            referringSources: ['https://site.test/a'],
            highPrioritySource: false,
            targetUrl: url,
            statusCode: 301,
            ...missingSlash,
          },
          evidence: [
            { kind: 'url', label: 'Link to this URL instead', url: end },
            { kind: 'text', label: 'Cause', text: 'the link lacks the trailing slash' },
            { kind: 'hops', label: 'Redirect', hops: [{ url, status: 301, location: end, elapsedMs: 5 }] },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'a redirect that a page of the strongest tenth links to, as a warning': {
      site: { ...redirecting(301), linkScores: { 'https://site.test/a': 95 } },
      finds: [
        {
          url,
          severity: 'warning',
          message: '301 redirect: https://site.test/about redirects to https://site.test/about/ (linked from 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: {
            sourceUrl: 'https://site.test/a',
            directReferrer: 'https://site.test/a',
            referringSources: ['https://site.test/a'],
            highPrioritySource: true,
            targetUrl: url,
            statusCode: 301,
            ...missingSlash,
          },
          evidence: [
            { kind: 'url', label: 'Link to this URL instead', url: end },
            { kind: 'text', label: 'Cause', text: 'the link lacks the trailing slash' },
            { kind: 'hops', label: 'Redirect', hops: [{ url: url, status: 301, location: end, elapsedMs: 5 }] },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'a redirect that names its own number': {
      site: redirecting(308, 'http://site.test/about/', end),
      finds: [
        {
          url: 'http://site.test/about/',
          message: `308 redirect: http://site.test/about/ redirects to ${end} (linked from 1 page)`,
          affectedUrls: ['https://site.test/a'],
          details: {
            ...referredBy(['https://site.test/a']),
            targetUrl: 'http://site.test/about/',
            statusCode: 308,
            ...causedBy('redirect-internal-link', '308 http://site.test to-https https://site.test'),
          },
          evidence: [
            { kind: 'url', label: 'Link to this URL instead', url: end },
            { kind: 'text', label: 'Cause', text: 'the link uses http instead of https' },
            {
              kind: 'hops',
              label: 'Redirect',
              hops: [{ url: 'http://site.test/about/', status: 308, location: end, elapsedMs: 5 }],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'a redirect to another site that refuses crawlers': {
      site: {
        targets: [{ url, hops: hops([301], url, 'https://other.test/'), finalStatus: 403, attempts: gets(403, 403) }],
        links,
      },
      finds: [
        {
          url,
          severity: 'info',
          message: '301 redirect: https://site.test/about redirects to https://other.test/ (linked from 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url, statusCode: 301 },
          evidence: [
            { kind: 'url', label: 'Link to this URL instead', url: 'https://other.test/' },
            { kind: 'text', label: 'Cause', text: 'the link uses a different host name; the page has moved' },
            {
              kind: 'hops',
              label: 'Redirect',
              hops: [{ url: url, status: 301, location: 'https://other.test/', elapsedMs: 5 }],
            },
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
    'ten pages that link to it, as a warning': {
      site: {
        ...redirecting(301),
        links: Array.from({ length: 10 }, (_, index) => ({ from: `https://site.test/${index}`, to: url })),
      },
      finds: [
        {
          url,
          severity: 'warning',
          message: '301 redirect: https://site.test/about redirects to https://site.test/about/ (linked from 10 pages)',
          affectedUrls: [
            'https://site.test/0',
            'https://site.test/1',
            'https://site.test/2',
            'https://site.test/3',
            'https://site.test/4',
            'https://site.test/5',
            'https://site.test/6',
            'https://site.test/7',
            'https://site.test/8',
            'https://site.test/9',
          ],
          affectedCount: 10,
          details: {
            ...referredBy(
              [
                'https://site.test/0',
                'https://site.test/1',
                'https://site.test/2',
                'https://site.test/3',
                'https://site.test/4',
                'https://site.test/5',
                'https://site.test/6',
                'https://site.test/7',
                'https://site.test/8',
                'https://site.test/9',
              ],
              true,
            ),
            targetUrl: url,
            statusCode: 301,
            ...missingSlash,
          },
          evidence: [
            { kind: 'url', label: 'Link to this URL instead', url: end },
            { kind: 'text', label: 'Cause', text: 'the link lacks the trailing slash' },
            { kind: 'hops', label: 'Redirect', hops: [{ url: url, status: 301, location: end, elapsedMs: 5 }] },
            namedOn(
              'https://site.test/0',
              'https://site.test/1',
              'https://site.test/2',
              'https://site.test/3',
              'https://site.test/4',
              'https://site.test/5',
              'https://site.test/6',
              'https://site.test/7',
              'https://site.test/8',
              'https://site.test/9',
            ),
          ],
        },
      ],
    },
    'links of a template that lack the trailing slash, once, and a page that has moved': {
      site: {
        targets: ['/x', '/y', '/old'].map(path => {
          const from = `https://site.test${path}`
          return { url: from, hops: hops([301], from, path === '/old' ? 'https://site.test/new' : `${from}/`) }
        }),
        links: ['/x', '/y', '/old'].map(path => ({ from: 'https://site.test/a', to: `https://site.test${path}` })),
      },
      finds: [
        {
          url: 'https://site.test/old',
          message: '301 redirect: https://site.test/old redirects to https://site.test/new (linked from 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: 'https://site.test/old', statusCode: 301 },
          evidence: [
            { kind: 'url', label: 'Link to this URL instead', url: 'https://site.test/new' },
            { kind: 'text', label: 'Cause', text: 'the page has moved' },
            {
              kind: 'hops',
              label: 'Redirect',
              hops: [{ url: 'https://site.test/old', status: 301, location: 'https://site.test/new', elapsedMs: 5 }],
            },
            namedOn('https://site.test/a'),
          ],
        },
        {
          url: 'https://site.test/x',
          message:
            '301 redirect: 2 URLs for the same reason (the link lacks the trailing slash), such as https://site.test/x; together linked from 1 page',
          affectedUrls: ['https://site.test/a'],
          details: {
            ...referredBy(['https://site.test/a']),
            targetUrl: 'https://site.test/x',
            statusCode: 301,
            ...missingSlash,
          },
          evidence: [
            { kind: 'url', label: 'Link to this URL instead', url: 'https://site.test/x/' },
            { kind: 'text', label: 'Cause', text: 'the link lacks the trailing slash' },
            {
              kind: 'hops',
              label: 'Redirect',
              hops: [{ url: 'https://site.test/x', status: 301, location: 'https://site.test/x/', elapsedMs: 5 }],
            },
            listOf('URLs', ['https://site.test/x', 'https://site.test/y']),
            {
              ...namedOn('https://site.test/a', 'https://site.test/a'),
              total: 1,
            },
          ],
        },
      ],
    },
    'a link in the menu, as a warning': {
      site: { ...redirecting(301), links: [{ from: 'https://site.test/a', to: url, region: 'nav' }] },
      finds: [
        {
          url,
          severity: 'warning',
          message: '301 redirect: https://site.test/about redirects to https://site.test/about/ (linked from 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: {
            sourceUrl: 'https://site.test/a',
            directReferrer: 'https://site.test/a',
            referringSources: ['https://site.test/a'],
            highPrioritySource: true,
            targetUrl: url,
            statusCode: 301,
            ...missingSlash,
          },
          evidence: [
            { kind: 'url', label: 'Link to this URL instead', url: end },
            { kind: 'text', label: 'Cause', text: 'the link lacks the trailing slash' },
            { kind: 'hops', label: 'Redirect', hops: [{ url: url, status: 301, location: end, elapsedMs: 5 }] },
            {
              kind: 'places',
              label: 'Linked from',
              places: [{ sourceUrl: 'https://site.test/a', text: 'link', region: 'nav', path: '', line: 1 }],
              total: 1,
            },
          ],
        },
      ],
    },
  },
})
