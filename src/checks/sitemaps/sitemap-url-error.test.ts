import { MAP, sitemapFile, withSitemaps } from '../test-host-facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { gets, type TestSite } from '../test-site-facts.ts'
import { sitemapUrlError } from './sitemap-url-error.ts'

const table = (...rows: string[][]) => ({ kind: 'table', label: 'URLs', columns: ['URL', 'Response'], rows })
const listed = (...targets: NonNullable<TestSite['hostFileTargets']>): TestSite => ({
  ...withSitemaps([sitemapFile({ entries: 300 })]),
  hostFileTargets: targets.map(target => ({ sitemapNumber: 1, ...target })),
})
const a = 'https://site.test/a'
const b = 'https://site.test/b'
const gone = { status: 404, attempts: gets(404, 404) }

testSiteCheck(sitemapUrlError, {
  passes: {
    'URLs that respond': listed({ url: a }, { url: b }),
    'a URL that was not requested': listed({ url: a, status: null, skipReason: 'limit' }),
    'an error that was fetched once alone': listed({ url: a, status: 404, attempts: gets(404) }),
    'an error that passed': listed({ url: a, status: 500, attempts: gets(500, 200, 500) }),
    'what is no error': listed({ url: a, status: 399, attempts: gets(399, 399) }),
    'a status beyond the classes': listed({ url: a, status: 600, attempts: gets(600, 600) }),
    'responses that say nothing of the page': listed(
      ...[407, 408, 425, 429].map(status => ({
        url: `${a}/${status}`,
        status,
        attempts: gets(status, status, status),
      })),
    ),
    'a protection in place of the page': listed({
      url: a,
      status: 403,
      attempts: gets(403, 403),
      isBotChallenge: true,
    }),
    'a URL that no sitemap lists': { ...listed(), targets: [{ url: a, ...gone }] },
  },
  fails: {
    'URLs of one sitemap by their status': {
      site: listed(
        { url: a, ...gone },
        { url: b, ...gone },
        { url: 'https://site.test/c', status: 503, attempts: gets(503, 503, 503) },
        { url: 'https://site.test/d', status: 403, attempts: gets(403, 403) },
        { url: 'https://site.test/e' },
      ),
      finds: [
        {
          url: a,
          severity: 'error',
          message: `The sitemap ${MAP} lists 2 URLs that return 404, such as ${a}`,
          affectedUrls: [a, b],
          affectedCount: 2,
          evidence: [
            table([a, '404'], [b, '404']),
            {
              kind: 'text',
              label: 'Checked',
              text: '5 URLs of this sitemap that the crawl requested, of 300 listed URLs',
            },
          ],
        },
        {
          url: 'https://site.test/c',
          severity: 'error',
          message: `The sitemap ${MAP} lists a URL that returns 503: https://site.test/c`,
          evidence: [
            table(['https://site.test/c', '503']),
            {
              kind: 'text',
              label: 'Checked',
              text: '5 URLs of this sitemap that the crawl requested, of 300 listed URLs',
            },
          ],
        },
        {
          url: 'https://site.test/d',
          severity: 'warning',
          message:
            'The sitemap https://site.test/sitemap.xml lists a URL that returns 403 (please confirm that search engines can fetch it): https://site.test/d',
          evidence: [
            table(['https://site.test/d', '403']),
            {
              kind: 'text',
              label: 'Checked',
              text: '5 URLs of this sitemap that the crawl requested, of 300 listed URLs',
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
