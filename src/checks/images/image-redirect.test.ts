import { testSiteCheck } from '../test-site-check.ts'
import type { TestSite } from '../test-site-facts.ts'
import { imageRedirect } from './image-redirect.ts'

const source = 'https://site.test/'
const url = 'http://site.test/boat.png'
const to = 'https://site.test/boat.png'
const siteOf = (status: number, finalStatus = 200): TestSite => ({
  pages: [{ url: source }],
  links: [{ from: source, to: url, kind: 'image' }],
  targets: [{ url, hops: [{ url, status, location: to, elapsedMs: 1 }], finalStatus }],
})

const moved = {
  url,
  message: `Images that redirect: 1 image, such as ${url}`,
  evidence: [{ kind: 'table', label: 'Images', columns: ['Image', 'Redirects to', 'On'], rows: [[url, to, source]] }],
}

testSiteCheck(imageRedirect, {
  passes: {
    'a temporary redirect': siteOf(302),
    'a redirect to an error, which has its own check': siteOf(301, 404),
  },
  fails: {
    'a permanent redirect': { site: siteOf(301), finds: [moved] },
    'the redirect that keeps the method': { site: siteOf(308), finds: [moved] },
  },
})
