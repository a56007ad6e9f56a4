import { testSiteCheck } from '../test-site-check.ts'
import { urlUppercase } from './url-uppercase.ts'

const url = 'https://site.test/Tides'

testSiteCheck(urlUppercase, {
  passes: {
    'the folder of the start page, which all pages share': {
      crawl: { homeUrl: 'https://site.test/Tides/' },
      pages: [{ url: 'https://site.test/Tides/' }, { url: 'https://site.test/Tides/harwich.html' }],
    },
    'escapes in capital letters': { pages: [{ url: 'https://site.test/%C3%BC' }] },
    'a session id': { pages: [{ url: 'https://site.test/tides;jsessionid=1A2B' }] },
    'a parameter': { pages: [{ url: 'https://site.test/list?Sort=1' }] },
  },
  fails: {
    'one URL for all': {
      site: { pages: [{ url: 'https://site.test/' }, { url }] },
      finds: [
        {
          url,
          message: `URLs with capital letters: 1 page, such as ${url}`,
          evidence: [{ kind: 'table', label: 'Pages', columns: ['Page'], rows: [[url]] }],
        },
      ],
    },
  },
})
