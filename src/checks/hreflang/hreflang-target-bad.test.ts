import { listOf, namedOn, referredBy } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { gets, hops, type TestPage, type TestTarget } from '../test-site-facts.ts'
import { hreflangTargetBad } from './hreflang-target-bad.ts'

const [en, de] = ['https://site.test/en/', 'https://site.test/de/'] as const
const link = { from: en, to: de, kind: 'alternate' as const }
const english: TestPage = { url: en, alternates: [en, de] }
const version = (german: Partial<TestPage>) => ({
  pages: [english, { url: de, ...german }],
  links: [link],
})
const responding = (target: Partial<TestTarget>) => ({
  pages: [english],
  targets: [{ url: de, ...target }],
  links: [link],
})

testSiteCheck(hreflangTargetBad, {
  passes: {
    'versions that can be shown': version({ canonicalUrl: de }),
    'a feed that is gone': {
      pages: [{ url: en }],
      targets: [{ url: de, status: 404, attempts: gets(404, 404) }],
      links: [link],
    },
    'an error that was seen once': responding({ status: 404, attempts: gets(404) }),
    'a version that was not requested, for another reason than robots.txt': responding({
      skipReason: 'limit',
      status: null,
      finalStatus: null,
    }),
    'a version that redirects to a bot protection': responding({
      hops: hops([302], de, en),
      finalStatus: 200,
      isBotChallenge: true,
    }),
    'a version that redirects to an error seen once': responding({ hops: hops([302], de, en), finalStatus: 500 }),
    'a version that needs a login': responding({ status: 401, attempts: gets(401, 401) }),
    'a version named by a page that is not shown itself': {
      pages: [
        { ...english, isEligible: false },
        { url: de, isNoindex: true },
      ],
      links: [link],
    },
    'a version whose canonical redirects back to it': version({
      canonicalUrl: 'https://site.test/de',
      indexability: 'indexable',
    }),
    'a start page that sends visitors to their language': {
      pages: [{ url: en, alternates: ['https://site.test/'] }],
      targets: [{ url: 'https://site.test/', hops: hops([302], 'https://site.test/', en), finalStatus: 200 }],
      links: [{ ...link, to: 'https://site.test/' }],
    },
  },
  fails: {
    'a version that is gone': {
      site: responding({ status: 404, attempts: gets(404, 404) }),
      finds: [
        {
          url: de,
          severity: 'error',
          message: `Hreflang points to an error page (status 404): ${de} (named by 1 page)`,
          affectedUrls: [en],
          details: { ...referredBy(['https://site.test/en/']), targetUrl: de, statusCode: 404 },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: 404, failure: null },
                { atMs: 2000, method: 'GET', status: 404, failure: null },
              ],
            },
            namedOn('https://site.test/en/'),
          ],
        },
      ],
    },
    'a version with noindex': {
      site: version({ isNoindex: true, isEligible: false }),
      finds: [
        {
          url: de,
          severity: 'error',
          message: `Hreflang points to a non-indexable URL: ${de} has noindex (named by 1 page)`,
          affectedUrls: ['https://site.test/en/'],
          details: { ...referredBy(['https://site.test/en/']), targetUrl: 'https://site.test/de/' },
          evidence: [listOf('URLs', ['https://site.test/de/']), namedOn('https://site.test/en/')],
        },
      ],
    },
    'versions that name other URLs, told once': {
      site: {
        pages: [
          { url: en, alternates: [`${de}a`, `${de}b`] },
          { url: `${de}a`, canonicalUrl: en, isEligible: false },
          { url: `${de}b`, canonicalUrl: en, isEligible: false },
        ],
        links: [
          { ...link, to: `${de}a` },
          { ...link, to: `${de}b` },
        ],
      },
      finds: [
        {
          url: `${de}a`,
          message: 'Hreflang points to a non-indexable URL: 2 URLs are canonicalised to other URLs (named by 1 page)',
          affectedUrls: ['https://site.test/en/'],
          details: { ...referredBy(['https://site.test/en/']), targetUrl: 'https://site.test/de/a' },
          evidence: [
            listOf('URLs', ['https://site.test/de/a', 'https://site.test/de/b']),
            {
              kind: 'places',
              label: 'Linked from',
              places: [
                { sourceUrl: 'https://site.test/en/', text: 'link', region: 'main', path: '', line: 1 },
                { sourceUrl: 'https://site.test/en/', text: 'link', region: 'main', path: '', line: 1 },
              ],
              total: 1,
            },
          ],
        },
      ],
    },
    'a version that robots.txt closes': {
      site: responding({ status: null, skipReason: 'robots' }),
      finds: [
        {
          url: de,
          severity: 'error',
          message:
            'Hreflang points to a non-indexable URL: https://site.test/de/ is blocked by robots.txt (named by 1 page)',
          affectedUrls: ['https://site.test/en/'],
          details: { ...referredBy(['https://site.test/en/']), targetUrl: 'https://site.test/de/' },
          evidence: [listOf('URLs', ['https://site.test/de/']), namedOn('https://site.test/en/')],
        },
      ],
    },
    'a version that redirects': {
      site: responding({ hops: hops([301], de, `${de}start`), finalStatus: 200 }),
      finds: [
        {
          url: de,
          severity: 'warning',
          message: 'Hreflang points to a non-indexable URL: https://site.test/de/ redirects (named by 1 page)',
          affectedUrls: ['https://site.test/en/'],
          details: { ...referredBy(['https://site.test/en/']), targetUrl: 'https://site.test/de/' },
          evidence: [listOf('URLs', ['https://site.test/de/']), namedOn('https://site.test/en/')],
        },
      ],
    },
  },
})
