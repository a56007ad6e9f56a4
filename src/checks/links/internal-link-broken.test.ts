import { namedOn, referredBy } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { gets, headThenGets, hops } from '../test-site-facts.ts'
import { internalLinkBroken } from './internal-link-broken.ts'

const url = 'https://site.test/gone'
const links = [{ from: 'https://site.test/a', to: url }]

testSiteCheck(internalLinkBroken, {
  passes: {
    'a page that returns 200': { targets: [{ url, status: 200 }], links },
    'a target that no page links to': { targets: [{ url, status: 404, attempts: gets(404, 404), kinds: ['anchor'] }] },
    'a target that only an image names': {
      targets: [{ url, status: 404, attempts: gets(404, 404) }],
      links: [{ from: 'https://site.test/a', to: url, kind: 'image' }],
    },
    'a target that is only the next hop of a redirect': {
      targets: [{ url, status: 404, attempts: gets(404, 404) }],
      links: [{ from: 'https://site.test/a', to: url, kind: 'redirect' }],
    },
    'a missing page of another site': {
      targets: [{ url: 'https://other.test/', status: 404, attempts: gets(404, 404) }],
      links: [{ from: 'https://site.test/a', to: 'https://other.test/' }],
    },
    'a redirect that ends at a missing page': {
      targets: [{ url, hops: hops([301], url, 'https://site.test/b'), finalStatus: 404, attempts: gets(404, 404) }],
      links,
    },
    'a response that came at the second attempt': {
      targets: [{ url, status: 404, attempts: gets(404, 200) }],
      links,
    },
    'a challenge that returns 404': {
      targets: [{ url, status: 404, attempts: gets(404, 404), isBotChallenge: true }],
      links,
    },
    'statuses between the two that mean gone': {
      targets: [{ url, status: 407, attempts: gets(407) }],
      links,
    },
    'a target that was never requested': { targets: [{ url, skipReason: 'limit', status: null }], links },
  },
  fails: {
    'a missing page once, with every page that links to it': {
      site: {
        pages: [{ url: 'https://site.test/' }, { url: 'https://site.test/a', depth: 2 }],
        targets: [{ url, status: 404, attempts: gets(404, 404) }],
        links: [
          { from: 'https://site.test/', to: url, text: 'Chairs', region: 'footer', path: 'body > footer > a', line: 7 },
          { from: 'https://site.test/a', to: url, text: 'Chairs', region: 'footer', path: 'body > footer > a' },
          { from: 'https://site.test/a', to: url, text: 'again' },
        ],
      },
      finds: [
        {
          url,
          message: `Broken link: 404 Not Found: ${url} (linked from 2 pages)`,
          affectedUrls: ['https://site.test/', 'https://site.test/a'],
          affectedCount: 2,
          details: {
            statusCode: 404,
            targetUrl: url,
            sourceUrl: 'https://site.test/',
            directReferrer: 'https://site.test/',
            referringSources: ['https://site.test/', 'https://site.test/a'],
            highPrioritySource: true,
          },
          evidence: [
            { kind: 'attempts', label: 'Attempts', attempts: gets(404, 404) },
            {
              kind: 'places',
              label: 'Linked from',
              places: [
                {
                  sourceUrl: 'https://site.test/',
                  text: 'Chairs',
                  region: 'footer',
                  path: 'body > footer > a',
                  line: 7,
                },
                {
                  sourceUrl: 'https://site.test/a',
                  text: 'Chairs',
                  region: 'footer',
                  path: 'body > footer > a',
                  line: 1,
                },
              ],
              total: 2,
            },
            {
              kind: 'table',
              label: 'Shared template elements',
              columns: ['Region', 'Element', 'On'],
              rows: [['footer', 'body > footer > a', '2 pages']],
            },
          ],
        },
      ],
    },
    'a page that is gone, after a probe with HEAD and two GETs': {
      site: { targets: [{ url, status: 410, attempts: headThenGets(410, 410, 410) }], links },
      finds: [
        {
          url,
          message: `Broken link: 410 Gone: ${url} (linked from 1 page)`,
          affectedUrls: ['https://site.test/a'],
          details: {
            sourceUrl: 'https://site.test/a',
            directReferrer: 'https://site.test/a',
            referringSources: ['https://site.test/a'],
            highPrioritySource: false,
            targetUrl: url,
            statusCode: 410,
          },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'HEAD', status: 410, failure: null },
                { atMs: 2000, method: 'GET', status: 410, failure: null },
                { atMs: 4000, method: 'GET', status: 410, failure: null },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'what could be requested only once, as not verified': {
      site: { targets: [{ url, status: 404, attempts: headThenGets(404, 404) }], links },
      finds: [
        {
          url,
          severity: 'info',
          message: `Link could not be verified: 404 Not Found on 2 attempts: ${url} (linked from 1 page)`,
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url, statusCode: 404 },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'HEAD', status: 404, failure: null },
                { atMs: 2000, method: 'GET', status: 404, failure: null },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'a frame, told from a hyperlink': {
      site: {
        targets: [{ url, status: 404, attempts: gets(404, 404) }],
        links: [{ from: 'https://site.test/a', to: url, kind: 'frame' }],
      },
      finds: [
        {
          url,
          message: 'Broken link: 404 Not Found: https://site.test/gone (linked from 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url, statusCode: 404, resourceType: 'frame' },
          evidence: [
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
  },
})
