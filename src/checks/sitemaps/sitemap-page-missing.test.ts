import { listOf, namedOn, referredBy } from '../test-evidence.ts'
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

/** So many pages that are listed and that are not, beside one with noindex; links lead to the last of them alone. */
const known = (listed: number, missing: number): TestSite => ({
  ...whole,
  pages: [
    { url: `${home}noindex`, isEligible: false },
    ...Array.from({ length: listed }, (_, index) => ({ url: `${home}listed/${index}`, isInSitemap: true })),
    ...Array.from({ length: missing - 1 }, (_, index) => ({ url: `${home}missing/${index}` })),
    { url: a },
  ],
  links: [{ from: `${home}listed/0`, to: a }],
})

testSiteCheck(sitemapPageMissing, {
  passes: {
    'a page that is listed': site({ isInSitemap: true }),
    'a page that robots.txt closes to search engines': site({ isClosed: true }),
    'a noindex page': site({ isEligible: false }),
    'a further page of a list': site({ url: 'https://site.test/news/page/2/' }),
    'the URL of a campaign': site({ url: `${a}?utm_source=mail` }),
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
    'sitemaps that list less than a tenth of the pages': known(1, 10),
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
      finds: [
        {
          url: `${a}/`,
          message: 'Indexable page not in the sitemap: https://site.test/a/ (linked from 1 page)',
          details: { ...referredBy([home]), targetUrl: 'https://site.test/a/' },
          evidence: [listOf('URLs', ['https://site.test/a/']), namedOn(home)],
        },
      ],
    },
    'a page of a site of which sitemaps list a tenth': {
      site: known(1, 9),
      finds: [
        {
          url: a,
          message: `Indexable page not in the sitemap: ${a} (linked from 1 page)`,
          details: { ...referredBy([`${home}listed/0`]), targetUrl: a },
          evidence: [listOf('URLs', [a]), namedOn(`${home}listed/0`)],
        },
      ],
    },
    'a page that a sitemap of text with one URL does not list': {
      site: { ...site({}), ...withSitemaps([sitemapFile({ kind: 'text', entries: 1 })]) },
      finds: [
        {
          url: a,
          message: `Indexable page not in the sitemap: ${a} (linked from 1 page)`,
          details: { ...referredBy([home], true), targetUrl: a },
          evidence: [listOf('URLs', [a]), namedOn(home)],
        },
      ],
    },
    'a page that links lead to': {
      site: site({}),
      finds: [
        {
          url: a,
          severity: 'info',
          message: `Indexable page not in the sitemap: ${a} (linked from 1 page)`,
          affectedUrls: [a],
          affectedCount: 1,
          details: { ...referredBy([home], true), targetUrl: a },
          evidence: [listOf('URLs', [a]), namedOn(home)],
        },
      ],
    },
  },
  skips: {
    'a crawl without sitemaps': {
      site: {},
      reason: 'Sitemaps were not fetched: the start page could not be read, or the crawl was stopped before.',
    },
    'a crawl of a list of URLs': {
      site: { ...whole, crawl: { ...whole.crawl, isListOnly: true } },
      reason: 'The crawl was limited to a list of URLs.',
    },
    'a crawl that was cut': {
      site: { ...whole, crawl: { ...whole.crawl, isComplete: false } },
      reason: 'The crawl did not visit all pages.',
    },
    'a sitemap that was not read to its end': {
      site: withSitemaps([sitemapFile()], { isWhole: false }),
      reason: 'Not every sitemap was read completely.',
    },
    'a site without sitemaps': {
      site: withSitemaps([sitemapFile({ from: 'guess', status: 404, kind: 'none', entries: 0 })]),
      reason: 'The site has no sitemap that lists pages.',
    },
    'an empty sitemap, and an index': {
      site: withSitemaps([sitemapFile({ entries: 0 }), sitemapFile({ kind: 'index' })]),
      reason: 'The site has no sitemap that lists pages.',
    },
    'a sitemap of news alone': {
      site: withSitemaps([sitemapFile({ isNews: true })]),
      reason: 'The site has no sitemap that lists pages.',
    },
  },
})
