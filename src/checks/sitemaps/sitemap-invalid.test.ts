import type { SitemapFacts, SitemapFaultKind } from '#shared/host-facts.ts'
import { MAP, sitemapFile, withSitemaps } from '../test-host-facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { sitemapInvalid } from './sitemap-invalid.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Faults',
  columns: ['Fault', 'Line', 'Column', 'Met there'],
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
          message: `The sitemap ${MAP} is not valid: its XML is not well-formed (line 12, column 5: </url> closes <loc>)`,
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
    'one without addresses in its usual place': {
      site: faulty({ from: 'guess', faults: [fault('empty')] }),
      finds: [
        {
          url: MAP,
          message: `The sitemap ${MAP} is not valid: it lists no address`,
          isHostWide: true,
          evidence: [table(['it lists no address', '', '', ''])],
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
          message: 'The sitemap https://site.test/sitemap.xml is not valid: it is an index, and another index lists it',
          isHostWide: true,
          evidence: [
            table(['it is an index, and another index lists it', '', '', '']),
            { kind: 'url', label: 'Listed in', url: 'https://site.test/i.xml' },
          ],
        },
      ],
    },
  },
  skips: {
    'a crawl that did not ask': {
      site: {},
      reason: 'Sitemaps were not asked for: the start page could not be read, or the crawl was stopped before.',
    },
  },
})
