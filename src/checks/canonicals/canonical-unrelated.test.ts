import { testSiteCheck } from '../test-site-check.ts'
import type { TestPage } from '../test-site-facts.ts'
import { canonicalUnrelated } from './canonical-unrelated.ts'

const words = (subject: string, length = 60) => Array.from({ length }, (_, index) => `${subject}${index}`).join(' ')
const tables: TestPage = {
  url: 'https://site.test/tables',
  title: 'Tables of oak',
  h1: 'Tables',
  mainText: words('table'),
}
const chairs: TestPage = {
  url: 'https://site.test/chairs',
  title: 'Chairs for four',
  h1: 'Chairs',
  mainText: words('chair'),
  canonicalUrl: tables.url,
}
const similarityTable = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Similarity of the texts',
  columns: ['Page', 'Canonical', 'Similarity'],
  rows,
})
/** So many words, of which the first are those of the tables. */
const sharing = (common: number, length: number) => `${words('table', common)} ${words('chair', length - common)}`
/** Texts that are compared and are alike enough. */
const related = (count: number): TestPage[] =>
  Array.from({ length: count }, (_, index) => ({
    ...chairs,
    url: `${chairs.url}/${index}`,
    mainText: `${words('table')} ${index}`,
  }))

testSiteCheck(canonicalUnrelated, {
  passes: {
    'the same text under another title': { pages: [tables, { ...chairs, mainText: words('table') }] },
    'nearly the same text': { pages: [tables, { ...chairs, mainText: `${words('table')} more` }] },
    'a version with the same title and other words': {
      pages: [tables, { ...chairs, title: 'Tables of oak, printed', h1: 'Tables' }],
    },
    'a short page': { pages: [tables, { ...chairs, mainText: 'chairs' }] },
    'a canonical with noindex, which has its own check': { pages: [{ ...tables, isEligible: false }, chairs] },
    'a canonical that was not read': { pages: [chairs] },
    'the home page, which has its own check': {
      pages: [
        { ...tables, url: 'https://site.test/' },
        { ...chairs, canonicalUrl: 'https://site.test/' },
      ],
    },
    'a page that names itself': { pages: [{ ...chairs, canonicalUrl: chairs.url }] },
    'a text beyond the 200 that are compared': { pages: [tables, ...related(200), chairs] },
    'pages without words in title and heading': {
      pages: [
        { ...tables, title: '', h1: '' },
        { ...chairs, title: '', h1: '' },
      ],
    },
  },
  fails: {
    'another page': {
      site: { pages: [tables, chairs] },
      finds: [
        {
          url: chairs.url,
          message: `Canonical points to a page with another text: 1 page, such as ${chairs.url}`,
          evidence: [similarityTable([chairs.url, tables.url, '0 %'])],
        },
      ],
    },
    'texts of 50 words that share a tenth of their sequences': {
      // 46 and 62 sequences of 5 words: 10 of 98 are common; then of 64 and 64 that differ 10 of 100, and 11 of 111 of 61 each.
      site: {
        pages: [
          { ...tables, mainText: words('table', 50) },
          { ...chairs, mainText: words('chair', 50) },
          { ...chairs, url: `${chairs.url}/10`, mainText: sharing(14, 68) },
        ],
      },
      finds: [
        {
          url: chairs.url,
          message: `Canonical points to a page with another text: 2 pages, such as ${chairs.url}`,
          affectedUrls: [chairs.url, `${chairs.url}/10`],
          evidence: [similarityTable([chairs.url, tables.url, '0 %'], [`${chairs.url}/10`, tables.url, '10 %'])],
        },
      ],
    },
    'the last of 200 texts that are compared, after texts of a page without words in its title': {
      site: { pages: [tables, ...related(199), chairs] },
      finds: [
        {
          url: chairs.url,
          message: `Canonical points to a page with another text: 1 page, such as ${chairs.url}`,
          evidence: [similarityTable([chairs.url, tables.url, '0 %'])],
        },
      ],
    },
    'a page of which half of the words of the title are those of the other': {
      site: { pages: [tables, { ...chairs, title: 'Tables of glass', h1: 'Glass' }] },
      finds: [
        {
          url: chairs.url,
          message: `Canonical points to a page with another text: 1 page, such as ${chairs.url}`,
          evidence: [similarityTable([chairs.url, tables.url, '0 %'])],
        },
      ],
    },
  },
})
