import { testSiteCheck } from '../test-site-check.ts'
import { hops, type TestSite } from '../test-site-facts.ts'
import { externalLinkRedirect } from './external-link-redirect.ts'

const source = 'https://site.test/'
const url = 'http://example.org/tides'
const to = 'https://example.org/tides/'
const siteOf = (status: number, location = to, finalStatus = 200): TestSite => ({
  pages: [{ url: source }],
  links: [{ from: source, to: url }],
  targets: [{ url, hops: [{ url, status, location, elapsedMs: 1 }], finalStatus }],
})

const moved = {
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
}

testSiteCheck(externalLinkRedirect, {
  passes: {
    'a temporary redirect': siteOf(302),
    'a redirect to an error, which has its own check': siteOf(301, to, 404),
    'a redirect to a bot protection': {
      ...siteOf(301),
      targets: [
        { url, hops: [{ url, status: 301, location: to, elapsedMs: 1 }], finalStatus: 200, isBotChallenge: true },
      ],
    },
    'a permanent redirect that leads to a temporary one': {
      ...siteOf(301),
      targets: [{ url, hops: hops([301, 302], url, 'https://example.org/tides', to), finalStatus: 200 }],
    },
    'a redirect to a sign-in page': siteOf(301, 'https://example.org/login?next=%2Ftides'),
  },
  fails: {
    'a permanent redirect': { site: siteOf(301), finds: [moved] },
    'the redirect that keeps the method': { site: siteOf(308), finds: [moved] },
  },
})
