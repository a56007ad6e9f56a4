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
          evidence: [
            {
              kind: 'table',
              label: 'Similarity to the home page',
              columns: ['Page', 'Similarity'],
              rows: [
                [`${home}a`, '0 %'],
                [`${home}b`, '0 %'],
                [`${home}c`, '17 %'],
              ],
            },
          ],
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
          evidence: [
            {
              kind: 'table',
              label: 'Similarity to the home page',
              columns: ['Page', 'Similarity'],
              rows: [
                ['https://site.test/a', '0 %'],
                ['https://site.test/b', '0 %'],
                ['https://site.test/c', '0 %'],
              ],
            },
          ],
        },
      ],
    },
  },
})
