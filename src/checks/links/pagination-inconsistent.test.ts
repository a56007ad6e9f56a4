import { testSiteCheck } from '../test-site-check.ts'
import { paginationInconsistent } from './pagination-inconsistent.ts'

const one = 'https://site.test/news'
const two = `${one}?page=2`
const links = [
  { from: one, to: two },
  { from: two, to: one },
]
const columns = ['Page', 'Names', 'Problem']
const message = `Inconsistent rel=next and rel=prev: 1 page, such as ${one}`

testSiteCheck(paginationInconsistent, {
  passes: {
    'pages that name each other': {
      pages: [
        { url: one, paginationUrls: [two] },
        { url: two, paginationUrls: [one] },
      ],
      links,
    },
    'a page that names the canonical': {
      pages: [
        { url: `${one}?sort=1`, canonicalUrl: one, paginationUrls: [two] },
        { url: two, paginationUrls: [one] },
      ],
      links,
    },
    'chapters of a book': {
      pages: [{ url: one, paginationUrls: ['https://site.test/weather'] }, { url: 'https://site.test/weather' }],
    },
    'a page that was not read': { pages: [{ url: one, paginationUrls: [two] }] },
  },
  fails: {
    'a page that is not named in return': {
      site: { pages: [{ url: one, paginationUrls: [two] }, { url: two }], links },
      finds: [
        {
          url: one,
          message,
          evidence: [
            { kind: 'table', label: 'Pages', columns, rows: [[one, two, 'does not name the page in return']] },
          ],
        },
      ],
    },
    'a page that is not linked': {
      site: {
        pages: [
          { url: one, paginationUrls: [two] },
          { url: two, paginationUrls: [one] },
        ],
        links: links.slice(1),
      },
      finds: [
        {
          url: one,
          message,
          evidence: [{ kind: 'table', label: 'Pages', columns, rows: [[one, two, 'no link leads there']] }],
        },
      ],
    },
  },
})
