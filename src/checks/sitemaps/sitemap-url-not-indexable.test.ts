import { MAP, robotsFile, sitemapFile, withSitemaps } from '../test-host-facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import type { TestSite } from '../test-site-facts.ts'
import { sitemapUrlNotIndexable } from './sitemap-url-not-indexable.ts'

const table = (...rows: string[][]) => ({ kind: 'table', label: 'URLs', columns: ['URL', 'Response'], rows })
const a = 'https://site.test/a'
const b = 'https://site.test/b'
const listed = (page: Partial<NonNullable<TestSite['pages']>[number]>, googlebotLine = 0): TestSite => ({
  ...withSitemaps([sitemapFile()]),
  pages: [{ url: a, isInSitemap: true, ...page }],
  hostFileTargets: [{ url: a, number: 1, sitemapNumber: 1, googlebotLine }],
})

testSiteCheck(sitemapUrlNotIndexable, {
  passes: {
    'a page that may be shown': listed({}),
    'a page that names itself as canonical': listed({ canonicalUrl: a }),
    'a page whose canonical redirects back to it': listed({
      canonicalUrl: 'https://site.test/a/',
      indexability: 'indexable',
    }),
    'a page that is drawn by JavaScript': listed({ isEligible: false }),
    'a URL that the line for the whole site closes': {
      ...listed({}, 5),
      crawl: {
        ...withSitemaps([sitemapFile()]).crawl,
        robotsFiles: [robotsFile({ siteRule: { line: 5, text: 'Disallow: /', agent: '*', allowLines: 0 } })],
      },
    },
    'a URL that was not visited': {
      ...withSitemaps([sitemapFile()]),
      hostFileTargets: [{ url: a, number: null, sitemapNumber: 1 }],
    },
  },
  fails: {
    'a noindex': {
      site: listed({ isNoindex: true, isEligible: false }),
      finds: [
        {
          url: a,
          severity: 'error',
          message: `The sitemap ${MAP} lists a URL that has noindex: ${a}`,
          evidence: [
            table([a, 'noindex']),
            {
              kind: 'text',
              label: 'Checked',
              text: '1 URL of this sitemap that the crawl requested, of 30 listed URLs',
            },
          ],
        },
      ],
    },
    'a foreign canonical': {
      site: listed({ canonicalUrl: b, isEligible: false }),
      finds: [
        {
          url: a,
          message:
            'The sitemap https://site.test/sitemap.xml lists a URL that is canonicalised to another URL: https://site.test/a',
          evidence: [
            table([a, `canonical: ${b}`]),
            {
              kind: 'text',
              label: 'Checked',
              text: '1 URL of this sitemap that the crawl requested, of 30 listed URLs',
            },
          ],
        },
      ],
    },
    'a rule of robots.txt': {
      site: listed({}, 5),
      finds: [
        {
          url: a,
          message: `The sitemap ${MAP} lists a URL that robots.txt blocks for Googlebot: ${a}`,
          evidence: [
            table([a, 'robots.txt, line 5']),
            {
              kind: 'text',
              label: 'Checked',
              text: '1 URL of this sitemap that the crawl requested, of 30 listed URLs',
            },
          ],
        },
      ],
    },
  },
  skips: {
    'a crawl without sitemaps': {
      site: {},
      reason: 'Sitemaps were not fetched: the start page could not be read, or the crawl was stopped before.',
    },
  },
})
