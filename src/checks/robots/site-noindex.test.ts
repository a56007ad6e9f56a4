import { listOf } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { siteNoindex } from './site-noindex.ts'

const home = 'https://site.test/'
/** So many pages, the first so many of them with noindex; the first is the start page. */
const pages = (all: number, noindexed: number) =>
  Array.from({ length: all }, (_, index) => ({
    url: index === 0 ? home : `${home}${index}`,
    isNoindex: index < noindexed,
    isEligible: index >= noindexed,
  }))

testSiteCheck(siteNoindex, {
  passes: {
    'a site whose pages may be shown': { pages: pages(30, 0) },
    'a site that keeps most pages from search, but not four of five': { pages: pages(20, 15) },
    'a handful of pages, of which nothing follows': { pages: pages(9, 9) },
  },
  fails: {
    'noindex on all pages': {
      site: { pages: pages(12, 12) },
      finds: [
        {
          url: home,
          severity: 'error',
          message: 'Almost the whole site has noindex: 12 pages of 12 pages',
          affectedUrls: [
            home,
            'https://site.test/1',
            'https://site.test/2',
            'https://site.test/3',
            'https://site.test/4',
            'https://site.test/5',
            'https://site.test/6',
            'https://site.test/7',
            'https://site.test/8',
            'https://site.test/9',
            'https://site.test/10',
            'https://site.test/11',
          ],
          affectedCount: 12,
          isHostWide: true,
          evidence: [
            { kind: 'text', label: 'Share of pages', text: '100 %' },
            listOf('Pages with noindex', [
              home,
              'https://site.test/1',
              'https://site.test/2',
              'https://site.test/3',
              'https://site.test/4',
              'https://site.test/5',
              'https://site.test/6',
              'https://site.test/7',
              'https://site.test/8',
              'https://site.test/9',
              'https://site.test/10',
              'https://site.test/11',
            ]),
          ],
        },
      ],
    },
    'noindex on all but the start page': {
      site: { pages: pages(12, 12).map((page, index) => ({ ...page, isNoindex: index > 0 })) },
      finds: [
        {
          url: `${home}1`,
          message: 'Almost the whole site has noindex: 11 pages of 12 pages',
          affectedUrls: [
            'https://site.test/1',
            'https://site.test/2',
            'https://site.test/3',
            'https://site.test/4',
            'https://site.test/5',
            'https://site.test/6',
            'https://site.test/7',
            'https://site.test/8',
            'https://site.test/9',
            'https://site.test/10',
            'https://site.test/11',
          ],
          affectedCount: 11,
          isHostWide: true,
          evidence: [
            { kind: 'text', label: 'Share of pages', text: '91 %' },
            listOf('Pages with noindex', [
              'https://site.test/1',
              'https://site.test/2',
              'https://site.test/3',
              'https://site.test/4',
              'https://site.test/5',
              'https://site.test/6',
              'https://site.test/7',
              'https://site.test/8',
              'https://site.test/9',
              'https://site.test/10',
              'https://site.test/11',
            ]),
          ],
        },
      ],
    },
    'noindex on four of five pages, of a site whose home page was not crawled': {
      site: { crawl: { homeUrl: `${home}none` }, pages: pages(20, 16) },
      finds: [
        {
          url: home,
          message: 'Almost the whole site has noindex: 16 pages of 20 pages',
          affectedUrls: pages(16, 16).map(({ url }) => url),
          isHostWide: true,
          evidence: [
            { kind: 'text', label: 'Share of pages', text: '80 %' },
            listOf(
              'Pages with noindex',
              pages(16, 16).map(({ url }) => url),
            ),
          ],
        },
      ],
    },
    'noindex on ten pages of ten': {
      site: { crawl: { homeUrl: null }, pages: pages(10, 10) },
      finds: [
        {
          url: home,
          message: 'Almost the whole site has noindex: 10 pages of 10 pages',
          affectedUrls: pages(10, 10).map(({ url }) => url),
          isHostWide: true,
          evidence: [
            { kind: 'text', label: 'Share of pages', text: '100 %' },
            listOf(
              'Pages with noindex',
              pages(10, 10).map(({ url }) => url),
            ),
          ],
        },
      ],
    },
  },
})
