import { listOf } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import type { TestPage, TestSite } from '../test-site-facts.ts'
import { linkInternalNofollow } from './link-internal-nofollow.ts'

const [home, chairs] = ['https://site.test/', 'https://site.test/chairs'] as const
const linked = (url: string, target: Partial<TestPage> = {}): TestSite => ({
  pages: [
    { url: home, nofollowUrls: [url] },
    { url, ...target },
  ],
  links: [{ from: home, to: url, isNofollow: true, text: 'Chairs' }],
})

testSiteCheck(linkInternalNofollow, {
  passes: {
    'a page that is linked as usual': {
      pages: [{ url: home }, { url: chairs }],
      links: [{ from: home, to: chairs }],
    },
    'a page that is noindex': linked(chairs, { isEligible: false, isNoindex: true }),
    'a page that was not read': { pages: [{ url: home, nofollowUrls: [chairs] }] },
    'a login': linked('https://site.test/log-in/login'),
    'a cart': linked('https://site.test/shop/cart'),
    'a choice of filters': linked(`${chairs}?colour=red`),
  },
  fails: {
    'a page that may be shown in search': {
      site: linked(chairs),
      finds: [
        {
          url: chairs,
          severity: 'warning',
          message: `Internal link with nofollow: ${chairs} (linked from 1 page)`,
          affectedUrls: [home],
          details: {
            sourceUrl: home,
            directReferrer: 'https://site.test/',
            referringSources: [home],
            targetUrl: chairs,
          },
          evidence: [
            {
              kind: 'places',
              label: 'Linked from',
              places: [
                {
                  sourceUrl: home,
                  kind: 'anchor',
                  text: 'Chairs',
                  region: 'main',
                  path: '',
                  line: 1,
                  isNofollow: true,
                  sourceNumber: 1,
                  sourceDepth: 0,
                },
              ],
              total: 1,
            },
          ],
        },
      ],
    },
    'a page linked so from several pages, told once': {
      site: {
        pages: [{ url: home, nofollowUrls: [chairs] }, { url: chairs }, { url: `${home}a`, nofollowUrls: [chairs] }],
      },
      finds: [
        {
          url: chairs,
          message: 'Internal link with nofollow: https://site.test/chairs (linked from 2 pages)',
          affectedUrls: ['https://site.test/', 'https://site.test/a'],
          affectedCount: 2,
          details: {
            sourceUrl: 'https://site.test/',
            directReferrer: 'https://site.test/',
            referringSources: ['https://site.test/', 'https://site.test/a'],
            targetUrl: 'https://site.test/chairs',
          },
          evidence: [listOf('Linked with nofollow from', [home, `${home}a`])],
        },
      ],
    },
  },
})
