import { testSiteCheck } from '../test-site-check.ts'
import type { TestPage } from '../test-site-facts.ts'
import { soft404 } from './soft-404.ts'

const home = 'https://site.test/'
const gone = (path: string, overrides: Partial<TestPage> = {}): TestPage => ({
  url: home + path,
  h1: 'Page not found',
  wordCount: 20,
  textHash: 'same',
  ...overrides,
})
const again = (...paths: string[]) => ({
  laterResponses: { errorLike: paths.map(path => ({ url: home + path, isAgain: true })) },
})

testSiteCheck(soft404, {
  passes: {
    'pages of which none looked like an error': { pages: [{ url: home }] },
    'a page that was another at the second request': {
      crawl: { laterResponses: { errorLike: [{ url: `${home}a`, isAgain: false }] } },
      pages: [gone('a')],
    },
  },
  fails: {
    'an orphan page, as a warning': {
      site: { crawl: again('a'), pages: [{ url: home }, gone('a')] },
      finds: [
        {
          url: `${home}a`,
          severity: 'warning',
          message: `Soft 404: ${home}a`,
          details: { referringSources: [] },
          evidence: [
            {
              kind: 'table',
              label: 'Signs of an error page, in two responses',
              columns: ['URL', 'Signs'],
              rows: [[`${home}a`, 'H1: Page not found; 20 words']],
            },
            { kind: 'places', label: 'Inlinks of the first URL', places: [], total: 0 },
          ],
        },
      ],
    },
    'a page that says it is not there': {
      site: { crawl: again('a'), pages: [{ url: home }, gone('a')], links: [{ from: home, to: `${home}a` }] },
      finds: [
        {
          url: `${home}a`,
          severity: 'error',
          message: `Soft 404: ${home}a`,
          affectedUrls: [`${home}a`],
          details: { referringSources: [home] },
          evidence: [
            {
              kind: 'table',
              label: 'Signs of an error page, in two responses',
              columns: ['URL', 'Signs'],
              rows: [[`${home}a`, 'H1: Page not found; 20 words']],
            },
            {
              kind: 'places',
              label: 'Inlinks of the first URL',
              places: [
                {
                  sourceUrl: home,
                  kind: 'anchor',
                  text: 'link',
                  region: 'main',
                  path: '',
                  line: 1,
                  isNofollow: false,
                  sourceNumber: 1,
                  sourceDepth: 0,
                },
              ],
              total: 1,
            },
          ],
        },
      ],
    },
    'pages of one template, told once': {
      site: { crawl: again('a', 'b'), pages: [gone('a'), gone('b')] },
      finds: [
        {
          url: `${home}a`,
          message: 'Soft 404: 2 URLs, such as https://site.test/a',
          affectedUrls: [`${home}a`, `${home}b`],
          details: { referringSources: [] },
          evidence: [
            {
              kind: 'table',
              label: 'Signs of an error page, in two responses',
              columns: ['URL', 'Signs'],
              rows: [
                ['https://site.test/a', 'H1: Page not found; 20 words'],
                ['https://site.test/b', 'H1: Page not found; 20 words'],
              ],
            },
            { kind: 'places', label: 'Inlinks of the first URL', places: [], total: 0 },
          ],
        },
      ],
    },
  },
})
