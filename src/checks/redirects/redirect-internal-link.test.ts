import { testSiteCheck } from '../test-site-check.ts'
import { gets, hops, type TestSite } from '../test-site-facts.ts'
import { redirectInternalLink } from './redirect-internal-link.ts'

const url = 'https://site.test/about'
const end = 'https://site.test/about/'
const links = [{ from: 'https://site.test/a', to: url }]
const redirecting = (status: number, from = url, to = end): TestSite => ({
  targets: [{ url: from, hops: hops([status], from, to) }],
  links: [{ from: 'https://site.test/a', to: from }],
})

testSiteCheck(redirectInternalLink, {
  passes: {
    'a page that answers itself': { targets: [{ url }], links },
    'a temporary redirect': redirecting(302),
    'an answer that is not modified': { targets: [{ url, status: 304 }], links },
    'a chain, which is reported as such': {
      targets: [{ url, hops: hops([301, 301], url, 'https://site.test/b', end) }],
      links,
    },
    'a redirect to a missing page, which is reported as such': {
      targets: [{ url, hops: hops([301], url, end), finalStatus: 404, attempts: gets(404, 404) }],
      links,
    },
    'a loop': { targets: [{ url, hops: hops([301], url, url), failure: 'redirect-loop' }], links },
    'a step from https to http, which is reported as such': redirecting(301, url, 'http://site.test/about'),
    'a redirect of another site': redirecting(301, 'https://other.test/', 'https://other.test/en'),
    'a redirect that only an image meets': {
      targets: [{ url, hops: hops([301], url, end) }],
      links: [{ from: 'https://site.test/a', to: url, kind: 'image' }],
    },
    'a redirect that only another redirect names': {
      targets: [{ url, hops: hops([301], url, end) }],
      links: [{ from: 'https://site.test/a', to: url, kind: 'redirect' }],
    },
  },
  fails: {
    'a missing slash': {
      site: redirecting(301),
      finds: [
        {
          url,
          severity: 'info',
          message: `301 redirect: ${url} leads to ${end} (linked from 1 page)`,
          details: { statusCode: 301, targetUrl: url, referringSources: ['https://site.test/a'] },
          evidence: [
            { kind: 'url', url: end },
            { kind: 'text', text: 'the link has a slash too many or too few at its end' },
            { kind: 'hops', hops: [{ url, status: 301, location: end }] },
          ],
        },
      ],
    },
    'a redirect that a page of the strongest tenth links to, as a warning': {
      site: { ...redirecting(301), linkScores: { 'https://site.test/a': 95 } },
      finds: [{ url, severity: 'warning', details: { highPrioritySource: true } }],
    },
    'a redirect that names its own number': {
      site: redirecting(308, 'http://site.test/about/', end),
      finds: [
        {
          url: 'http://site.test/about/',
          message: `308 redirect: http://site.test/about/ leads to ${end} (linked from 1 page)`,
          evidence: [{ text: 'the link uses the other of http and https' }],
        },
      ],
    },
    'a redirect to another site that refuses crawlers': {
      site: {
        targets: [{ url, hops: hops([301], url, 'https://other.test/'), finalStatus: 403, attempts: gets(403, 403) }],
        links,
      },
      finds: [{ url, severity: 'info' }],
    },
    'ten pages that link to it, as a warning': {
      site: {
        ...redirecting(301),
        links: Array.from({ length: 10 }, (_, index) => ({ from: `https://site.test/${index}`, to: url })),
      },
      finds: [{ url, severity: 'warning', affectedCount: 10 }],
    },
    'a link in the menu, as a warning': {
      site: { ...redirecting(301), links: [{ from: 'https://site.test/a', to: url, region: 'nav' }] },
      finds: [{ url, severity: 'warning', details: { highPrioritySource: true } }],
    },
  },
})
