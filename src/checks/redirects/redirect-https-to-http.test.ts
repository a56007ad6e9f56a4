import { causedBy, listOf, namedOn, referredBy } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { hops } from '../test-site-facts.ts'
import { redirectHttpsToHttp } from './redirect-https-to-http.ts'

const source = 'https://site.test/a'
const [secure, plain, end] = ['https://site.test/x', 'http://site.test/x', 'https://site.test/x/'] as const
const leavingHttps = causedBy('redirect-https-to-http', 'https://site.test http://site.test')

testSiteCheck(redirectHttpsToHttp, {
  passes: {
    'a redirect to https': {
      targets: [{ url: plain, hops: hops([301], plain, secure) }],
      links: [{ from: source, to: plain }],
    },
    'a redirect within http': {
      targets: [{ url: plain, hops: hops([301], plain, 'http://site.test/y') }],
      links: [{ from: source, to: plain }],
    },
    'a redirect of another site': {
      targets: [{ url: 'https://other.test/', hops: hops([301], 'https://other.test/', 'http://other.test/') }],
      links: [{ from: source, to: 'https://other.test/' }],
    },
  },
  fails: {
    'a step out of https, even when https follows': {
      site: {
        targets: [{ url: secure, hops: hops([302, 301], secure, plain, end) }],
        links: [{ from: source, to: secure }],
      },
      finds: [
        {
          url: secure,
          severity: 'error',
          message: `Redirect from HTTPS to HTTP: ${secure} redirects to ${plain} (linked from 1 page)`,
          affectedUrls: [source],
          details: { ...referredBy([source]), targetUrl: 'https://site.test/x', statusCode: 302, ...leavingHttps },
          evidence: [
            {
              kind: 'hops',
              label: 'Redirect',
              hops: [
                { url: 'https://site.test/x', status: 302, location: 'http://site.test/x', elapsedMs: 5 },
                { url: 'http://site.test/x', status: 301, location: 'https://site.test/x/', elapsedMs: 5 },
              ],
            },
            namedOn(source),
          ],
        },
      ],
    },
    'a host that leaves https with several URLs, once': {
      site: {
        targets: [
          { url: secure, hops: hops([301], secure, plain) },
          { url: end, hops: hops([301, 301], end, secure, plain) },
        ],
        links: [
          { from: source, to: secure },
          { from: source, to: end },
        ],
      },
      finds: [
        {
          url: secure,
          message:
            'Redirect from HTTPS to HTTP: 2 URLs redirect from https://site.test to http://site.test, such as https://site.test/x; together linked from 1 page',
          affectedUrls: [source],
          details: { ...referredBy([source]), targetUrl: 'https://site.test/x', statusCode: 301, ...leavingHttps },
          evidence: [
            {
              kind: 'hops',
              label: 'Redirect',
              hops: [{ url: 'https://site.test/x', status: 301, location: 'http://site.test/x', elapsedMs: 5 }],
            },
            listOf('URLs', [secure, end]),
            { ...namedOn(source, source), total: 1 },
          ],
        },
      ],
    },
  },
})
