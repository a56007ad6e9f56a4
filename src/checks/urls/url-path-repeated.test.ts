import { testSiteCheck } from '../test-site-check.ts'
import { urlPathRepeated } from './url-path-repeated.ts'

const url = 'https://site.test/tides/a/tides/b/tides/'

testSiteCheck(urlPathRepeated, {
  passes: {
    'a part twice': { pages: [{ url: 'https://site.test/tides/a/tides/b' }] },
    numbers: { pages: [{ url: 'https://site.test/10/10/10' }] },
  },
  fails: {
    'one URL for all': {
      site: { pages: [{ url: 'https://site.test/' }, { url }] },
      finds: [
        {
          url,
          message: `URLs that repeat a part of their path: 1 page, such as ${url}`,
          evidence: [{ kind: 'table', label: 'Pages', columns: ['Page'], rows: [[url]] }],
        },
      ],
    },
  },
})
