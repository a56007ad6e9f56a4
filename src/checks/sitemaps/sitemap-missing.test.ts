import { robotsFile, sitemapFile, withSitemaps } from '../test-host-facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import type { TestSite } from '../test-site-facts.ts'
import { sitemapMissing } from './sitemap-missing.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Checked locations',
  columns: ['URL', 'Response'],
  rows,
})
const home = 'https://site.test/'
const guess = (path: string, response: Parameters<typeof sitemapFile>[0] = {}) =>
  sitemapFile({ url: `https://site.test${path}`, from: 'guess', status: 404, kind: 'none', ...response })
const absent = [guess('/sitemap.xml'), guess('/sitemap_index.xml', { status: 410 }), guess('/wp-sitemap.xml')]
const pages = (count: number): TestSite => ({
  pages: Array.from({ length: count }, (_, index) => ({ url: `${home}${index}` })),
})

testSiteCheck(sitemapMissing, {
  passes: {
    'a sitemap that robots.txt names': withSitemaps([sitemapFile()]),
    'one that fails, which is another matter': withSitemaps([sitemapFile({ status: 500, kind: 'none' })]),
    'none at the usual places where robots.txt names one that was not fetched': {
      crawl: {
        ...withSitemaps(absent).crawl,
        robotsFiles: [robotsFile({ sitemaps: [{ line: 3, text: 'https://site.test/map.xml' }] })],
      },
    },
    'none at the usual places where robots.txt names one without its host, which is reported there': {
      crawl: {
        ...withSitemaps(absent).crawl,
        robotsFiles: [robotsFile({ problems: [{ line: 3, text: 'Sitemap: /map.xml', kind: 'sitemap-not-absolute' }] })],
      },
    },
    'a sitemap in its usual place where there is no robots.txt': {
      crawl: {
        ...withSitemaps([sitemapFile({ from: 'guess' })]).crawl,
        robotsFiles: [robotsFile({ status: 404 })],
      },
    },
  },
  fails: {
    'no sitemap': {
      site: { ...withSitemaps(absent), ...pages(99) },
      finds: [
        {
          url: home,
          severity: 'info',
          message: 'Missing sitemap: robots.txt lists none, and the usual locations have none',
          isHostWide: true,
          evidence: [
            table(
              ['https://site.test/sitemap.xml', 'returns 404'],
              ['https://site.test/sitemap_index.xml', 'returns 410'],
              ['https://site.test/wp-sitemap.xml', 'returns 404'],
            ),
          ],
        },
      ],
    },
    'no sitemap and no robots.txt': {
      site: { crawl: { ...withSitemaps(absent).crawl, robotsFiles: [robotsFile({ status: 404 })] }, ...pages(99) },
      finds: [
        {
          url: home,
          severity: 'info',
          message: 'Missing sitemap: there is no robots.txt, and the usual locations have none',
          isHostWide: true,
          evidence: [
            table(
              ['https://site.test/sitemap.xml', 'returns 404'],
              ['https://site.test/sitemap_index.xml', 'returns 410'],
              ['https://site.test/wp-sitemap.xml', 'returns 404'],
            ),
          ],
        },
      ],
    },
    'pages of the site in place of every URL': {
      site: withSitemaps([guess('/sitemap.xml', { status: 200, looksLike: 'html' })]),
      finds: [
        {
          url: home,
          message: 'Missing sitemap: robots.txt lists none, and the usual locations have none',
          isHostWide: true,
          evidence: [table(['https://site.test/sitemap.xml', 'is not a sitemap'])],
        },
      ],
    },
    'no sitemap of a large site': {
      site: { ...withSitemaps(absent), ...pages(100) },
      finds: [
        {
          url: home,
          severity: 'warning',
          message:
            'Missing sitemap on a site with at least 100 pages: robots.txt lists none, and the usual locations have none',
          isHostWide: true,
          evidence: [
            table(
              ['https://site.test/sitemap.xml', 'returns 404'],
              ['https://site.test/sitemap_index.xml', 'returns 410'],
              ['https://site.test/wp-sitemap.xml', 'returns 404'],
            ),
          ],
        },
      ],
    },
    'a sitemap that robots.txt does not name': {
      site: withSitemaps([sitemapFile({ from: 'guess' })]),
      finds: [
        {
          url: 'https://site.test/sitemap.xml',
          severity: 'info',
          message: 'The sitemap https://site.test/sitemap.xml is not listed in robots.txt',
          affectedUrls: [home],
          isHostWide: true,
        },
      ],
    },
  },
  skips: {
    'a crawl that did not fetch it': {
      site: {},
      reason: 'Sitemaps were not fetched: the start page could not be read, or the crawl was stopped before.',
    },
    'a place that fails': {
      site: withSitemaps([guess('/sitemap.xml', { status: 500 })]),
      reason: 'The usual sitemap locations could not be checked.',
    },
    'a place that is refused': {
      site: withSitemaps([guess('/sitemap.xml', { status: 403 })]),
      reason: 'The usual sitemap locations could not be checked.',
    },
    'a place that robots.txt closes': {
      site: withSitemaps([guess('/sitemap.xml', { status: null, refusal: 'closed' })]),
      reason: 'The usual sitemap locations could not be checked.',
    },
  },
})
