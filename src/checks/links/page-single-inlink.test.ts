import { testSiteCheck } from '../test-site-check.ts'
import type { TestPage, TestSite } from '../test-site-facts.ts'
import { pageSingleInlink } from './page-single-inlink.ts'

const url = 'https://site.test/guide'
const [a, b] = ['https://site.test/a', 'https://site.test/b'] as const
const linked = (sources: readonly string[], more: Partial<TestPage> = {}): TestSite => ({
  pages: [{ url: a }, { url: b }, { url, depth: 2, ...more }],
  links: sources.map(from => ({ from, to: url })),
})

testSiteCheck(pageSingleInlink, {
  passes: {
    'a page linked from two pages': linked([a, b]),
    'a page one click from the start': linked([a], { depth: 1 }),
    'a page that search engines may not show': linked([a], { isEligible: false }),
    'a page that they may not fetch': linked([a], { isClosed: true }),
    'a later page of a list': {
      pages: [{ url: a }, { url: `${a}/page/2`, depth: 2 }],
      links: [{ from: a, to: `${a}/page/2` }],
    },
    'the address of a campaign': {
      pages: [{ url: a }, { url: `${a}?utm_source=mail`, depth: 2 }],
      links: [{ from: a, to: `${a}?utm_source=mail` }],
    },
    'a page known from elsewhere, without a link': linked([]),
    'a page that an old address redirects to': {
      ...linked([a]),
      targets: [{ url, kinds: ['anchor', 'redirect'], number: 3 }],
    },
  },
  fails: {
    'a page that one page links to, twice': {
      site: linked([a, a]),
      finds: [
        {
          url,
          severity: 'info',
          message: `Only one page links to ${url}: ${a}`,
          affectedUrls: [url],
          details: { sourceUrl: a, referringSources: [a], targetUrl: url },
        },
      ],
    },
    'a page that a page of known rank links to': {
      site: { ...linked([a]), linkScores: { [a]: 17 } },
      finds: [
        {
          url,
          evidence: [
            { kind: 'text', label: 'Link score of the page that links to it, from 0 to 100', text: '17' },
            { kind: 'places' },
          ],
        },
      ],
    },
    'a page that only itself links to beside one page': { site: linked([a, url]), finds: [{ url }] },
  },
  skips: {
    'a crawl that did not see all pages': { ...linked([a]), crawl: { isComplete: false } },
    'a crawl of a list of addresses': { ...linked([a]), crawl: { isComplete: false, isListOnly: true } },
  },
})
