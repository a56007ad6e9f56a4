import { MAP, sitemapFile, withSitemaps } from '../test-host-facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { hops, type TestSite } from '../test-site-facts.ts'
import { sitemapUrlRedirect } from './sitemap-url-redirect.ts'

const listed = (...targets: NonNullable<TestSite['hostFileTargets']>): TestSite => ({
  ...withSitemaps([sitemapFile()]),
  hostFileTargets: targets.map(target => ({ sitemapNumber: 1, ...target })),
})
const a = 'https://site.test/a'
const b = 'https://site.test/b'

testSiteCheck(sitemapUrlRedirect, {
  passes: {
    'URLs without a redirect': listed({ url: a }),
    'a URL that was not requested': listed({ url: a, status: null, skipReason: 'limit' }),
    'a URL that fails': listed({ url: a, status: 404 }),
  },
  fails: {
    'a URL that leads elsewhere': {
      site: listed({ url: a, hops: hops([301], a, b) }),
      finds: [
        {
          url: a,
          severity: 'warning',
          message: `The sitemap ${MAP} lists a URL that redirects: ${a}`,
          affectedUrls: [a],
          evidence: [
            { kind: 'table', label: 'URLs', columns: ['URL', 'Response'], rows: [[a, `301, to ${b}`]] },
            {
              kind: 'text',
              label: 'Checked',
              text: '1 URL of this sitemap that the crawl requested, of 30 listed URLs',
            },
          ],
        },
      ],
    },
  },
  skips: {
    'a crawl without sitemaps': {
      site: {},
      reason: 'Sitemaps were not fetched: the start page could not be read, or the crawl was stopped before.',
    },
  },
})
