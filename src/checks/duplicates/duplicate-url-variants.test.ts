import { testSiteCheck } from '../test-site-check.ts'
import type { TestPage } from '../test-site-facts.ts'
import { duplicateUrlVariants } from './duplicate-url-variants.ts'

const url = 'https://site.test/chairs'
const spelled = (other: string, more: Partial<TestPage> = {}) => ({
  pages: [
    { url, textHash: 'aa', title: 'Chairs' },
    { url: other, textHash: 'aa', title: 'Chairs', ...more },
  ],
})
const differing = (other: string, ...differences: string[]) => ({
  site: spelled(other),
  finds: [
    {
      url,
      message: `Duplicate content: the same page is available under 2 URLs that differ only in ${differences.join(' and ')}, such as ${url}`,
      affectedUrls: [url, other],
      details: { duplicateUrls: [url, other] },
      evidence: [
        { kind: 'text', label: 'Difference', text: differences.join(', ') },
        { kind: 'url', label: 'Page with the most inlinks', url },
        {
          kind: 'table',
          label: 'Pages',
          columns: ['URL', 'Crawl depth', 'Inlinks'],
          rows: [
            [url, '–', '0'],
            [other, '–', '0'],
          ],
        },
      ],
    },
  ],
})

testSiteCheck(duplicateUrlVariants, {
  passes: {
    'another page with the same text': spelled('https://site.test/tables'),
    'another parameter': spelled(`${url}?colour=red`),
    'another value of a parameter': {
      pages: ['1', '2'].map(value => ({ url: `${url}?id=${value}`, textHash: 'aa', title: 'Chairs' })),
    },
    'another host': spelled('https://www.site.test/chairs'),
    'other texts': spelled(`${url}/`, { textHash: 'bb' }),
    'other titles, for texts of a few words are equal easily': spelled(`${url}/`, { title: 'Tables' }),
    'pages without text': spelled(`${url}/`, { textHash: '' }),
    'a variant that names the other as canonical': spelled(`${url}/`, { isEligible: false, canonicalUrl: url }),
  },
  fails: {
    'a trailing slash': differing(`${url}/`, 'trailing slash'),
    'the case of the path': differing('https://site.test/Chairs', 'letter case'),
    'the extension of a file': differing(`${url}.html`, 'file extension'),
    'an index file': differing(`${url}/index.html`, 'trailing slash', 'index file'),
    'a tracking parameter': differing(`${url}?utm_source=letter`, 'tracking parameters'),
    'pages that come in another order than they were found': {
      site: {
        pages: [
          { url, number: 7, textHash: 'aa', title: 'Chairs' },
          { url: `${url}/`, number: 4, textHash: 'aa', title: 'Chairs' },
        ],
      },
      finds: [
        {
          url: `${url}/`,
          message: `Duplicate content: the same page is available under 2 URLs that differ only in trailing slash, such as ${url}/`,
          affectedUrls: [`${url}/`, url],
          details: { duplicateUrls: [`${url}/`, url] },
          evidence: [
            { kind: 'text', label: 'Difference', text: 'trailing slash' },
            { kind: 'url', label: 'Page with the most inlinks', url: `${url}/` },
            {
              kind: 'table',
              label: 'Pages',
              columns: ['URL', 'Crawl depth', 'Inlinks'],
              rows: [
                [`${url}/`, '–', '0'],
                [url, '–', '0'],
              ],
            },
          ],
        },
      ],
    },
    'the order of parameters': {
      site: {
        pages: ['?a=1&b=2', '?b=2&a=1'].map(query => ({ url: `${url}${query}`, textHash: 'aa', title: 'Chairs' })),
      },
      finds: [
        {
          url: `${url}?a=1&b=2`,
          message:
            'Duplicate content: the same page is available under 2 URLs that differ only in parameter order, such as https://site.test/chairs?a=1&b=2',
          affectedUrls: ['https://site.test/chairs?a=1&b=2', 'https://site.test/chairs?b=2&a=1'],
          details: { duplicateUrls: ['https://site.test/chairs?a=1&b=2', 'https://site.test/chairs?b=2&a=1'] },
          evidence: [
            { kind: 'text', label: 'Difference', text: 'parameter order' },
            { kind: 'url', label: 'Page with the most inlinks', url: 'https://site.test/chairs?a=1&b=2' },
            {
              kind: 'table',
              label: 'Pages',
              columns: ['URL', 'Crawl depth', 'Inlinks'],
              rows: [
                ['https://site.test/chairs?a=1&b=2', '–', '0'],
                ['https://site.test/chairs?b=2&a=1', '–', '0'],
              ],
            },
          ],
        },
      ],
    },
  },
})
