import { MAP, sitemapFile, withSitemaps } from '../test-host-facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import type { TestLink, TestSite } from '../test-site-facts.ts'
import { pageOrphan } from './page-orphan.ts'

const a = 'https://site.test/a'
const site = (
  page: Partial<NonNullable<TestSite['pages']>[number]> = {},
  link: Partial<TestLink> | null = null,
): TestSite => {
  const links = link ? [{ from: 'https://site.test/', to: a, ...link }] : []
  return {
    ...withSitemaps([sitemapFile()]),
    pages: [{ url: a, depth: -1, isInSitemap: true, ...page }],
    hostFileTargets: [{ url: a, number: 2, depth: page.depth ?? -1, sitemapNumber: 1 }],
    links,
  }
}

testSiteCheck(pageOrphan, {
  passes: {
    'a page that links lead to': site({ depth: 2 }),
    'a page that another orphan links to': site({}, { from: 'https://site.test/orphan' }),
    'a page that a redirect leads to': site({}, { kind: 'redirect' }),
    'a page that is linked under a URL of which it is the canonical': {
      ...site(),
      links: [
        { from: 'https://site.test/', to: 'https://site.test/a/' },
        { from: 'https://site.test/a/', to: a, kind: 'canonical' },
      ],
    },
    'a noindex page': site({ isEligible: false }),
    'a page that robots.txt closes to search engines': site({ isClosed: true }),
    'a URL that was not visited': { ...site(), hostFileTargets: [{ url: a, number: null, sitemapNumber: 1 }] },
  },
  fails: {
    'a page that only a sitemap lists': {
      site: site(),
      finds: [
        {
          url: a,
          severity: 'warning',
          message: `Orphan page: no page links to ${a}; only a sitemap lists it`,
          affectedUrls: [a],
          evidence: [{ kind: 'url', label: 'Listed in', url: MAP }],
        },
      ],
    },
    'the canonical of itself and of another orphan page': {
      site: {
        ...site(),
        links: [
          { from: a, to: a, kind: 'canonical' },
          { from: 'https://site.test/b', to: a, kind: 'canonical' },
        ],
      },
      finds: [
        {
          url: a,
          message: 'Orphan page: no page links to https://site.test/a; only a sitemap lists it',
          evidence: [{ kind: 'url', label: 'Listed in', url: 'https://site.test/sitemap.xml' }],
        },
      ],
    },
    'a page whose only link is not to be followed': {
      site: site({}, { isNofollow: true }),
      finds: [
        {
          url: a,
          message: 'Orphan page: no page links to https://site.test/a; only a sitemap lists it',
          evidence: [{ kind: 'url', label: 'Listed in', url: 'https://site.test/sitemap.xml' }],
        },
      ],
    },
    'a page that only an image of another page names': {
      site: site({}, { kind: 'image' }),
      finds: [
        {
          url: a,
          message: 'Orphan page: no page links to https://site.test/a; only a sitemap lists it',
          evidence: [{ kind: 'url', label: 'Listed in', url: 'https://site.test/sitemap.xml' }],
        },
      ],
    },
  },
  skips: {
    'a crawl without sitemaps': {
      site: {},
      reason: 'Sitemaps were not fetched: the start page could not be read, or the crawl was stopped before.',
    },
    'a crawl that was cut': {
      site: { crawl: { ...site().crawl, isComplete: false } },
      reason: 'The crawl did not visit all pages, so links may exist.',
    },
  },
})
