import { testSiteCheck } from '../test-site-check.ts'
import { urlParametersMany } from './url-parameters-many.ts'

const url = 'https://site.test/?a=1&b=2&c=3&d'

testSiteCheck(urlParametersMany, {
  passes: {
    'three parameters, which ampersands also begin and end': {
      pages: [{ url: 'https://site.test/?&a=1&b=2&&c=3&' }],
    },
    'a URL without a query': { pages: [{ url: 'https://site.test/a&b&c&d' }] },
  },
  fails: {
    'one URL for all': {
      site: { pages: [{ url: 'https://site.test/' }, { url }] },
      finds: [
        {
          url,
          message: `URLs with many parameters: 1 page, such as ${url}`,
          evidence: [{ kind: 'table', label: 'Pages', columns: ['Page', 'Parameters'], rows: [[url, '4']] }],
        },
      ],
    },
  },
})
