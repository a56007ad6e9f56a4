import type { SitemapFacts, SitemapFaultKind } from '#shared/host-facts.ts'
import { MAP, sitemapFile, withSitemaps } from '../test-host-facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { sitemapInvalid } from './sitemap-invalid.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Errors',
  columns: ['Error', 'Line', 'Column', 'Found there'],
  rows,
})
const fault = (kind: SitemapFaultKind, place: Partial<SitemapFacts['faults'][number]> = {}) => ({
  kind,
  line: 0,
  column: 0,
  detail: '',
  ...place,
})
const faulty = (file: Partial<SitemapFacts>) => withSitemaps([sitemapFile(file)])

testSiteCheck(sitemapInvalid, {
  passes: {
    'sitemaps in order': withSitemaps([sitemapFile(), sitemapFile({ kind: 'index' })]),
    'a web page in its place, which is another matter': faulty({
      kind: 'none',
      looksLike: 'html',
      faults: [fault('not-a-sitemap')],
    }),
    'something else in a usual place': faulty({ from: 'guess', kind: 'none', faults: [fault('not-a-sitemap')] }),
  },
  fails: {
    'XML that is not well-formed, and what else is wrong with the file': {
      site: faulty({
        faults: [fault('malformed', { line: 12, column: 5, detail: '</url> closes <loc>' }), fault('encoding')],
      }),
      finds: [
        {
          url: MAP,
          severity: 'error',
          message: `Invalid sitemap ${MAP}: its XML is not well-formed (line 12, column 5: </url> closes <loc>)`,
          isHostWide: true,
          evidence: [
            table(
              ['its XML is not well-formed', '12', '5', '</url> closes <loc>'],
              ['it is not encoded in UTF-8', '', '', ''],
            ),
          ],
        },
      ],
    },
    'one without URLs in its usual place': {
      site: faulty({ from: 'guess', faults: [fault('empty')] }),
      finds: [
        {
          url: MAP,
          message: `Invalid sitemap ${MAP}: it lists no URLs`,
          isHostWide: true,
          evidence: [table(['it lists no URLs', '', '', ''])],
        },
      ],
    },
    'an index within an index': {
      site: faulty({
        from: 'index',
        listedBy: 'https://site.test/i.xml',
        kind: 'index',
        faults: [fault('nested-index')],
      }),
      finds: [
        {
          url: MAP,
          message:
            'Invalid sitemap https://site.test/sitemap.xml: it is a sitemap index listed by another sitemap index',
          isHostWide: true,
          evidence: [
            table(['it is a sitemap index listed by another sitemap index', '', '', '']),
            { kind: 'url', label: 'Listed in', url: 'https://site.test/i.xml' },
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
