import { testSiteCheck } from '../test-site-check.ts'
import type { TestPage } from '../test-site-facts.ts'
import { textNotCompressed } from './text-not-compressed.ts'

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
    'a protection page': { pages: [{ url: home, facts: { isBotChallenge: true, response: { contentEncoding: '' } } }] },
  },
  fails: {
    'plain pages, once for each host': {
      site: { pages: [page(home, '', 2_000), page(`${home}a`, 'identity', 3_000), page('https://www.site.test/', '')] },
      finds: [
        {
          url: `${home}a`,
          severity: 'warning',
          message: 'Pages are sent without compression: 2 pages of site.test',
          affectedUrls: [`${home}a`, home],
          affectedCount: 2,
          isHostWide: true,
          evidence: [{ kind: 'table', rows: [['site.test', '2', '2', '5000']] }],
        },
        { url: 'https://www.site.test/' },
      ],
    },
    'some plain pages among others': {
      site: { pages: [page(home, 'gzip'), page(`${home}a`, '')] },
      finds: [{ url: `${home}a`, affectedCount: 1 }],
    },
  },
})
