import type { ForeignHost } from '#shared/host-facts.ts'
import { MAP, sitemapFile, withSitemaps } from '../test-host-facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { sitemapUrlForeign } from './sitemap-url-foreign.ts'

const table = (...rows: string[][]) => ({ kind: 'table', label: 'Examples', columns: ['Line', 'URL'], rows })
const foreign = (origin: string, isNamedThere: boolean | null): ForeignHost => ({
  origin,
  isNamedThere,
  total: 2,
  samples: [{ line: 4, text: `${origin}/x` }],
})
const other = (isNamedThere: boolean | null) =>
  withSitemaps([
    sitemapFile({ url: 'https://www.site.example/s.xml', foreign: [foreign('https://other.example', isNamedThere)] }),
  ])

testSiteCheck(sitemapUrlForeign, {
  passes: {
    'URLs of the own host': withSitemaps([sitemapFile()]),
    'a host whose robots.txt names the sitemap': other(true),
    'a host whose robots.txt is not known': other(null),
  },
  fails: {
    'URLs of another host': {
      site: other(false),
      finds: [
        {
          url: 'https://www.site.example/s.xml',
          severity: 'error',
          message: 'The sitemap https://www.site.example/s.xml lists 2 URLs of another host, https://other.example',
          isHostWide: true,
          evidence: [table(['4', 'https://other.example/x'])],
        },
      ],
    },
    'URLs of a host of the same domain': {
      site: withSitemaps([
        sitemapFile({ url: 'https://site.example.com/s.xml', foreign: [foreign('https://shop.example.com', false)] }),
      ]),
      finds: [
        {
          url: 'https://site.example.com/s.xml',
          severity: 'warning',
          message:
            'The sitemap https://site.example.com/s.xml lists 2 URLs of another host, https://shop.example.com; please confirm that both are verified in Search Console',
          isHostWide: true,
          evidence: [table(['4', 'https://shop.example.com/x'])],
        },
      ],
    },
    'URLs with http': {
      site: withSitemaps([sitemapFile({ insecure: { total: 1, samples: [{ line: 2, text: 'http://site.test/' }] } })]),
      finds: [
        {
          url: MAP,
          severity: 'warning',
          message: `The sitemap ${MAP} lists 1 URL with http, although the site uses https`,
          isHostWide: true,
          evidence: [table(['2', 'http://site.test/'])],
        },
      ],
    },
  },
  skips: {
    'a crawl without sitemaps': {
      site: {},
      reason: 'Sitemaps were not fetched: the start page could not be read, or the crawl was stopped before.',
    },
    'a local copy': {
      site: { crawl: { ...other(false).crawl, isPrivateHost: true } },
      reason: 'The site is a local or private copy.',
    },
  },
})
