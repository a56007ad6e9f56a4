import { namedOn, referredBy } from '../test-evidence.ts'
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
    'a page linked from the start page': linked([a], { depth: 1 }),
    'a page that search engines may not show': linked([a], { isEligible: false }),
    'a page that they may not fetch': linked([a], { isClosed: true }),
    'a later page of a list': {
      pages: [{ url: a }, { url: `${a}/page/2`, depth: 2 }],
      links: [{ from: a, to: `${a}/page/2` }],
    },
    'the URL of a campaign': {
      pages: [{ url: a }, { url: `${a}?utm_source=mail`, depth: 2 }],
      links: [{ from: a, to: `${a}?utm_source=mail` }],
    },
    'the index file of a page': {
      pages: [
        { url: a },
        { url: 'https://site.test/guide/', depth: 2, textHash: 'same' },
        { url: 'https://site.test/guide/index.html', depth: 2, textHash: 'same' },
      ],
      links: [{ from: a, to: 'https://site.test/guide/index.html' }],
    },
    'a folder whose index file is linked from elsewhere': {
      pages: [
        { url: a },
        { url: 'https://site.test/guide/', depth: 2, textHash: 'same' },
        { url: 'https://site.test/guide/index.html', depth: 1, textHash: 'same' },
      ],
      links: [{ from: a, to: 'https://site.test/guide/' }],
    },
    'a page that is the same without its parameters': {
      pages: [
        { url: a },
        { url, depth: 1, textHash: 'same' },
        { url: `${url}?plan=large`, depth: 2, textHash: 'same' },
      ],
      links: [{ from: a, to: `${url}?plan=large` }],
    },
    'a page known from elsewhere, without a link': linked([]),
    'a page that an old URL redirects to': {
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
          details: {
            sourceUrl: a,
            directReferrer: 'https://site.test/a',
            referringSources: [a],
            highPrioritySource: false,
            targetUrl: url,
          },
          evidence: [namedOn('https://site.test/a')],
        },
      ],
    },
    'a page that a page of known rank links to': {
      site: { ...linked([a]), linkScores: { [a]: 17 } },
      finds: [
        {
          url,
          message: 'Only one page links to https://site.test/guide: https://site.test/a',
          details: { ...referredBy(['https://site.test/a']), targetUrl: url },
          evidence: [
            { kind: 'text', label: 'Link score of the linking page (0 to 100)', text: '17' },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'a page that only itself links to beside one page': {
      site: linked([a, url]),
      finds: [
        {
          url,
          message: 'Only one page links to https://site.test/guide: https://site.test/a',
          details: { ...referredBy(['https://site.test/a']), targetUrl: url },
          evidence: [namedOn('https://site.test/a')],
        },
      ],
    },
  },
  skips: {
    'a crawl that did not see all pages': {
      site: { ...linked([a]), crawl: { isComplete: false } },
      reason: 'The crawl did not visit all pages, so more links may exist.',
    },
    'a crawl of a list of URLs': {
      site: { ...linked([a]), crawl: { isComplete: false, isListOnly: true } },
      reason: 'The crawl was limited to a list of URLs, so more links may exist.',
    },
  },
})
