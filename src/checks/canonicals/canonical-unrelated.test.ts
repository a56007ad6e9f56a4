import { testSiteCheck } from '../test-site-check.ts'
import type { TestPage } from '../test-site-facts.ts'
import { canonicalUnrelated } from './canonical-unrelated.ts'

const words = (subject: string) => Array.from({ length: 60 }, (_, index) => `${subject}${index}`).join(' ')
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
  },
  fails: {
    'another page': {
      site: { pages: [tables, chairs] },
      finds: [
        {
          url: chairs.url,
          message: `Canonical points to a page with another text: 1 page, such as ${chairs.url}`,
          evidence: [
            {
              kind: 'table',
              label: 'Similarity of the texts',
              columns: ['Page', 'Canonical', 'Similarity'],
              rows: [[chairs.url, tables.url, '0 %']],
            },
          ],
        },
      ],
    },
  },
})
