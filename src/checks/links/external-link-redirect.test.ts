import { testSiteCheck } from '../test-site-check.ts'
import type { TestSite } from '../test-site-facts.ts'
import { externalLinkRedirect } from './external-link-redirect.ts'

const source = 'https://site.test/'
const url = 'http://example.org/tides'
const to = 'https://example.org/tides/'
const siteOf = (status: number, location = to, finalStatus = 200): TestSite => ({
  pages: [{ url: source }],
  links: [{ from: source, to: url }],
  targets: [{ url, hops: [{ url, status, location, elapsedMs: 1 }], finalStatus }],
})

testSiteCheck(externalLinkRedirect, {
  passes: {
    'a temporary redirect': siteOf(302),
    'a redirect to an error, which has its own check': siteOf(301, to, 404),
    'a redirect to a sign-in page': siteOf(301, 'https://example.org/login?next=%2Ftides'),
  },
  fails: {
    'a permanent redirect': {
      site: siteOf(308),
      finds: [
        {
          url,
          message: `External links to permanent redirects: 1 URL, such as ${url}`,
          evidence: [
            {
              kind: 'table',
              label: 'URLs',
              columns: ['Link to', 'Redirects to', 'Linked from'],
              rows: [[url, to, source]],
            },
          ],
        },
      ],
    },
  },
})
