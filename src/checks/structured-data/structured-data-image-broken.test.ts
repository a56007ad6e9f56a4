import { listOf } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { gets, type TestPage, type TestSite, type TestTarget } from '../test-site-facts.ts'
import { structuredDataImageBroken } from './structured-data-image-broken.ts'

const image = 'https://site.test/gone.jpg'
const foreign = 'https://cdn.test/gone.jpg'
const [one, other] = ['https://site.test/one', 'https://site.test/other']
const naming = (url: string, ...structuredImages: string[]): TestPage => ({ url, facts: { structuredImages } })
const siteOf = (target: Partial<TestTarget>, url = image): TestSite => ({
  pages: [naming(one, url), naming(other, 'https://site.test/fine.jpg', url), { url: 'https://site.test/' }],
  targets: [{ url, status: 404, attempts: gets(404, 404), kinds: [], ...target }],
})
const attempts = { kind: 'attempts', label: 'Attempts', attempts: gets(404, 404) }

testSiteCheck(structuredDataImageBroken, {
  passes: {
    'an image that is there': siteOf({ status: 200, attempts: gets(200) }),
    'an image that was requested once': siteOf({ attempts: gets(404) }),
    'an image that pages show, too, which has its own check': siteOf({ kinds: ['image'] }),
    'a server error of another site': siteOf({ status: 503, attempts: gets(503, 503, 503) }, foreign),
    'a missing URL that only a sitemap lists': { ...siteOf({}), pages: [{ url: one }] },
  },
  fails: {
    'a missing image once, with every page that names it': {
      site: siteOf({}),
      finds: [
        {
          url: image,
          severity: 'warning',
          message: `Image in JSON-LD returns 404: ${image} (named by 2 pages)`,
          affectedUrls: [one, other],
          details: { targetUrl: image, statusCode: 404, referringSources: [one, other] },
          evidence: [listOf('Named by', [one, other]), attempts],
        },
      ],
    },
    'a missing image of another site': {
      site: siteOf({}, foreign),
      finds: [
        {
          url: foreign,
          message: `Image in JSON-LD returns 404: ${foreign} (named by 2 pages)`,
          affectedUrls: [one, other],
          details: { targetUrl: foreign, statusCode: 404, referringSources: [one, other] },
          evidence: [listOf('Named by', [one, other]), attempts],
        },
      ],
    },
  },
})
