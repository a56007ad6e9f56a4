import { type ExpectedFinding, testSiteCheck } from '../test-site-check.ts'
import type { TestPage } from '../test-site-facts.ts'
import { pagesUnchecked } from './pages-unchecked.ts'

const url = (index: number) => `https://site.test/${index}`
const pages = (count: number, change: (index: number) => Partial<TestPage>): TestPage[] =>
  Array.from({ length: count }, (_, index) => ({ url: url(index), ...change(index) }))
const noindex = { isNoindex: true, isEligible: false }
const copy = { canonicalUrl: 'https://site.test/else', isEligible: false }

const noneChecked = (named: string): ExpectedFinding => ({
  url: named,
  message: 'No page was checked: 5 pages',
  affectedUrls: [0, 1, 2, 3, 4].map(url),
  isHostWide: true,
  evidence: [
    { kind: 'table', label: 'Why', columns: ['Reason', 'Pages'], rows: [['Noindex', '5']] },
    { kind: 'urls', label: 'Pages', urls: [0, 1, 2, 3, 4].map(url), total: 5 },
  ],
})

testSiteCheck(pagesUnchecked, {
  passes: {
    'a site of which every page was checked': { pages: pages(6, () => ({})) },
    'a site of which half was checked': { pages: pages(6, index => (index < 3 ? noindex : {})) },
    'few pages': { pages: pages(4, () => noindex) },
    'a site of which a little more than half was checked': {
      pages: pages(201, index => (index < 100 ? noindex : {})),
    },
    'few pages, one of which was checked': { pages: pages(4, index => (index === 0 ? {} : { isEligible: false })) },
    'few pages that are kept out of search or could not be read': {
      pages: pages(2, index => (index === 0 ? noindex : { isEligible: false })),
    },
  },
  fails: {
    'the one page of an application that scripts draw': {
      site: { pages: pages(1, () => ({ isEligible: false })) },
      finds: [
        {
          url: url(0),
          message: 'No page was checked: 1 page',
          isHostWide: true,
          evidence: [
            {
              kind: 'table',
              label: 'Why',
              columns: ['Reason', 'Pages'],
              rows: [['Incomplete, drawn by JavaScript or an error page', '1']],
            },
            { kind: 'urls', label: 'Pages', urls: [url(0)], total: 1 },
          ],
        },
      ],
    },
    'five pages without the home page, which no page is': {
      site: { crawl: { homeUrl: null }, pages: pages(5, () => noindex) },
      finds: [noneChecked(url(0))],
    },
    'five pages and a home page that was not crawled': {
      site: { crawl: { homeUrl: url(9) }, pages: pages(5, () => noindex) },
      finds: [noneChecked(url(0))],
    },
    'five pages with the home page, which is named': {
      site: { crawl: { homeUrl: url(3) }, pages: pages(5, () => noindex) },
      finds: [noneChecked(url(3))],
    },
    'a site of which less than half was checked': {
      site: {
        pages: pages(7, index => {
          if (index < 2) return noindex
          if (index < 5) return copy
          return index === 5 ? { isEligible: false } : {}
        }),
      },
      finds: [
        {
          url: url(0),
          message: 'Most pages were not checked: 6 pages of 7 pages',
          affectedUrls: [0, 1, 2, 3, 4, 5].map(url),
          affectedCount: 6,
          isHostWide: true,
          evidence: [
            {
              kind: 'table',
              label: 'Why',
              columns: ['Reason', 'Pages'],
              rows: [
                ['Canonicalised to another URL', '3'],
                ['Noindex', '2'],
                ['Incomplete, drawn by JavaScript or an error page', '1'],
              ],
            },
            { kind: 'urls', label: 'Pages', urls: [0, 1, 2, 3, 4, 5].map(url), total: 6 },
          ],
        },
      ],
    },
  },
})
