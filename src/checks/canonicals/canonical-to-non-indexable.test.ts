import { listOf, namedOn, referredBy } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import type { TestSite } from '../test-site-facts.ts'
import { canonicalToNonIndexable } from './canonical-to-non-indexable.ts'

const url = 'https://site.test/chairs'
const named = (site: TestSite, from = 'https://site.test/a'): TestSite => ({
  ...site,
  links: [{ from, to: url, kind: 'canonical' }],
})
const noindex = { url, isNoindex: true, isEligible: false }

testSiteCheck(canonicalToNonIndexable, {
  passes: {
    'a canonical that may be shown': named({ pages: [{ url }] }),
    'a noindex page that names itself': named({ pages: [noindex] }, url),
    'a noindex page that is only linked': {
      pages: [noindex],
      links: [{ from: 'https://site.test/a', to: url }],
    },
    'a canonical beyond the page limit': named({ targets: [{ url, skipReason: 'limit', status: null }] }),
  },
  fails: {
    'a canonical that carries noindex': {
      site: named({ pages: [noindex] }),
      finds: [
        {
          url,
          severity: 'error',
          message: `Canonical points to a page that has noindex: ${url} (named by 1 page)`,
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url },
          evidence: [namedOn('https://site.test/a')],
        },
      ],
    },
    'canonicals of one directory that carry noindex, once': {
      site: {
        pages: ['a', 'b'].map(name => ({ ...noindex, url: `${url}/${name}` })),
        links: ['a', 'b'].map(name => ({
          from: `https://site.test/old/${name}`,
          to: `${url}/${name}`,
          kind: 'canonical',
        })),
      },
      finds: [
        {
          url: `${url}/a`,
          message: `Canonical points to 2 URLs of one directory that have noindex, such as ${url}/a; together named by 2 pages`,
          affectedUrls: ['https://site.test/old/a', 'https://site.test/old/b'],
          details: {
            ...referredBy(['https://site.test/old/a', 'https://site.test/old/b']),
            targetUrl: 'https://site.test/chairs/a',
          },
          evidence: [
            listOf('URLs', ['https://site.test/chairs/a', 'https://site.test/chairs/b']),
            namedOn('https://site.test/old/a', 'https://site.test/old/b'),
          ],
        },
      ],
    },
    'a canonical that robots.txt closes': {
      site: named({ targets: [{ url, skipReason: 'robots', status: null }] }),
      finds: [
        {
          url,
          message: 'Canonical points to a page that robots.txt blocks: https://site.test/chairs (named by 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: url },
          evidence: [namedOn('https://site.test/a')],
        },
      ],
    },
  },
})
