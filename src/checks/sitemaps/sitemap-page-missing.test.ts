import { sitemapFile, withSitemaps } from '../test-host-facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import type { TestSite } from '../test-site-facts.ts'
import { sitemapPageMissing } from './sitemap-page-missing.ts'

const home = 'https://site.test/'
const a = 'https://site.test/a'
const whole = withSitemaps([sitemapFile()])
const site = (page: Partial<NonNullable<TestSite['pages']>[number]>): TestSite => ({
  ...whole,
  pages: [
    { url: home, isInSitemap: true },
    { url: a, ...page },
  ],
  links: [{ from: home, to: page.url ?? a }],
})

testSiteCheck(sitemapPageMissing, {
  passes: {
    'a page that is listed': site({ isInSitemap: true }),
    'a page that robots.txt closes to search engines': site({ isClosed: true }),
    'a page kept out of search': site({ isEligible: false }),
    'a further page of a list': site({ url: 'https://site.test/news/page/2/' }),
    'the address of a campaign': site({ url: `${a}?utm_source=mail` }),
    'a page that is listed with its index file': {
      ...whole,
      pages: [
        { url: `${a}/`, mainText: 'tides and moorings' },
        { url: `${a}/index.html`, mainText: 'tides and moorings', isInSitemap: true },
      ],
      links: [{ from: home, to: `${a}/` }],
    },
    'a page that only a sitemap led to': site({ depth: -1 }),
    'a page that no link leads to': { ...site({}), links: [] },
    'sitemaps that speak of another site': { ...site({}), pages: [{ url: home }, { url: a }] },
  },
  fails: {
    'a page beside another one at its index file': {
      site: {
        ...whole,
        pages: [
          { url: `${a}/`, mainText: 'tides' },
          { url: `${a}/index.html`, mainText: 'moorings', isInSitemap: true },
        ],
        links: [{ from: home, to: `${a}/` }],
      },
      finds: [{ url: `${a}/` }],
    },
    'a page that links lead to': {
      site: site({}),
      finds: [
        {
          url: a,
          severity: 'info',
          message: `No sitemap lists ${a} (linked from 1 page)`,
          affectedUrls: [a],
          affectedCount: 1,
          evidence: [{ kind: 'places', total: 1 }],
        },
      ],
    },
  },
  skips: {
    'a crawl that did not ask for sitemaps': {},
    'a crawl that was cut': { ...whole, crawl: { ...whole.crawl, isComplete: false } },
    'a sitemap that was not read to its end': withSitemaps([sitemapFile()], { isWhole: false }),
    'a site without sitemaps': withSitemaps([sitemapFile({ from: 'guess', status: 404, kind: 'none', entries: 0 })]),
    'a sitemap of news alone': withSitemaps([sitemapFile({ isNews: true })]),
  },
})
