import { testSiteCheck } from '../test-site-check.ts'
import { urlUnderscore } from './url-underscore.ts'

const url = 'https://site.test/tide_tables'

testSiteCheck(urlUnderscore, {
  passes: {
    'the folder of the start page, which all pages share': {
      crawl: { homeUrl: 'https://site.test/tide_tables/' },
      pages: [{ url: 'https://site.test/tide_tables/' }, { url: 'https://site.test/tide_tables/harwich.html' }],
    },
    'a parameter': { pages: [{ url: 'https://site.test/list?sort_by=1' }] },
  },
  fails: {
    'one URL for all': {
      site: { pages: [{ url: 'https://site.test/' }, { url }] },
      finds: [
        {
          url,
          message: `URLs with underscores: 1 page, such as ${url}`,
          evidence: [{ kind: 'table', label: 'Pages', columns: ['Page'], rows: [[url]] }],
        },
      ],
    },
  },
})
