import { testSiteCheck } from '../test-site-check.ts'
import { urlNonAscii } from './url-non-ascii.ts'

const url = 'https://site.test/%C3%BCbersicht'

testSiteCheck(urlNonAscii, {
  passes: {
    'a space, which has its own check': { pages: [{ url: 'https://site.test/a%20b' }] },
  },
  fails: {
    'one URL for all': {
      site: { pages: [{ url: 'https://site.test/' }, { url }] },
      finds: [
        {
          url,
          message: `URLs with letters beyond ASCII: 1 page, such as ${url}`,
          evidence: [
            {
              kind: 'table',
              label: 'Pages',
              columns: ['Page', 'Written out'],
              rows: [[url, 'https://site.test/übersicht']],
            },
          ],
        },
      ],
    },
  },
})
