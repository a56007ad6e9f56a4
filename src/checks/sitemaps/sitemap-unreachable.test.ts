import { MAP, robotsFile, sitemapFile, withSitemaps } from '../test-host-facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { gets } from '../test-site-facts.ts'
import { sitemapUnreachable } from './sitemap-unreachable.ts'

const gone = sitemapFile({ status: 404, kind: 'none', attempts: gets(404, 404) })

testSiteCheck(sitemapUnreachable, {
  passes: {
    'sitemaps that can be read': withSitemaps([sitemapFile(), sitemapFile({ from: 'index', listedBy: MAP })]),
    'a guess that is not there': withSitemaps([{ ...gone, from: 'guess' }]),
    'a response that was fetched once alone': withSitemaps([{ ...gone, attempts: gets(404) }]),
    'a request to wait': withSitemaps([sitemapFile({ status: 429, kind: 'none', attempts: gets(429, 429, 429) })]),
    'a bot protection page in its place': withSitemaps([
      sitemapFile({ status: 403, kind: 'none', attempts: gets(403, 403), isBotChallenge: true }),
    ]),
    'one that was not fetched': withSitemaps([
      sitemapFile({ status: null, kind: 'none', attempts: [], refusal: 'it lies on another site' }),
    ]),
    'a feed': withSitemaps([sitemapFile({ kind: 'none', looksLike: 'feed' })]),
    'a file that is no sitemap, which is another matter': withSitemaps([
      sitemapFile({ kind: 'none', faults: [{ kind: 'not-a-sitemap', line: 1, column: 1, detail: '' }] }),
    ]),
  },
  fails: {
    'one that is gone': {
      site: {
        crawl: {
          ...withSitemaps([gone]).crawl,
          robotsFiles: [robotsFile({ sitemaps: [{ line: 5, text: MAP }] })],
        },
      },
      finds: [
        {
          url: MAP,
          severity: 'error',
          message: `The sitemap ${MAP} returns 404 on 2 attempts`,
          isHostWide: true,
          details: { statusCode: 404 },
          evidence: [
            { kind: 'code', label: 'Listed in https://site.test/robots.txt', code: `Sitemap: ${MAP}`, line: 5 },
            { kind: 'attempts', label: 'Attempts', attempts: gone.attempts },
          ],
        },
      ],
    },
    'one that is gone beside one that works, as information': {
      site: withSitemaps([gone, sitemapFile({ url: 'https://site.test/other.xml', status: 200, entries: 3 })]),
      finds: [
        {
          url: MAP,
          severity: 'info',
          message: `The sitemap ${MAP} returns 404 on 2 attempts`,
          isHostWide: true,
          details: { statusCode: 404 },
          evidence: [{ kind: 'attempts', label: 'Attempts', attempts: gone.attempts }],
        },
      ],
    },
    'one without a response, listed by an index': {
      site: withSitemaps([
        sitemapFile({
          from: 'index',
          listedBy: 'https://site.test/index.xml',
          status: null,
          failure: 'timeout-first-byte',
          failureDetail: 'No response within 20 s.',
          kind: 'none',
          attempts: gets(null, null),
        }),
      ]),
      finds: [
        {
          url: MAP,
          severity: 'error',
          message: `The sitemap ${MAP} does not respond (no response in time) on 2 attempts`,
          isHostWide: true,
          evidence: [
            { kind: 'url', label: 'Listed in', url: 'https://site.test/index.xml' },
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: null, failure: 'dns' },
                { atMs: 2000, method: 'GET', status: null, failure: 'dns' },
              ],
            },
            { kind: 'text', label: 'Connection error', text: 'No response within 20 s.' },
          ],
        },
      ],
    },
    'a refusal, which may be meant for this crawler': {
      site: withSitemaps([sitemapFile({ status: 403, kind: 'none', attempts: gets(403, 403) })]),
      finds: [
        {
          url: MAP,
          severity: 'warning',
          message:
            'The sitemap https://site.test/sitemap.xml returns 403 on 2 attempts; please confirm that search engines can fetch it',
          isHostWide: true,
          details: { statusCode: 403 },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'GET', status: 403, failure: null },
                { atMs: 2000, method: 'GET', status: 403, failure: null },
              ],
            },
          ],
        },
      ],
    },
    'a web page': {
      site: withSitemaps([sitemapFile({ mediaType: 'text/html', kind: 'none', looksLike: 'html' })]),
      finds: [
        {
          url: MAP,
          severity: 'error',
          message: `The sitemap ${MAP} is an HTML page (text/html)`,
          isHostWide: true,
          details: { statusCode: 200 },
          evidence: [
            { kind: 'attempts', label: 'Attempts', attempts: [{ atMs: 0, method: 'GET', status: 200, failure: null }] },
          ],
        },
      ],
    },
  },
  skips: {
    'a crawl that did not fetch it': {
      site: {},
      reason: 'Sitemaps were not fetched: the start page could not be read, or the crawl was stopped before.',
    },
  },
})
