import { testSiteCheck } from '../test-site-check.ts'
import type { TestPage } from '../test-site-facts.ts'
import { canonicalToHomepage } from './canonical-to-homepage.ts'

const home = 'https://site.test/'
const text = (subject: string, words = 60) =>
  Array.from({ length: words }, (_, index) => `${subject}${index}`).join(' ')
const welcome: TestPage = { url: home, mainText: text('welcome') }
const page = (path: string, overrides: Partial<TestPage> = {}): TestPage => ({
  url: home + path,
  canonicalUrl: home,
  mainText: text(path),
  ...overrides,
})
/** Pages that repeat the home page: they are compared with it, and not reported. */
const copies = (count: number) =>
  Array.from({ length: count }, (_, index) => page(`copy${index}`, { mainText: text('welcome') }))
/** So many words, of which the first are those of the home page. */
const sharing = (common: number, words: number): Partial<TestPage> => ({
  mainText: `${text('welcome', common)} ${text('own', words - common)}`,
})
const similarityTable = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Similarity to the home page',
  columns: ['Page', 'Similarity'],
  rows,
})

testSiteCheck(canonicalToHomepage, {
  passes: {
    'pages that name themselves': {
      pages: [welcome, ...['a', 'b', 'c'].map(path => page(path, { canonicalUrl: home + path }))],
    },
    'two pages, which may be meant': { pages: [welcome, page('a'), page('b')] },
    'copies of the home page': {
      pages: [welcome, ...['a', 'b', 'c'].map(path => page(path, { mainText: text('welcome') }))],
    },
    'the home page with parameters': { pages: [welcome, page('?a'), page('?b'), page('?c')] },
    'pages of a list on the home page, which have their own check': {
      pages: [welcome, page('page/2'), page('page/3'), page('page/4')],
    },
    'pages with next to no text': {
      pages: [welcome, ...['a', 'b', 'c'].map(path => page(path, { mainText: 'Loading' }))],
    },
    'the home page of another site': {
      pages: [welcome, ...['a', 'b', 'c'].map(path => page(path, { canonicalUrl: 'https://other.test/' }))],
    },
    'texts that share half of their sequences of words': {
      // 64 words are 60 sequences: 40 of 80 are common.
      pages: [
        { url: home, mainText: text('welcome', 64) },
        ...['a', 'b', 'c'].map(path => page(path, sharing(44, 64))),
      ],
    },
    'texts beyond the 200 that are compared': { pages: [welcome, ...copies(198), page('a'), page('b'), page('c')] },
    'the root under another scheme, which leads to the home page': {
      crawl: { homeUrl: `${home}start` },
      pages: [{ url: `${home}start`, mainText: text('welcome') }, ...['a', 'b', 'c'].map(path => page(`?${path}`))],
    },
  },
  fails: {
    'a template that names the site instead of the page': {
      // The last one begins as the home page does.
      site: {
        pages: [welcome, page('a'), page('b'), page('c', { mainText: `${text('welcome', 20)} ${text('c', 40)}` })],
      },
      finds: [
        {
          url: `${home}a`,
          severity: 'error',
          message: 'Pages canonicalised to the home page: 3 pages with their own content',
          affectedUrls: [`${home}a`, `${home}b`, `${home}c`],
          details: { targetUrl: home },
          evidence: [similarityTable([`${home}a`, '0 %'], [`${home}b`, '0 %'], [`${home}c`, '17 %'])],
        },
      ],
    },
    'the same on a private copy of the site': {
      site: {
        crawl: { isPrivateHost: true },
        pages: [welcome, ...['a', 'b', 'c'].map(path => page(path, { canonicalUrl: 'https://public.example/' }))],
      },
      finds: [
        {
          url: `${home}a`,
          message: 'Pages canonicalised to the home page: 3 pages with their own content',
          affectedUrls: ['https://site.test/a', 'https://site.test/b', 'https://site.test/c'],
          affectedCount: 3,
          details: { targetUrl: home },
          evidence: [similarityTable([`${home}a`, '0 %'], [`${home}b`, '0 %'], [`${home}c`, '0 %'])],
        },
      ],
    },
    'texts of 50 words, and those that share less than half': {
      site: {
        pages: [
          { url: home, mainText: text('welcome', 304) },
          page('a', { mainText: text('a', 50) }),
          // 40 of 568, 199 of 401 and 236 of 369 sequences of 5 words are common.
          page('b', sharing(44, 308)),
          page('c', sharing(203, 304)),
          page('d', sharing(240, 305)),
        ],
      },
      finds: [
        {
          url: `${home}a`,
          message: 'Pages canonicalised to the home page: 3 pages with their own content',
          affectedUrls: [`${home}a`, `${home}b`, `${home}c`],
          details: { targetUrl: home },
          evidence: [similarityTable([`${home}a`, '0 %'], [`${home}b`, '7 %'], [`${home}c`, '50 %'])],
        },
      ],
    },
    'the last of 200 pages that are compared': {
      site: { pages: [welcome, ...copies(197), page('a'), page('b'), page('c')] },
      finds: [
        {
          url: `${home}a`,
          message: 'Pages canonicalised to the home page: 3 pages with their own content',
          affectedUrls: [`${home}a`, `${home}b`, `${home}c`],
          details: { targetUrl: home },
          evidence: [similarityTable([`${home}a`, '0 %'], [`${home}b`, '0 %'], [`${home}c`, '0 %'])],
        },
      ],
    },
  },
})
