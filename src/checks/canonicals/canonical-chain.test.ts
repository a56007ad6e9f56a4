import { testSiteCheck } from '../test-site-check.ts'
import type { TestSite } from '../test-site-facts.ts'
import { canonicalChain } from './canonical-chain.ts'

const [a, b, c] = ['https://site.test/a', 'https://site.test/b', 'https://site.test/c'] as const
const naming = (...pairs: [page: string, canonical: string][]): TestSite => ({
  pages: pairs.map(([url, canonicalUrl]) => ({ url, canonicalUrl, isEligible: url === canonicalUrl })),
  links: pairs.map(([from, to]) => ({ from, to, kind: 'canonical' })),
})

testSiteCheck(canonicalChain, {
  passes: {
    'pages that name themselves': naming([a, a], [b, b]),
    'a page that names one which names itself': naming([a, b], [b, b]),
    'a page that names one without a canonical': {
      ...naming([a, b]),
      pages: [{ url: a, canonicalUrl: b }, { url: b }],
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
          affectedUrls: ['https://site.test/v3/list', 'https://site.test/v3/map'],
          evidence: [{ kind: 'urls', label: 'Addresses', total: 2 }],
        },
      ],
    },

    'a page that names one which names a third': {
      site: naming([a, b], [b, c], [c, c]),
      finds: [
        {
          url: b,
          severity: 'warning',
          message: `Canonical chain: ${b} is named as canonical and itself names ${c} (named by 1 page)`,
          affectedUrls: [a],
          evidence: [{ kind: 'urls', urls: [b, c] }],
        },
      ],
    },
    'two pages that name each other, once': {
      site: naming([a, b], [b, a]),
      finds: [{ url: a, severity: 'error', evidence: [{ kind: 'urls', urls: [a, b, a] }] }],
    },
    'a circle of three with a page that leads into it, once': {
      site: naming([a, b], [b, c], [c, a], ['https://site.test/d', a]),
      finds: [{ url: a, severity: 'error' }],
    },
  },
})
