import { listOf, namedOn, referredBy } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { hops } from '../test-site-facts.ts'
import { redirectLoop } from './redirect-loop.ts'

const [a, b, c] = ['https://site.test/a', 'https://site.test/b', 'https://site.test/c'] as const
const [one, two] = ['https://site.test/one', 'https://site.test/two'] as const
const loop = 'redirect-loop' as const
const round = (...urls: string[]) =>
  hops(
    urls.slice(1).map(() => 302),
    ...urls,
  )

testSiteCheck(redirectLoop, {
  passes: {
    'a redirect that ends': { targets: [{ url: a, hops: round(a, b) }], links: [{ from: one, to: a }] },
    'a chain that was too long to be followed': {
      targets: [{ url: a, hops: round(a, b, c), failure: 'too-many-redirects' }],
      links: [{ from: one, to: a }],
    },
    'a loop of another site, which may want cookies': {
      targets: [
        { url: 'https://other.test/', hops: round('https://other.test/', 'https://other.test/'), failure: loop },
      ],
      links: [{ from: one, to: 'https://other.test/' }],
    },
  },
  fails: {
    'a URL that redirects to itself': {
      site: { targets: [{ url: a, hops: round(a, a), failure: loop }], links: [{ from: one, to: a }] },
      finds: [
        {
          url: a,
          message: `Redirect loop: ${a} redirects back to itself after 1 hop (linked from 1 page)`,
          affectedUrls: ['https://site.test/one'],
          details: { ...referredBy(['https://site.test/one']), targetUrl: 'https://site.test/a', statusCode: 302 },
          evidence: [
            {
              kind: 'hops',
              label: 'Redirect loop',
              hops: [{ url: 'https://site.test/a', status: 302, location: 'https://site.test/a', elapsedMs: 5 }],
            },
            listOf('Linked URLs that redirect into the loop', ['https://site.test/a']),
            namedOn('https://site.test/one'),
          ],
        },
      ],
    },
    'a circle that is entered from a smaller URL outside and at one of its own, under the latter': {
      site: {
        targets: [
          { url: a, hops: round(a, b, c, b), failure: loop },
          { url: c, hops: round(c, b, c), failure: loop },
        ],
        links: [
          { from: one, to: a },
          { from: one, to: c },
        ],
      },
      finds: [
        {
          url: c,
          message: `Redirect loop: ${c} redirects back to itself after 2 hops (linked from 1 page)`,
          affectedUrls: [one],
          details: { ...referredBy([one]), targetUrl: c, statusCode: 302 },
          evidence: [
            {
              kind: 'hops',
              label: 'Redirect loop',
              hops: [
                { url: b, status: 302, location: c, elapsedMs: 5 },
                { url: c, status: 302, location: b, elapsedMs: 5 },
              ],
            },
            listOf('Linked URLs that redirect into the loop', [a, c]),
            { ...namedOn(one, one), total: 1 },
          ],
        },
      ],
    },
    'one circle that is entered at two URLs, once, under the smallest linked one': {
      site: {
        targets: [
          { url: c, hops: round(c, a, b, c), failure: loop },
          { url: b, hops: round(b, c, a, b), failure: loop },
        ],
        links: [
          { from: one, to: c },
          { from: two, to: b },
          { from: one, to: b },
        ],
      },
      finds: [
        {
          url: b,
          message: `Redirect loop: ${b} redirects back to itself after 3 hops (linked from 2 pages)`,
          affectedUrls: [one, two],
          details: {
            ...referredBy(['https://site.test/one', 'https://site.test/two']),
            targetUrl: 'https://site.test/b',
            statusCode: 302,
          },
          evidence: [
            {
              kind: 'hops',
              label: 'Redirect loop',
              hops: [
                { url: 'https://site.test/c', status: 302, location: 'https://site.test/a', elapsedMs: 5 },
                { url: 'https://site.test/a', status: 302, location: 'https://site.test/b', elapsedMs: 5 },
                { url: 'https://site.test/b', status: 302, location: 'https://site.test/c', elapsedMs: 5 },
              ],
            },
            listOf('Linked URLs that redirect into the loop', [c, b]),
            {
              kind: 'places',
              label: 'Linked from',
              places: [
                { sourceUrl: 'https://site.test/one', text: 'link', region: 'main', path: '', line: 1 },
                { sourceUrl: 'https://site.test/two', text: 'link', region: 'main', path: '', line: 1 },
                { sourceUrl: 'https://site.test/one', text: 'link', region: 'main', path: '', line: 1 },
              ],
              total: 2,
            },
          ],
        },
      ],
    },
    'a URL that leads into a circle': {
      site: { targets: [{ url: a, hops: round(a, b, c, b), failure: loop }], links: [{ from: one, to: a }] },
      finds: [
        {
          url: a,
          message: `Redirect loop: ${a} redirects into a loop of 2 hops (linked from 1 page)`,
          affectedUrls: ['https://site.test/one'],
          details: { ...referredBy(['https://site.test/one']), targetUrl: 'https://site.test/a', statusCode: 302 },
          evidence: [
            {
              kind: 'hops',
              label: 'Redirect loop',
              hops: [
                { url: b, status: 302, location: 'https://site.test/c', elapsedMs: 5 },
                { url: c, status: 302, location: 'https://site.test/b', elapsedMs: 5 },
              ],
            },
            listOf('Linked URLs that redirect into the loop', ['https://site.test/a']),
            namedOn('https://site.test/one'),
          ],
        },
      ],
    },
    'two circles, each': {
      site: {
        targets: [
          { url: a, hops: round(a, a), failure: loop },
          { url: b, hops: round(b, c, b), failure: loop },
        ],
        links: [
          { from: one, to: a },
          { from: one, to: b },
        ],
      },
      finds: [
        {
          url: a,
          message: 'Redirect loop: https://site.test/a redirects back to itself after 1 hop (linked from 1 page)',
          affectedUrls: ['https://site.test/one'],
          details: { ...referredBy(['https://site.test/one']), targetUrl: 'https://site.test/a', statusCode: 302 },
          evidence: [
            {
              kind: 'hops',
              label: 'Redirect loop',
              hops: [{ url: 'https://site.test/a', status: 302, location: 'https://site.test/a', elapsedMs: 5 }],
            },
            listOf('Linked URLs that redirect into the loop', ['https://site.test/a']),
            namedOn('https://site.test/one'),
          ],
        },
        {
          url: b,
          message: 'Redirect loop: https://site.test/b redirects back to itself after 2 hops (linked from 1 page)',
          affectedUrls: ['https://site.test/one'],
          details: { ...referredBy(['https://site.test/one']), targetUrl: 'https://site.test/b', statusCode: 302 },
          evidence: [
            {
              kind: 'hops',
              label: 'Redirect loop',
              hops: [
                { url: 'https://site.test/b', status: 302, location: 'https://site.test/c', elapsedMs: 5 },
                { url: 'https://site.test/c', status: 302, location: 'https://site.test/b', elapsedMs: 5 },
              ],
            },
            listOf('Linked URLs that redirect into the loop', ['https://site.test/b']),
            namedOn('https://site.test/one'),
          ],
        },
      ],
    },
  },
})
