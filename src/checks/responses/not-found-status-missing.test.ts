import type { RandomUrlResponse } from '#shared/site-facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { notFoundStatusMissing } from './not-found-status-missing.ts'

const home = 'https://site.test/'
const made = (path: string, statuses: (number | null)[], isHtml = true): RandomUrlResponse => ({
  url: home + path,
  statuses,
  isHtml,
  title: 'Welcome',
  text: 'Hello',
  textHash: 'f00d',
})
const site = (...randomUrls: RandomUrlResponse[]) => ({ crawl: { laterResponses: { randomUrls } } })

testSiteCheck(notFoundStatusMissing, {
  passes: {
    '404 for both': site(made('a', [404]), made('b/c', [404])),
    'a page for any URL of one level': site(made('a', [200, 200]), made('b/c', [404])),
    'redirects, to a login for example': site(made('a', [302]), made('b/c', [302])),
    'responds that change': site(made('a', [200, 404]), made('b/c', [200, 200])),
    'a file that is no page': site(made('a', [200, 200], false), made('b/c', [200, 200], false)),
    'no response': site(made('a', [null]), made('b/c', [null])),
  },
  fails: {
    '200 for anything': {
      site: site(made('a', [200, 200]), made('b/c', [200, 200])),
      finds: [
        {
          url: home,
          severity: 'error',
          message: `Nonexistent URLs return 200, such as ${home}a`,
          isHostWide: true,
          evidence: [
            {
              kind: 'table',
              label: 'Nonexistent URLs requested by this check',
              columns: ['URL', 'Status codes', 'Title'],
              rows: [
                [`${home}a`, '200, 200', 'Welcome'],
                [`${home}b/c`, '200, 200', 'Welcome'],
              ],
            },
            { kind: 'text', label: 'Text of the first response', text: 'Hello' },
          ],
        },
      ],
    },
  },
  skips: {
    'a crawl that did not fetch it': {
      site: {},
      reason: 'No nonexistent URL was requested: the crawl was stopped, or robots.txt blocks such URLs.',
    },
    'one URL closed by robots.txt': {
      site: site(made('a', [200, 200])),
      reason: 'No nonexistent URL was requested: the crawl was stopped, or robots.txt blocks such URLs.',
    },
  },
})
