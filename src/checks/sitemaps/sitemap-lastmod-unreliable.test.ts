import type { LastModifiedFacts } from '#shared/host-facts.ts'
import { MAP, sitemapFile, withSitemaps } from '../test-host-facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { sitemapLastmodUnreliable } from './sitemap-lastmod-unreliable.ts'

const NONE = { total: 0, samples: [] }
const attempts = [{ atMs: Date.parse('2026-05-10T12:00:00Z'), method: 'GET', status: 200, failure: null } as const]
const dated = (lastModified: Partial<LastModifiedFacts>) =>
  sitemapFile({
    attempts: [...attempts],
    lastModified: { dated: 0, invalid: NONE, future: NONE, days: [], newest: '', ...lastModified },
  })
const stamped = { dated: 20, days: ['2026-05-08', '2026-05-09'], newest: '2026-05-09' }
const samples = { total: 3, samples: [{ line: 8, text: '31.01.2026' }] }

const listedDay = Date.parse('2026-03-01') / 86_400_000
const page = 'https://site.test/a'
const graph = (type: string, dateModified: string) =>
  JSON.stringify({ '@context': 'https://schema.org', '@graph': [{ '@type': type, dateModified }] })
const changed = (raw: string, target: { listedDay?: number } = {}) => ({
  ...withSitemaps([dated({ dated: 1, days: ['2026-03-01'], newest: '2026-03-01' })]),
  pages: [{ url: page, facts: { jsonLd: [{ raw, line: 3, error: null, types: [] }] } }],
  hostFileTargets: [{ url: page, number: 1, sitemapNumber: 1, listedDay, ...target }],
})

testSiteCheck(sitemapLastmodUnreliable, {
  passes: {
    'sitemaps without dates': withSitemaps([sitemapFile()]),
    'dates of many days': withSitemaps([dated({ ...stamped, days: ['2026-05-07', '2026-05-08', '2026-05-09'] })]),
    'few dates': withSitemaps([dated({ ...stamped, dated: 19 })]),
    'dates of one day long ago': withSitemaps([dated({ dated: 900, days: ['2026-05-07'], newest: '2026-05-07' })]),
    'one part of a site that was made anew': withSitemaps([
      dated(stamped),
      dated({ dated: 5, days: ['2025-01-01'], newest: '2025-01-01' }),
    ]),
    news: withSitemaps([{ ...dated({ ...stamped, invalid: samples }), isNews: true }]),
    'a page that was changed within a week': changed(graph('Article', '2026-03-08T23:00:00+00:00')),
    'a page that says that it will be changed': changed(graph('Article', '2027-01-01')),
    'another object on the page that was changed': changed(graph('VideoObject', '2026-05-01')),
    'a page that the sitemap does not date': changed(graph('Article', '2026-05-01'), { listedDay: 0 }),
    'an index of files that were made today': withSitemaps([{ ...dated(stamped), kind: 'index' }]),
  },
  fails: {
    'dates that cannot be read': {
      site: withSitemaps([dated({ invalid: samples })]),
      finds: [
        {
          url: MAP,
          severity: 'warning',
          message: `The sitemap ${MAP} has 3 dates in an invalid format`,
          isHostWide: true,
          evidence: [{ kind: 'table', label: 'Examples', columns: ['Line', 'Date'], rows: [['8', '31.01.2026']] }],
        },
      ],
    },
    'dates in the future': {
      site: withSitemaps([dated({ future: { total: 1, samples: [{ line: 8, text: '2027-01-01' }] } })]),
      finds: [
        {
          url: MAP,
          severity: 'warning',
          message: `The sitemap ${MAP} has 1 date in the future`,
          isHostWide: true,
          evidence: [{ kind: 'table', label: 'Examples', columns: ['Line', 'Date'], rows: [['8', '2027-01-01']] }],
        },
      ],
    },
    'a page that says that it was changed later': {
      site: changed(graph('NewsArticle', '2026-03-09T10:00:00+00:00')),
      finds: [
        {
          url: MAP,
          severity: 'info',
          message: `The sitemap ${MAP} has a lastmod more than 7 days before the modification date of 1 page, such as ${page}`,
          affectedUrls: [page],
          evidence: [
            {
              kind: 'table',
              label: 'Pages',
              columns: ['URL', 'lastmod in the sitemap', 'Modified on the page'],
              rows: [[page, '2026-03-01', '2026-03-09']],
            },
          ],
        },
      ],
    },
    'dates of the day on which the file was made': {
      site: withSitemaps([dated(stamped)]),
      finds: [
        {
          url: MAP,
          severity: 'info',
          message:
            '20 URLs of the sitemap share 2 lastmod days, 2026-05-08 and 2026-05-09: the dates seem to be the generation date of the file',
          isHostWide: true,
          evidence: [{ kind: 'text', label: 'Days', text: '2026-05-08, 2026-05-09' }],
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
