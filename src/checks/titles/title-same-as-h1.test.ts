import { testSiteCheck } from '../test-site-check.ts'
import { titleSameAsH1 } from './title-same-as-h1.ts'

const url = 'https://site.test/tides'

testSiteCheck(titleSameAsH1, {
  passes: {
    'a title with the name of the site': { pages: [{ url, title: 'Tides – Harbour', h1: 'Tides' }] },
    'a page that is not listed': { pages: [{ url, title: 'Tides', h1: 'Tides', isEligible: false }] },
    'a page without both': { pages: [{ url, title: '', h1: '' }] },
  },
  fails: {
    'pages with one text in both, together': {
      site: {
        pages: [
          { url, title: 'Tides', h1: 'TIDES' },
          { url: `${url}/today`, title: 'Today', h1: 'Today' },
          { url: `${url}/later`, title: 'Later', h1: 'Today' },
        ],
      },
      finds: [
        {
          url,
          message: `Title equal to the H1: 2 pages, such as ${url}`,
          affectedUrls: [url, `${url}/today`],
          evidence: [
            {
              kind: 'table',
              label: 'Pages',
              columns: ['Page', 'Text'],
              rows: [
                [url, 'Tides'],
                [`${url}/today`, 'Today'],
              ],
            },
          ],
        },
      ],
    },
  },
})
