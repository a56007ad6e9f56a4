import { testSiteCheck } from '../test-site-check.ts'
import { h1Duplicate } from './h1-duplicate.ts'

const urls = ['https://site.test/a', 'https://site.test/b', 'https://site.test/c']
const headed = (h1: string, titles: string[]) => ({
  pages: titles.map((title, index) => ({ url: urls[index] ?? '', h1: index === 0 ? h1 : h1.toLowerCase(), title })),
})

testSiteCheck(h1Duplicate, {
  passes: {
    'two pages': headed('Site', ['One', 'Two']),
    'three pages of which two share a title, too': headed('Site', ['One', 'Two', ' two']),
    'pages without a heading': headed('', ['One', 'Two', 'Three']),
  },
  fails: {
    'three pages with titles of their own': {
      site: headed('Site', ['One', 'Two', 'Three']),
      finds: [
        {
          url: 'https://site.test/a',
          severity: 'info',
          message: 'Duplicate H1 on 3 pages: “Site”',
          affectedUrls: ['https://site.test/a', 'https://site.test/b', 'https://site.test/c'],
          details: { h1: 'Site', duplicateUrls: urls },
          evidence: [
            { kind: 'text', label: 'H1', text: 'Site' },
            { kind: 'url', label: 'Page with the most inlinks', url: 'https://site.test/a' },
            {
              kind: 'table',
              label: 'Pages',
              columns: ['URL', 'Crawl depth', 'Inlinks'],
              rows: [
                ['https://site.test/a', '–', '0'],
                ['https://site.test/b', '–', '0'],
                ['https://site.test/c', '–', '0'],
              ],
            },
          ],
        },
      ],
    },
  },
})
