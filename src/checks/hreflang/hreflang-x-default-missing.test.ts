import type { HreflangFact } from '#shared/element-facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import type { TestSite } from '../test-site-facts.ts'
import { hreflangXDefaultMissing } from './hreflang-x-default-missing.ts'

const url = 'https://site.test/'
const siteOf = (...codes: string[]): TestSite => {
  const hreflangs = codes.map((code): HreflangFact => {
    return { code, raw: `/${code}`, url: `${url}${code}`, isAbsolute: true, source: 'tag', line: 4 }
  })
  return { pages: [{ url, facts: { hreflangs } }] }
}

testSiteCheck(hreflangXDefaultMissing, {
  passes: {
    'a page without language versions': siteOf(),
    'a set with x-default': siteOf('en', 'de', 'fr', 'X-Default'),
    'two languages': siteOf('en', 'de'),
    'regions of one language': siteOf('en-GB', 'en-US', 'en-AU'),
  },
  fails: {
    'three languages': {
      site: siteOf('en', 'de', 'fr'),
      finds: [
        {
          url,
          message: `Language versions without x-default: 1 page, such as ${url}`,
          evidence: [{ kind: 'table', label: 'Pages', columns: ['Page', 'Languages'], rows: [[url, 'en, de, fr']] }],
        },
      ],
    },
  },
})
