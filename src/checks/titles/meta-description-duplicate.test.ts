import { testSiteCheck } from '../test-site-check.ts'
import type { TestPage } from '../test-site-facts.ts'
import { metaDescriptionDuplicate } from './meta-description-duplicate.ts'

const [a, b] = ['https://site.test/a', 'https://site.test/b'] as const
const described = (metaDescription: string, more: Partial<TestPage> = {}) => ({
  pages: [
    { url: a, metaDescription },
    { url: b, metaDescription, ...more },
  ],
})
const long = 'Oak chairs made in Sweden, in four colours, from stock'

testSiteCheck(metaDescriptionDuplicate, {
  passes: {
    'a description below 50 units, which is short first of all': described('x'.repeat(49)),
    'pages without a description': described(''),
    'the description in two languages': described(long, { lang: 'sv' }),
    'language versions of each other': described(long, { alternates: [a] }),
    'pages of one list': described(long, { url: `${a}?page=2` }),
  },
  fails: {
    'a shared description of 50 units': {
      site: described('x'.repeat(50)),
      finds: [
        {
          url: a,
          severity: 'warning',
          message: 'Duplicate meta description on 2 pages',
          affectedUrls: ['https://site.test/a', 'https://site.test/b'],
          details: {
            description: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
            duplicateUrls: ['https://site.test/a', 'https://site.test/b'],
          },
          evidence: [
            { kind: 'text', label: 'Description', text: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' },
            { kind: 'url', label: 'Page with the most inlinks', url: 'https://site.test/a' },
            {
              kind: 'table',
              label: 'Pages',
              columns: ['URL', 'Crawl depth', 'Inlinks'],
              rows: [
                ['https://site.test/a', '–', '0'],
                ['https://site.test/b', '–', '0'],
              ],
            },
          ],
        },
      ],
    },
    'a shared description of 25 wide characters': {
      site: described('椅'.repeat(25)),
      finds: [
        {
          url: a,
          message: 'Duplicate meta description on 2 pages',
          affectedUrls: ['https://site.test/a', 'https://site.test/b'],
          details: { description: '椅'.repeat(25), duplicateUrls: [a, b] },
          evidence: [
            { kind: 'text', label: 'Description', text: '椅椅椅椅椅椅椅椅椅椅椅椅椅椅椅椅椅椅椅椅椅椅椅椅椅' },
            { kind: 'url', label: 'Page with the most inlinks', url: 'https://site.test/a' },
            {
              kind: 'table',
              label: 'Pages',
              columns: ['URL', 'Crawl depth', 'Inlinks'],
              rows: [
                ['https://site.test/a', '–', '0'],
                ['https://site.test/b', '–', '0'],
              ],
            },
          ],
        },
      ],
    },
  },
})
