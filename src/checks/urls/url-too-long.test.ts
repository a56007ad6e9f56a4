import { testSiteCheck } from '../test-site-check.ts'
import { urlTooLong } from './url-too-long.ts'

const url = `https://site.test/${'x'.repeat(193)}`

testSiteCheck(urlTooLong, {
  passes: {
    'a URL within the tolerance': { pages: [{ url: `https://site.test/${'x'.repeat(192)}` }] },
  },
  fails: {
    'one URL for all': {
      site: { pages: [{ url: 'https://site.test/' }, { url }] },
      finds: [
        {
          url,
          message: `Long URLs: 1 page, such as ${url}`,
          evidence: [{ kind: 'table', label: 'Pages', columns: ['Page', 'Characters'], rows: [[url, '211']] }],
        },
      ],
    },
  },
})
