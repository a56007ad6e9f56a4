import { testSiteCheck } from '../test-site-check.ts'
import type { TestPage } from '../test-site-facts.ts'
import { textNotCompressed } from './text-not-compressed.ts'

const hostTable = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Checked pages',
  columns: ['Host', 'Pages', 'Not compressed', 'Bytes'],
  rows,
})
const pageTable = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Largest uncompressed pages',
  columns: ['Page', 'Bytes'],
  rows,
})
const page = (url: string, contentEncoding: string, bodyBytes = 20_000): TestPage => ({
  url,
  facts: { response: { contentEncoding, bodyBytes } },
})
const home = 'https://site.test/'

testSiteCheck(textNotCompressed, {
  passes: {
    'every coding that was offered': {
      pages: ['gzip', 'br', 'zstd', 'deflate'].map((coding, index) => page(`${home}${index}`, coding)),
    },
    'a page that fits into one packet': { pages: [page(home, '', 1_400)] },
    'a page that is slightly larger': { pages: [page(home, '', 1_470)] },
    'a protection page': { pages: [{ url: home, facts: { isBotChallenge: true, response: { contentEncoding: '' } } }] },
  },
  fails: {
    'plain pages, once for each host': {
      site: { pages: [page(home, '', 2_000), page(`${home}a`, 'identity', 3_000), page('https://www.site.test/', '')] },
      finds: [
        {
          url: `${home}a`,
          severity: 'warning',
          message: 'Missing text compression: 2 pages of site.test',
          affectedUrls: [`${home}a`, home],
          affectedCount: 2,
          isHostWide: true,
          evidence: [
            hostTable(['site.test', '2', '2', '5,000']),
            pageTable(['https://site.test/a', '3,000'], [home, '2,000']),
          ],
        },
        {
          url: 'https://www.site.test/',
          message: 'Missing text compression: 1 page of www.site.test',
          isHostWide: true,
          evidence: [hostTable(['www.site.test', '1', '1', '20,000']), pageTable(['https://www.site.test/', '20,000'])],
        },
      ],
    },
    'some plain pages among others': {
      site: { pages: [page(home, 'gzip'), page(`${home}a`, '')] },
      finds: [
        {
          url: `${home}a`,
          message: 'Missing text compression: 1 page of site.test',
          affectedCount: 1,
          isHostWide: true,
          evidence: [hostTable(['site.test', '2', '1', '20,000']), pageTable(['https://site.test/a', '20,000'])],
        },
      ],
    },
  },
})
