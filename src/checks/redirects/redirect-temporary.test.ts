import { namedOn, referredBy } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { gets, hops, type TestSite } from '../test-site-facts.ts'
import { redirectTemporary } from './redirect-temporary.ts'

const url = 'https://site.test/sale'
const redirecting = (to: string, from = url, status = 302): TestSite => ({
  targets: [{ url: from, hops: hops([status], from, to), attempts: gets(200, 200) }],
  links: [{ from: 'https://site.test/a', to: from }],
})

const found = (from: string, to: string) => ({
  url: from,
  severity: 'warning' as const,
  message: `302 redirect: ${from} temporarily redirects to ${to} (linked from 1 page)`,
  affectedUrls: ['https://site.test/a'],
  details: { ...referredBy(['https://site.test/a']), targetUrl: from, statusCode: 302 },
  evidence: [
    { kind: 'hops', label: 'Redirect', hops: [{ url: from, status: 302, location: to, elapsedMs: 5 }] },
    { kind: 'url', label: 'Final URL', url: to },
    { kind: 'attempts', label: 'Attempts', attempts: gets(200, 200) },
    namedOn('https://site.test/a'),
  ],
})

testSiteCheck(redirectTemporary, {
  passes: {
    'a permanent redirect': redirecting('https://site.test/offers', url, 301),
    'a redirect to a login': redirecting('https://site.test/users/sign-in?next=/sale'),
    'a login that redirects': redirecting('https://site.test/', 'https://site.test/oauth2/start'),
    'a redirect to the cart': redirecting('https://site.test/shop/cart'),
    'a redirect to the language of the visitor': redirecting('https://site.test/en/', 'https://site.test/'),
    'a redirect to the region of the visitor': redirecting('https://site.test/pt-br/sale'),
    'a chain': {
      targets: [{ url, hops: hops([302, 302], url, 'https://site.test/b', 'https://site.test/c') }],
      links: [{ from: 'https://site.test/a', to: url }],
    },
    'a step from https to http': redirecting('http://site.test/sale'),
  },
  fails: {
    'a redirect to the home page of a language, from another page': {
      site: redirecting('https://site.test/en'),
      finds: [found(url, 'https://site.test/en')],
    },
    'a redirect to the same name in a folder that is no language': {
      site: redirecting('https://site.test/shop/sale'),
      finds: [found(url, 'https://site.test/shop/sale')],
    },
    'a temporary redirect': {
      site: redirecting('https://site.test/offers'),
      finds: [
        {
          url,
          severity: 'warning',
          message: `302 redirect: ${url} temporarily redirects to https://site.test/offers (linked from 1 page)`,
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url, statusCode: 302 },
          evidence: [
            {
              kind: 'hops',
              label: 'Redirect',
              hops: [{ url: url, status: 302, location: 'https://site.test/offers', elapsedMs: 5 }],
            },
            { kind: 'url', label: 'Final URL', url: 'https://site.test/offers' },
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: 200, failure: null },
                { atMs: 2000, method: 'GET', status: 200, failure: null },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'a redirect that names its own number': {
      site: redirecting('https://site.test/offers', url, 307),
      finds: [
        {
          url,
          message:
            '307 redirect: https://site.test/sale temporarily redirects to https://site.test/offers (linked from 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url, statusCode: 307 },
          evidence: [
            {
              kind: 'hops',
              label: 'Redirect',
              hops: [{ url: url, status: 307, location: 'https://site.test/offers', elapsedMs: 5 }],
            },
            { kind: 'url', label: 'Final URL', url: 'https://site.test/offers' },
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: 200, failure: null },
                { atMs: 2000, method: 'GET', status: 200, failure: null },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'a path that only contains the letters of a session word': {
      site: redirecting('https://site.test/authors/cartwright'),
      finds: [
        {
          url,
          message:
            '302 redirect: https://site.test/sale temporarily redirects to https://site.test/authors/cartwright (linked from 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url, statusCode: 302 },
          evidence: [
            {
              kind: 'hops',
              label: 'Redirect',
              hops: [{ url: url, status: 302, location: 'https://site.test/authors/cartwright', elapsedMs: 5 }],
            },
            { kind: 'url', label: 'Final URL', url: 'https://site.test/authors/cartwright' },
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: 200, failure: null },
                { atMs: 2000, method: 'GET', status: 200, failure: null },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
  },
})
