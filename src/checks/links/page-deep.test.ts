import { MAX_EVIDENCE_URLS } from '#shared/limits.ts'
import { listOf, referredBy } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import type { TestSite } from '../test-site-facts.ts'
import { pageDeep } from './page-deep.ts'

const at = (depth: number) => (depth === 0 ? 'https://site.test/' : `https://site.test/${depth}`)

/** A path of pages of which each links to the next, and the last to every one before. */
function path(clicks: number, isEligible = true): TestSite {
  const depths = Array.from({ length: clicks + 1 }, (_, depth) => depth)
  return {
    pages: depths.map(depth => ({ url: at(depth), depth, isEligible })),
    links: depths.flatMap(depth => [
      { from: at(clicks), to: at(depth) },
      { from: at(depth), to: at(depth + 1) },
    ]),
  }
}

const saidOf = (clicks: number, url = at(clicks)) => `High crawl depth: ${clicks} clicks from the start page to ${url}`

testSiteCheck(pageDeep, {
  passes: {
    'a page three clicks away': path(3),
    'a page three clicks from where the start page redirects': {
      ...path(4),
      pages: (path(4).pages ?? []).map(page =>
        page.url === at(0)
          ? { ...page, facts: { depth: 0, refresh: { delay: 0, url: at(1), raw: '0', source: 'tag', line: 3 } } }
          : page,
      ),
    },
    'deep pages that search engines may not show': path(7, false),
    'a page that no link leads to': { pages: [{ url: at(9), depth: 9 }] },
  },
  fails: {
    'a page four clicks from where the start page redirects': {
      site: {
        ...path(5),
        pages: (path(5).pages ?? []).map(page =>
          page.url === at(0)
            ? { ...page, facts: { depth: 0, refresh: { delay: 0, url: at(1), raw: '0', source: 'tag', line: 3 } } }
            : page,
        ),
      },
      finds: [
        {
          url: at(5),
          severity: 'info',
          message: saidOf(4, at(5)),
          details: { ...referredBy([at(4)]), targetUrl: at(5) },
          evidence: [listOf('Shortest path', [0, 1, 2, 3, 4, 5].map(at))],
        },
      ],
    },
    'a page four clicks away, with the path': {
      site: path(4),
      finds: [
        {
          url: at(4),
          severity: 'info',
          message: saidOf(4),
          details: {
            sourceUrl: at(3),
            directReferrer: 'https://site.test/3',
            referringSources: [at(3)],
            highPrioritySource: false,
            targetUrl: 'https://site.test/4',
          },
          evidence: [listOf('Shortest path', [at(0), at(1), at(2), at(3), at(4)])],
        },
      ],
    },
    'a page behind a redirect and a language version, with the whole path': {
      site: {
        pages: [
          { url: at(0), depth: 0 },
          { url: at(1), depth: 1 },
          { url: at(2), depth: 2 },
          { url: `${at(3)}-moved`, depth: 3, isEligible: false },
          { url: at(3), depth: 3, isEligible: false },
          { url: `${at(4)}-moved`, depth: 4, isEligible: false },
          { url: at(4), depth: 4 },
        ],
        links: [
          { from: at(0), to: at(1), kind: 'alternate' },
          { from: at(1), to: at(2) },
          { from: at(2), to: `${at(3)}-moved` },
          { from: `${at(3)}-moved`, to: at(3), kind: 'redirect' },
          { from: at(4), to: at(3) },
          { from: at(3), to: `${at(4)}-moved` },
          { from: `${at(4)}-moved`, to: at(4), kind: 'redirect' },
        ],
      },
      finds: [
        {
          url: at(4),
          message: saidOf(4),
          details: { ...referredBy([at(3)]), targetUrl: at(4) },
          evidence: [listOf('Shortest path', [at(0), at(1), at(2), `${at(3)}-moved`, at(3), `${at(4)}-moved`, at(4)])],
        },
      ],
    },
    'a page whose source is not known further': {
      site: {
        pages: [
          { url: at(4), depth: 4 },
          { url: at(3), depth: 3, isEligible: false },
        ],
        links: [{ from: at(3), to: at(4) }],
      },
      finds: [
        {
          url: at(4),
          message: saidOf(4),
          details: { ...referredBy([at(3)]), targetUrl: at(4) },
          evidence: [{ ...listOf('End of the shortest path', [at(3), at(4)]), total: 5 }],
        },
      ],
    },
    'pages of a path that is as long as the site, with its end': {
      site: path(MAX_EVIDENCE_URLS + 20),
      finds: Array.from({ length: MAX_EVIDENCE_URLS + 17 }, (_, index) => {
        const clicks = index + 4
        const length = Math.min(clicks + 1, MAX_EVIDENCE_URLS)
        const urls = Array.from({ length }, (_, step) => at(clicks - length + 1 + step))
        const severity = clicks < 6 ? 'info' : 'warning'
        return {
          url: at(clicks),
          severity,
          message: saidOf(clicks),
          details: { ...referredBy([at(clicks - 1)]), targetUrl: at(clicks) },
          evidence: [{ ...listOf('Shortest path', urls), total: clicks + 1 }],
        }
      }),
    },
    'a page six clicks away, as a warning': {
      site: path(6),
      finds: [
        {
          url: at(4),
          severity: 'info',
          message: saidOf(4),
          details: { ...referredBy(['https://site.test/3']), targetUrl: 'https://site.test/4' },
          evidence: [
            listOf('Shortest path', [
              'https://site.test/',
              'https://site.test/1',
              'https://site.test/2',
              'https://site.test/3',
              'https://site.test/4',
            ]),
          ],
        },
        {
          url: at(5),
          severity: 'info',
          message: saidOf(5),
          details: { ...referredBy(['https://site.test/4']), targetUrl: 'https://site.test/5' },
          evidence: [
            listOf('Shortest path', [
              'https://site.test/',
              'https://site.test/1',
              'https://site.test/2',
              'https://site.test/3',
              'https://site.test/4',
              'https://site.test/5',
            ]),
          ],
        },
        {
          url: at(6),
          severity: 'warning',
          message: saidOf(6),
          details: { ...referredBy(['https://site.test/5']), targetUrl: 'https://site.test/6' },
          evidence: [
            listOf('Shortest path', [
              'https://site.test/',
              'https://site.test/1',
              'https://site.test/2',
              'https://site.test/3',
              'https://site.test/4',
              'https://site.test/5',
              'https://site.test/6',
            ]),
          ],
        },
      ],
    },
  },
})
