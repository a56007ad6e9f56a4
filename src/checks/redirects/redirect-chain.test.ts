import { causedBy, listOf, namedOn, referredBy } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { gets, hops, type TestSite } from '../test-site-facts.ts'
import { redirectChain } from './redirect-chain.ts'

const [a, b, c] = ['https://site.test/a', 'https://site.test/b', 'https://site.test/c'] as const
const source = 'https://site.test/source'
const links = [{ from: source, to: a }]
const sixHops = Array.from({ length: 7 }, (_, index) => `https://site.test/${index}`)

const toWww = causedBy(
  'redirect-chain',
  '301 http://site.test to-https https://site.test\n301 https://site.test to-www https://www.site.test',
)

/** http to https to www, as a server sends every URL. */
const canonicalising = (path: string) => {
  const url = `http://site.test${path}`
  return { url, hops: hops([301, 301], url, `https://site.test${path}`, `https://www.site.test${path}`) }
}
const folding = (...paths: string[]): TestSite => ({
  targets: paths.map(canonicalising),
  links: paths.map(path => ({ from: source, to: `http://site.test${path}` })),
})

const chainUrls = (count: number) => Array.from({ length: count + 1 }, (_, index) => `${a}/${count}/${index}`)
const chainOf = (count: number) => ({
  url: `${a}/${count}/0`,
  hops: hops(
    chainUrls(count)
      .slice(1)
      .map(() => 301),
    ...chainUrls(count),
  ),
})
const foundOf = (count: number, severity: 'warning' | 'error') => ({
  url: `${a}/${count}/0`,
  severity,
  message: `Redirect chain: ${count} hops from ${a}/${count}/0 to ${a}/${count}/${count} (linked from 1 page)`,
  affectedUrls: [source],
  details: { ...referredBy([source]), targetUrl: `${a}/${count}/0`, statusCode: 301 },
  evidence: [
    { kind: 'hops', label: 'Hops', hops: chainOf(count).hops },
    { kind: 'url', label: 'Link to this URL instead', url: `${a}/${count}/${count}` },
    namedOn(source),
  ],
})

