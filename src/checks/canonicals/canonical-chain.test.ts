import { listOf, namedOn, referredBy } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import type { TestSite } from '../test-site-facts.ts'
import { canonicalChain } from './canonical-chain.ts'

const [a, b, c] = ['https://site.test/a', 'https://site.test/b', 'https://site.test/c'] as const
const naming = (...pairs: [page: string, canonical: string][]): TestSite => ({
  pages: pairs.map(([url, canonicalUrl]) => ({ url, canonicalUrl, isEligible: url === canonicalUrl })),
  links: pairs.map(([from, to]) => ({ from, to, kind: 'canonical' })),
})
const long = Array.from({ length: 22 }, (_, index) => `${a}/${index}`)

testSiteCheck(canonicalChain, {
  passes: {
    'pages that name themselves': naming([a, a], [b, b]),
    'a page that names one which names itself': naming([a, b], [b, b]),
    'a page that names one without a canonical': {
      ...naming([a, b]),
      pages: [{ url: a, canonicalUrl: b }, { url: b }],
    },
    'a page that names one with noindex and without a canonical': {
      ...naming([a, b]),
      pages: [
        { url: a, canonicalUrl: b },
        { url: b, isNoindex: true },
      ],
    },
    'a page that names one whose canonical redirects back to it': {
      ...naming([a, b]),
      pages: [
        { url: a, canonicalUrl: b },
        { url: b, canonicalUrl: c, indexability: 'indexable' },
      ],
    },
  },
  fails: {
    'chains that a template makes, once': {
      site: {
        pages: ['list', 'map'].flatMap(name => [
          { url: `https://site.test/v3/${name}`, canonicalUrl: `https://site.test/v4/${name}` },
          { url: `https://site.test/v4/${name}`, canonicalUrl: `https://site.test/v5/${name}` },
          { url: `https://site.test/v5/${name}` },
        ]),
        links: ['list', 'map'].flatMap(name => [
          { from: `https://site.test/v3/${name}`, to: `https://site.test/v4/${name}`, kind: 'canonical' as const },
          { from: `https://site.test/v4/${name}`, to: `https://site.test/v5/${name}`, kind: 'canonical' as const },
        ]),
      },
      finds: [
        {
          url: 'https://site.test/v4/list',
          severity: 'warning',
          message:
            'Canonical chains: 2 URLs of one directory are named as canonical and name others, such as https://site.test/v4/list; together named by 2 pages',
          affectedUrls: ['https://site.test/v3/list', 'https://site.test/v3/map'],
          details: {
            ...referredBy(['https://site.test/v3/list', 'https://site.test/v3/map']),
            targetUrl: 'https://site.test/v4/list',
          },
          evidence: [
            listOf('In order', ['https://site.test/v4/list', 'https://site.test/v5/list']),
            listOf('URLs', ['https://site.test/v4/list', 'https://site.test/v4/map']),
            namedOn('https://site.test/v3/list', 'https://site.test/v3/map'),
          ],
        },
      ],
    },

    'a page that names one which names a third': {
      site: naming([a, b], [b, c], [c, c]),
      finds: [
        {
          url: b,
          severity: 'warning',
          message: `Canonical chain: ${b} is named as canonical and names ${c} (named by 1 page)`,
          affectedUrls: [a],
          details: { ...referredBy(['https://site.test/a']), targetUrl: 'https://site.test/b' },
          evidence: [listOf('In order', [b, c]), namedOn('https://site.test/a')],
        },
      ],
    },
    'a long chain, of which 20 are shown': {
      site: {
        pages: long.map((url, index) => ({ url, canonicalUrl: long[index + 1] ?? null })),
        links: [{ from: a, to: `${a}/0`, kind: 'canonical' }],
      },
      finds: [
        {
          url: `${a}/0`,
          message: `Canonical chain: ${a}/0 is named as canonical and names ${a}/1 (named by 1 page)`,
          affectedUrls: [a],
          details: { ...referredBy([a]), targetUrl: `${a}/0` },
          evidence: [listOf('In order', long.slice(0, 20)), namedOn(a)],
        },
      ],
    },
    'two pages that name each other, once': {
      site: naming([a, b], [b, a]),
      finds: [
        {
          url: a,
          severity: 'error',
          message:
            'Canonical loop: https://site.test/a is named as canonical and leads back to https://site.test/a (named by 1 page)',
          affectedUrls: ['https://site.test/b'],
          details: { ...referredBy(['https://site.test/b']), targetUrl: 'https://site.test/a' },
          evidence: [listOf('In order', [a, b, a]), namedOn('https://site.test/b')],
        },
      ],
    },
    'a circle of three with a page that leads into it, once': {
      site: naming([a, b], [b, c], [c, a], ['https://site.test/d', a]),
      finds: [
        {
          url: a,
          severity: 'error',
          message:
            'Canonical loop: https://site.test/a is named as canonical and leads back to https://site.test/a (named by 2 pages)',
          affectedUrls: ['https://site.test/c', 'https://site.test/d'],
          details: {
            ...referredBy(['https://site.test/c', 'https://site.test/d']),
            targetUrl: 'https://site.test/a',
          },
          evidence: [
            listOf('In order', [
              'https://site.test/a',
              'https://site.test/b',
              'https://site.test/c',
              'https://site.test/a',
            ]),
            namedOn('https://site.test/c', 'https://site.test/d'),
          ],
        },
      ],
    },
  },
})
