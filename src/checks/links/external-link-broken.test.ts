import { namedOn, referredBy } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { gets, headThenGets, hops, type TestSite } from '../test-site-facts.ts'
import { externalLinkBroken } from './external-link-broken.ts'

const url = 'https://other.test/gone'
const alive = 'https://alive.test/'
const source = 'https://site.test/a'
const links = [url, alive, 'https://one.test/', 'https://two.test/'].map(to => ({ from: source, to }))
const dns = { failure: 'dns', attempts: gets(null, null) } as const
const responding = (status: number, more: Partial<NonNullable<TestSite['targets']>[number]> = {}): TestSite => ({
  targets: [{ url, status, attempts: headThenGets(status, status), ...more }],
  links,
})

testSiteCheck(externalLinkBroken, {
  passes: {
    'a page that responds': responding(200),
    'a refusal, which says nothing about the link': responding(403),
    'a server error, which may be meant for crawlers': responding(503),
    'a response of LinkedIn to crawlers': responding(999),
    'a challenge that returns 404': responding(404, { isBotChallenge: true }),
    'a server that knows no HEAD': responding(404, { attempts: headThenGets(404, 200) }),
    'one attempt': responding(404, { attempts: gets(404) }),
    'two attempts with HEAD, for HEAD never decides': responding(404, {
      attempts: headThenGets(404, 404).map(attempt => ({ ...attempt, method: 'HEAD' as const })),
    }),
    'a timeout': { targets: [{ url, failure: 'timeout-connect', attempts: gets(null, null) }, { url: alive }], links },
    'a missing page of the site itself': {
      targets: [{ url: 'https://site.test/gone', status: 404, attempts: gets(404, 404) }],
      links: [{ from: source, to: 'https://site.test/gone' }],
    },
    'names that do not resolve where no name resolves': {
      targets: [
        { url, ...dns },
        { url: 'https://one.test/', ...dns },
        { url: 'https://two.test/', ...dns },
      ],
      links,
    },
    'a name that does not resolve when the site itself is on a private URL': {
      crawl: { isPrivateHost: true },
      targets: [{ url, ...dns }],
      links,
    },
    'a name that does not resolve when only this machine responded': {
      crawl: { isPrivateHost: true },
      targets: [{ url, ...dns }, { url: 'http://localhost:4000/' }, { url: 'http://127.0.0.1:4000/' }],
      links: [...links, ...['http://localhost:4000/', 'http://127.0.0.1:4000/'].map(to => ({ from: source, to }))],
    },
    'an image of another site': {
      targets: [{ url, status: 404, attempts: gets(404, 404) }],
      links: [{ from: source, to: url, kind: 'image' }],
    },
  },
  fails: {
    'a missing page of another site': {
      site: responding(404),
      finds: [
        {
          url,
          severity: 'warning',
          message: `Broken link: 404 Not Found: ${url} (linked from 1 page)`,
          affectedUrls: [source],
          details: {
            sourceUrl: source,
            directReferrer: source,
            referringSources: [source],
            highPrioritySource: false,
            targetUrl: url,
            statusCode: 404,
          },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'HEAD', status: 404, failure: null },
                { atMs: 2000, method: 'GET', status: 404, failure: null },
              ],
            },
            namedOn(source),
          ],
        },
      ],
    },
    'a missing page behind a redirect of the other site': {
      site: responding(404, { status: 301, finalStatus: 404, hops: hops([301], url, 'https://other.test/b') }),
      finds: [
        {
          url,
          message: 'Broken link: 404 Not Found: https://other.test/gone (linked from 1 page)',
          affectedUrls: [source],
          details: { ...referredBy([source]), targetUrl: url, statusCode: 404 },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'HEAD', status: 404, failure: null },
                { atMs: 2000, method: 'GET', status: 404, failure: null },
              ],
            },
            namedOn(source),
          ],
        },
      ],
    },
    'a host name that does not exist, where others do': {
      site: {
        targets: [
          { url: alive, status: 403 },
          { url, ...dns },
        ],
        links,
      },
      finds: [
        {
          url,
          message: `Broken link: host name not found (DNS): ${url} (linked from 1 page)`,
          affectedUrls: [source],
          details: { ...referredBy([source]), targetUrl: url },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: null, failure: 'dns' },
                { atMs: 2000, method: 'GET', status: null, failure: 'dns' },
              ],
            },
            namedOn(source),
          ],
        },
      ],
    },
    'a host name that does not exist on a small public site': {
      site: { targets: [{ url, ...dns }], links },
      finds: [
        {
          url,
          message: 'Broken link: host name not found (DNS): https://other.test/gone (linked from 1 page)',
          affectedUrls: [source],
          details: { ...referredBy([source]), targetUrl: url },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: null, failure: 'dns' },
                { atMs: 2000, method: 'GET', status: null, failure: 'dns' },
              ],
            },
            namedOn(source),
          ],
        },
      ],
    },
  },
})
