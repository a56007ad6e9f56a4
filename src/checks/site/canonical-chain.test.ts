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
