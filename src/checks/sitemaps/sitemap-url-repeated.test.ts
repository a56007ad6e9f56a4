import type { SitemapFacts, SitemapOverlap } from '#shared/host-facts.ts'
import { SITEMAPS_NOT_FETCHED } from '../host-file-messages.ts'
import { listOf } from '../test-evidence.ts'
import { sitemapFile } from '../test-host-facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import type { TestSite } from '../test-site-facts.ts'
import { sitemapUrlRepeated } from './sitemap-url-repeated.ts'

const one = 'https://site.test/sitemap.xml'
const other = 'https://site.test/pages.xml'
const url = 'https://site.test/a'
const overlap: SitemapOverlap = { sitemapNumbers: [1, 2], total: 1, urls: [url] }
const sitemaps = (overlaps: SitemapOverlap[], second: Partial<SitemapFacts> = {}): TestSite => ({
  crawl: {
    sitemaps: {
      files: [sitemapFile({ url: one, entries: 9 }), sitemapFile({ url: other, entries: 4, ...second })],
      isWhole: true,
      ...(overlaps.length > 0 && { overlaps }),
    },
  },
})
const table = {
  kind: 'table',
  label: 'Sitemaps',
  columns: ['Sitemap', 'Listed URLs'],
  rows: [
    [one, '9'],
    [other, '4'],
  ],
}

testSiteCheck(sitemapUrlRepeated, {
  passes: {
    'sitemaps that have no URL in common': sitemaps([]),
    'a sitemap of news': sitemaps([overlap], { isNews: true }),
    'a sitemap of images': sitemaps([overlap], { url: 'https://site.test/sitemap-images.xml' }),
  },
  fails: {
    'one URL in two files': {
      site: sitemaps([overlap]),
      finds: [
        {
          url,
          severity: 'info',
          message: `Two sitemaps, ${one} and ${other}, list ${url}`,
          evidence: [table, listOf('URLs in both', [url])],
        },
      ],
    },
    'more URLs than are kept': {
      site: sitemaps([{ ...overlap, total: 9 }]),
      finds: [
        {
          url,
          message: `Two sitemaps, ${one} and ${other}, list 9 URLs, such as ${url}`,
          affectedUrls: [url],
          affectedCount: 9,
          evidence: [table, { kind: 'urls', label: 'URLs in both', urls: [url], total: 9 }],
        },
      ],
    },
  },
  skips: { 'a crawl that read no sitemap': { site: {}, reason: SITEMAPS_NOT_FETCHED } },
})