testSiteCheck(redirectChain, {
  passes: {
    'one hop': { targets: [{ url: a, hops: hops([301], a, b) }], links },
    'a chain that ends at a missing page': {
      targets: [{ url: a, hops: hops([301, 301], a, b, c), finalStatus: 404, attempts: gets(404, 404) }],
      links,
    },
    'a loop': { targets: [{ url: a, hops: hops([301, 301], a, b, a), failure: 'redirect-loop' }], links },
    'a chain of another site': {
      targets: [{ url: 'https://other.test/', hops: hops([301, 301], 'https://other.test/', a, b) }],
      links: [{ from: source, to: 'https://other.test/' }],
    },
    'a chain that no page links to': { targets: [{ url: a, hops: hops([301, 301], a, b, c), kinds: ['redirect'] }] },
  },
  fails: {
    'more hops than crawlers follow, as an error, and as many as they follow': {
      site: {
        targets: [chainOf(5), chainOf(6)],
        links: [
          { from: source, to: `${a}/5/0` },
          { from: source, to: `${a}/6/0` },
        ],
      },
      finds: [foundOf(5, 'warning'), foundOf(6, 'error')],
    },
    'two hops': {
      site: { targets: [{ url: a, hops: hops([301, 302], a, b, c) }], links },
      finds: [
        {
          url: a,
          severity: 'warning',
          message: `Redirect chain: 2 hops from ${a} to ${c} (linked from 1 page)`,
          affectedUrls: [source],
          details: {
            sourceUrl: source,
            directReferrer: source,
            referringSources: [source],
            highPrioritySource: false,
            targetUrl: 'https://site.test/a',
            statusCode: 301,
          },
          evidence: [
            {
              kind: 'hops',
              label: 'Hops',
              hops: [
                { url: a, status: 301, location: 'https://site.test/b', elapsedMs: 5 },
                { url: b, status: 302, location: 'https://site.test/c', elapsedMs: 5 },
              ],
            },
            { kind: 'url', label: 'Link to this URL instead', url: c },
            namedOn(source),
          ],
        },
      ],
    },
    'more than five hops, as an error': {
      site: {
        targets: [{ url: a, hops: hops([301, 301, 301, 301, 301, 301], a, ...sixHops) }],
        links,
      },
      finds: [
        {
          url: a,
          severity: 'error',
          message: 'Redirect chain: 6 hops from https://site.test/a to https://site.test/5 (linked from 1 page)',
          affectedUrls: [source],
          details: { ...referredBy([source]), targetUrl: 'https://site.test/a', statusCode: 301 },
          evidence: [
            {
              kind: 'hops',
              label: 'Hops',
              hops: [
                { url: 'https://site.test/a', status: 301, location: 'https://site.test/0', elapsedMs: 5 },
                { url: 'https://site.test/0', status: 301, location: 'https://site.test/1', elapsedMs: 5 },
                { url: 'https://site.test/1', status: 301, location: 'https://site.test/2', elapsedMs: 5 },
                { url: 'https://site.test/2', status: 301, location: 'https://site.test/3', elapsedMs: 5 },
                { url: 'https://site.test/3', status: 301, location: 'https://site.test/4', elapsedMs: 5 },
                { url: 'https://site.test/4', status: 301, location: 'https://site.test/5', elapsedMs: 5 },
              ],
            },
            { kind: 'url', label: 'Link to this URL instead', url: 'https://site.test/5' },
            namedOn(source),
          ],
        },
      ],
    },
    'more hops than the crawler follows, as an error': {
      site: { targets: [{ url: a, hops: hops([301, 301], a, b, c), failure: 'too-many-redirects' }], links },
      finds: [
        {
          url: a,
          severity: 'error',
          message: 'Redirect chain: more than 2 hops from https://site.test/a without an end (linked from 1 page)',
          affectedUrls: [source],
          details: { ...referredBy([source]), targetUrl: 'https://site.test/a', statusCode: 301 },
          evidence: [
            {
              kind: 'hops',
              label: 'Hops',
              hops: [
                { url: 'https://site.test/a', status: 301, location: 'https://site.test/b', elapsedMs: 5 },
                { url: 'https://site.test/b', status: 301, location: 'https://site.test/c', elapsedMs: 5 },
              ],
            },
            namedOn(source),
          ],
        },
      ],
    },
    'a chain that ends at a page closed to crawlers': {
      site: {
        targets: [{ url: a, hops: hops([301, 301], a, b, c), finalStatus: 403, attempts: gets(403, 403) }],
        links,
      },
      finds: [
        {
          url: a,
          message: 'Redirect chain: 2 hops from https://site.test/a to https://site.test/c (linked from 1 page)',
          affectedUrls: [source],
          details: { ...referredBy([source]), targetUrl: 'https://site.test/a', statusCode: 301 },
          evidence: [
            {
              kind: 'hops',
              label: 'Hops',
              hops: [
                { url: 'https://site.test/a', status: 301, location: 'https://site.test/b', elapsedMs: 5 },
                { url: 'https://site.test/b', status: 301, location: 'https://site.test/c', elapsedMs: 5 },
              ],
            },
            { kind: 'url', label: 'Link to this URL instead', url: 'https://site.test/c' },
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: 403, failure: null },
                { atMs: 2000, method: 'GET', status: 403, failure: null },
              ],
            },
            namedOn(source),
          ],
        },
      ],
    },
    'the chain through which a host sends every URL, once': {
      site: folding('/', '/x', '/y'),
      finds: [
        {
          url: 'http://site.test/',
          message:
            'Redirect chain: 2 hops from 3 URLs for the same reason (the link uses http instead of https; the link lacks www.), such as http://site.test/; together linked from 1 page',
          affectedUrls: [source],
          details: { ...referredBy([source]), targetUrl: 'http://site.test/', statusCode: 301, ...toWww },
          evidence: [
            {
              kind: 'hops',
              label: 'Hops',
              hops: [
                { url: 'http://site.test/', status: 301, location: 'https://site.test/', elapsedMs: 5 },
                { url: 'https://site.test/', status: 301, location: 'https://www.site.test/', elapsedMs: 5 },
              ],
            },
            { kind: 'url', label: 'Link to this URL instead', url: 'https://www.site.test/' },
            listOf('URLs', ['http://site.test/', 'http://site.test/x', 'http://site.test/y']),
            {
              kind: 'places',
              label: 'Linked from',
              places: [
                { sourceUrl: source, text: 'link', region: 'main', path: '', line: 1 },
                { sourceUrl: source, text: 'link', region: 'main', path: '', line: 1 },
                { sourceUrl: source, text: 'link', region: 'main', path: '', line: 1 },
              ],
              total: 1,
            },
          ],
        },
      ],
    },
    'such a chain of a single URL under its own name': {
      site: folding('/x'),
      finds: [
        {
          url: 'http://site.test/x',
          message: 'Redirect chain: 2 hops from http://site.test/x to https://www.site.test/x (linked from 1 page)',
          affectedUrls: [source],
          details: { ...referredBy([source]), targetUrl: 'http://site.test/x', statusCode: 301, ...toWww },
          evidence: [
            {
              kind: 'hops',
              label: 'Hops',
              hops: [
                { url: 'http://site.test/x', status: 301, location: 'https://site.test/x', elapsedMs: 5 },
                { url: 'https://site.test/x', status: 301, location: 'https://www.site.test/x', elapsedMs: 5 },
              ],
            },
            { kind: 'url', label: 'Link to this URL instead', url: 'https://www.site.test/x' },
            namedOn(source),
          ],
        },
      ],
    },
  },
})
