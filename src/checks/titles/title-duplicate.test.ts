import { testSiteCheck } from '../test-site-check.ts'
import type { TestPage } from '../test-site-facts.ts'
import { titleDuplicate } from './title-duplicate.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Pages',
  columns: ['URL', 'Crawl depth', 'Inlinks'],
  rows,
})
const [a, b, c] = ['https://site.test/a', 'https://site.test/b', 'https://site.test/c'] as const
const chairs = (url: string, more: Partial<TestPage> = {}): TestPage => ({ url, title: 'Chairs', ...more })
const copies = ['http://site.test', 'https://site.test'].map(origin => ({
  url: `${origin}/`,
  status: 200,
  location: null,
  finalUrl: `${origin}/`,
  isHtml: true,
  canonicalUrl: null,
}))

testSiteCheck(titleDuplicate, {
  passes: {
    'titles that differ': { pages: [{ url: a }, { url: b }] },
    'pages without a title': { pages: [chairs(a, { title: '' }), chairs(b, { title: '' })] },
    'one title in two languages': { pages: [chairs(a, { lang: 'en' }), chairs(b, { lang: 'de' })] },
    'a page that names another as canonical': { pages: [chairs(a), chairs(b, { isEligible: false, canonicalUrl: a })] },
    'language versions of each other': { pages: [chairs(a, { alternates: [a, b] }), chairs(b)] },
    'versions that are connected by a third one': {
      pages: [chairs(a, { alternates: [b] }), chairs(b, { alternates: [c] }), chairs(c)],
    },
    'one page under the URL of its folder and of its index file': {
      pages: [
        chairs('https://site.test/chairs/', { textHash: 'same' }),
        chairs('https://site.test/chairs/index.html', { textHash: 'same' }),
      ],
    },
    'pages of one list, by rel=next': {
      pages: [
        chairs('https://site.test/news/', { paginationUrls: ['https://site.test/news/2/'] }),
        chairs('https://site.test/news/2/', { paginationUrls: ['https://site.test/news/3/'] }),
        chairs('https://site.test/news/3/'),
      ],
    },
    'pages of one list, by their URLs': {
      pages: [
        chairs('https://site.test/blog/'),
        chairs('https://site.test/blog/page/2/'),
        chairs('https://site.test/blog/page/3'),
      ],
    },
    'pages of one list, by a parameter': {
      pages: [chairs('https://site.test/list?sort=up'), chairs('https://site.test/list?sort=up&page=2')],
    },
    'the same page on two variants of the host, which is one cause': {
      crawl: { hostVariants: copies },
      pages: [chairs('http://site.test/x', { textHash: 'aa' }), chairs('https://site.test/x', { textHash: 'aa' })],
    },
  },
  fails: {
    'chapters that rel=next only chains': {
      site: { pages: [chairs(a, { paginationUrls: [b] }), chairs(b, { paginationUrls: [a] })] },
      finds: [
        {
          url: a,
          message: 'Duplicate title on 2 pages: “Chairs”',
          affectedUrls: ['https://site.test/a', 'https://site.test/b'],
          details: { title: 'Chairs', duplicateUrls: [a, b] },
          evidence: [
            { kind: 'text', label: 'Title (en)', text: 'Chairs' },
            { kind: 'url', label: 'Page with the most inlinks', url: 'https://site.test/a' },
            table(['https://site.test/a', '–', '0'], ['https://site.test/b', '–', '0']),
          ],
        },
      ],
    },
    'two pages, under the one that most pages link to': {
      site: {
        pages: [chairs(a), chairs(b, { title: ' CHAIRS' })],
        links: [{ from: c, to: b }],
      },
      finds: [
        {
          url: b,
          severity: 'warning',
          message: 'Duplicate title on 2 pages: “Chairs”',
          affectedUrls: [a, b],
          details: { duplicateUrls: [a, b], title: 'Chairs' },
          evidence: [
            { kind: 'text', label: 'Title (en)', text: 'Chairs' },
            { kind: 'url', label: 'Page with the most inlinks', url: b },
            table([a, '–', '0'], [b, '1', '1']),
          ],
        },
      ],
    },
    'pages in the order in which they were found, whichever spelling of one most pages link to': {
      site: {
        pages: [chairs(`${a}/`, { textHash: 'same' }), chairs(b), chairs(a, { textHash: 'same' })],
        links: [{ from: c, to: a }],
      },
      finds: [
        {
          url: a,
          message: 'Duplicate title on 2 pages: “Chairs”',
          affectedUrls: [b, a],
          details: { title: 'Chairs', duplicateUrls: [b, a] },
          evidence: [
            { kind: 'text', label: 'Title (en)', text: 'Chairs' },
            { kind: 'url', label: 'Page with the most inlinks', url: a },
            table([b, '–', '0'], [a, '1', '1']),
          ],
        },
      ],
    },
    'the first page among equals': {
      site: { pages: [chairs(b), chairs(a)] },
      finds: [
        {
          url: b,
          message: 'Duplicate title on 2 pages: “Chairs”',
          affectedUrls: ['https://site.test/b', 'https://site.test/a'],
          details: { title: 'Chairs', duplicateUrls: ['https://site.test/b', 'https://site.test/a'] },
          evidence: [
            { kind: 'text', label: 'Title (en)', text: 'Chairs' },
            { kind: 'url', label: 'Page with the most inlinks', url: 'https://site.test/b' },
            table(['https://site.test/b', '–', '0'], ['https://site.test/a', '–', '0']),
          ],
        },
      ],
    },
    'a list and another page': {
      site: { pages: [chairs('https://site.test/blog/'), chairs('https://site.test/blog/page/2/'), chairs(a)] },
      finds: [
        {
          url: 'https://site.test/blog/',
          message: 'Duplicate title on 3 pages: “Chairs”',
          affectedUrls: ['https://site.test/blog/', 'https://site.test/blog/page/2/', 'https://site.test/a'],
          affectedCount: 3,
          details: {
            title: 'Chairs',
            duplicateUrls: ['https://site.test/blog/', 'https://site.test/blog/page/2/', 'https://site.test/a'],
          },
          evidence: [
            { kind: 'text', label: 'Title (en)', text: 'Chairs' },
            { kind: 'url', label: 'Page with the most inlinks', url: 'https://site.test/blog/' },
            table(
              ['https://site.test/blog/', '–', '0'],
              ['https://site.test/blog/page/2/', '–', '0'],
              ['https://site.test/a', '–', '0'],
            ),
          ],
        },
      ],
    },
    'each language by itself': {
      site: { pages: [chairs(a), chairs(b), chairs(c, { lang: 'de' }), chairs('https://site.test/d', { lang: 'DE' })] },
      finds: [
        {
          url: a,
          message: 'Duplicate title on 2 pages: “Chairs”',
          affectedUrls: [a, b],
          details: { title: 'Chairs', duplicateUrls: ['https://site.test/a', 'https://site.test/b'] },
          evidence: [
            { kind: 'text', label: 'Title (en)', text: 'Chairs' },
            { kind: 'url', label: 'Page with the most inlinks', url: 'https://site.test/a' },
            table(['https://site.test/a', '–', '0'], ['https://site.test/b', '–', '0']),
          ],
        },
        {
          url: c,
          message: 'Duplicate title on 2 pages: “Chairs”',
          affectedUrls: ['https://site.test/c', 'https://site.test/d'],
          details: { title: 'Chairs', duplicateUrls: ['https://site.test/c', 'https://site.test/d'] },
          evidence: [
            { kind: 'text', label: 'Title (de)', text: 'Chairs' },
            { kind: 'url', label: 'Page with the most inlinks', url: 'https://site.test/c' },
            table(['https://site.test/c', '–', '0'], ['https://site.test/d', '–', '0']),
          ],
        },
      ],
    },
    'pages without a language': {
      site: { pages: [chairs(a, { lang: null }), chairs(b, { lang: null })] },
      finds: [
        {
          url: a,
          message: 'Duplicate title on 2 pages: “Chairs”',
          affectedUrls: ['https://site.test/a', 'https://site.test/b'],
          details: { title: 'Chairs', duplicateUrls: ['https://site.test/a', 'https://site.test/b'] },
          evidence: [
            { kind: 'text', label: 'Title', text: 'Chairs' },
            { kind: 'url', label: 'Page with the most inlinks', url: 'https://site.test/a' },
            table(['https://site.test/a', '–', '0'], ['https://site.test/b', '–', '0']),
          ],
        },
      ],
    },
    'pages whose URLs end in numbers': {
      site: { pages: [chairs('https://site.test/news/1'), chairs('https://site.test/news/2')] },
      finds: [
        {
          url: 'https://site.test/news/1',
          message: 'Duplicate title on 2 pages: “Chairs”',
          affectedUrls: ['https://site.test/news/1', 'https://site.test/news/2'],
          details: { title: 'Chairs', duplicateUrls: ['https://site.test/news/1', 'https://site.test/news/2'] },
          evidence: [
            { kind: 'text', label: 'Title (en)', text: 'Chairs' },
            { kind: 'url', label: 'Page with the most inlinks', url: 'https://site.test/news/1' },
            table(['https://site.test/news/1', '–', '0'], ['https://site.test/news/2', '–', '0']),
          ],
        },
      ],
    },
    'two variants of one URL with different texts': {
      site: { pages: [chairs(a, { textHash: 'aa' }), chairs(`${a}/`, { textHash: 'bb' })] },
      finds: [
        {
          url: a,
          message: 'Duplicate title on 2 pages: “Chairs”',
          affectedUrls: ['https://site.test/a', 'https://site.test/a/'],
          details: { title: 'Chairs', duplicateUrls: ['https://site.test/a', 'https://site.test/a/'] },
          evidence: [
            { kind: 'text', label: 'Title (en)', text: 'Chairs' },
            { kind: 'url', label: 'Page with the most inlinks', url: 'https://site.test/a' },
            table(['https://site.test/a', '–', '0'], ['https://site.test/a/', '–', '0']),
          ],
        },
      ],
    },
  },
})
