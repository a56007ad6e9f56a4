import { testSiteCheck } from '../test-site-check.ts'
import type { TestPage } from '../test-site-facts.ts'
import { securityHeadersMissing } from './security-headers-missing.ts'

const home = 'https://site.test/'
const good = {
  'content-security-policy': "default-src 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}
const withoutSniffing = { 'content-security-policy': good['content-security-policy'] }
const page = (headers: Record<string, string>, facts: TestPage['facts'] = {}): TestPage => ({
  url: home,
  facts: { ...facts, response: { headers: Object.entries(headers) } },
})
const site = (headers: Record<string, string>, facts?: TestPage['facts']) => ({ pages: [page(headers, facts)] })
const finding = (header: string, words: string) => [
  {
    url: home,
    severity: 'info' as const,
    message: `Missing or weak security headers on site.test: ${header}`,
    isHostWide: true,
    evidence: [
      {
        kind: 'table',
        label: 'Headers of 1 page',
        columns: ['Header', 'Problem', 'Pages', 'Example'],
        rows: [[header, words, '1', home]],
      },
    ],
  },
]

testSiteCheck(securityHeadersMissing, {
  passes: {
    'all of them': site(good),
    'the older header against frames': site({
      'content-security-policy': "script-src 'self'",
      'x-content-type-options': 'NoSniff',
      'x-frame-options': 'SameOrigin',
    }),
    "'unsafe-inline' beside a nonce": site({
      ...good,
      'content-security-policy': "script-src 'unsafe-inline' 'nonce-abc'; frame-ancestors 'self'",
    }),
    'a second policy that is strict': site({
      ...good,
      'content-security-policy': "frame-ancestors 'self', script-src 'self'",
    }),
    'a policy in the head of the page': site(
      { 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' },
      { metaPolicies: ["script-src 'self'"] },
    ),
    'a policy of which the end is not known': site({
      ...good,
      'content-security-policy': 'img-src '.padEnd(2_000, 'x'),
    }),
    'a careful referrer policy': site({ ...good, 'referrer-policy': 'unsafe-url, strict-origin' }),
  },
  fails: {
    'ten of eleven pages that lack one': {
      site: {
        pages: [
          page(good),
          ...Array.from({ length: 11 }, (_, index) => ({ ...page(withoutSniffing), url: `${home}${index}` })),
        ],
      },
      finds: [
        {
          url: `${home}0`,
          severity: 'info',
          message: 'Missing or weak security headers on site.test: X-Content-Type-Options',
          affectedUrls: Array.from({ length: 10 }, (_, index) => `${home}${index}`),
          affectedCount: 11,
          isHostWide: true,
          evidence: [
            {
              kind: 'table',
              label: 'Headers of 12 pages',
              columns: ['Header', 'Problem', 'Pages', 'Example'],
              rows: [['X-Content-Type-Options', 'absent', '11', `${home}0`]],
            },
          ],
        },
      ],
    },
    'none of them, once for the host': {
      site: { pages: [page({}), { ...page({}), url: `${home}a` }] },
      finds: [
        {
          url: home,
          message:
            'Missing or weak security headers on site.test: Content-Security-Policy, X-Content-Type-Options, X-Frame-Options',
          affectedUrls: [home, 'https://site.test/a'],
          affectedCount: 2,
          isHostWide: true,
          evidence: [
            {
              kind: 'table',
              label: 'Headers of 2 pages',
              columns: ['Header', 'Problem', 'Pages', 'Example'],
              rows: [
                ['Content-Security-Policy', 'absent', '2', home],
                ['X-Content-Type-Options', 'absent', '2', home],
                ['X-Frame-Options', 'absent, and no frame-ancestors in the policy', '2', home],
              ],
            },
          ],
        },
      ],
    },
    'a policy that lets every script run': {
      site: site({ ...good, 'content-security-policy': "script-src 'self' 'unsafe-inline'; frame-ancestors 'self'" }),
      finds: finding('Content-Security-Policy', "allows 'unsafe-inline' scripts"),
    },
    'a policy about other things': {
      site: site({ ...good, 'content-security-policy': "upgrade-insecure-requests; frame-ancestors 'self'" }),
      finds: finding('Content-Security-Policy', 'does not restrict scripts'),
    },
    'a policy that only reports': {
      site: site({
        'content-security-policy-report-only': "default-src 'self'",
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      }),
      finds: finding('Content-Security-Policy', 'absent'),
    },
    'frame-ancestors in the head, where browsers ignore it': {
      site: site(
        { 'x-content-type-options': 'nosniff' },
        { metaPolicies: ["script-src 'self'; frame-ancestors 'none'"] },
      ),
      finds: finding('X-Frame-Options', 'absent, and no frame-ancestors in the policy'),
    },
    'a value that browsers do not know': {
      site: site({
        'content-security-policy': "script-src 'self'",
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'ALLOWALL',
      }),
      finds: finding('X-Frame-Options', 'is neither DENY nor SAMEORIGIN'),
    },
    'a referrer policy that sends full URLs': {
      site: site({ ...good, 'referrer-policy': 'unsafe-url' }),
      finds: finding('Referrer-Policy', 'unsafe-url sends full URLs to other sites'),
    },
  },
  skips: {
    'a private host': {
      site: { crawl: { isPrivateHost: true }, pages: [page({})] },
      reason: 'The site was crawled on a private host, and its public server may send other headers.',
    },
  },
})
