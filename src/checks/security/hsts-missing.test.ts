import { testSiteCheck } from '../test-site-check.ts'
import type { TestPage } from '../test-site-facts.ts'
import { hstsMissing } from './hsts-missing.ts'

const page = (url: string, ...values: string[]): TestPage => ({
  url,
  facts: { response: { headers: values.map(value => ['strict-transport-security', value]) } },
})
const home = 'https://site.test/'

testSiteCheck(hstsMissing, {
  passes: {
    'a year': { pages: [page(home, 'max-age=31536000; includeSubDomains')] },
    'other spellings of a year': { pages: [page(home, 'includeSubDomains ; Max-Age="63072000"')] },
    'a host of which one page sends it: browsers remember it': {
      pages: [page(`${home}file.php`), page(home, 'max-age=31536000')],
    },
    'http, where the header counts for nothing': { pages: [page('http://site.test/')] },
    'a top-level domain that browsers know': { pages: [page('https://site.dev/')] },
    'a protection page': { pages: [{ url: home, facts: { isBotChallenge: true } }] },
  },
  fails: {
    'no header, once for the host': {
      site: { pages: [page(home), page(`${home}a`), page('https://www.site.test/', 'max-age=31536000')] },
      finds: [
        {
          url: home,
          severity: 'warning',
          message: 'Browsers are not told to use https alone: site.test sends no such header',
          affectedCount: 2,
          isHostWide: true,
          evidence: [{ kind: 'table', rows: [['site.test', 'absent']] }],
        },
      ],
    },
    'a header that says nothing': {
      site: { pages: [page(home, 'includeSubDomains')] },
      finds: [{ url: home, severity: 'warning' }],
    },
    'a second header, which browsers do not read': {
      site: { pages: [page(home, 'max-age=0', 'max-age=31536000')] },
      finds: [{ url: home, severity: 'warning' }],
    },
    'a short time': {
      site: { pages: [page(home, 'max-age=86400')] },
      finds: [
        {
          url: home,
          severity: 'info',
          message: 'Browsers are not told to use https alone: site.test asks for less than a year (max-age=86400)',
        },
      ],
    },
  },
  skips: { 'a private host': { crawl: { isPrivateHost: true }, pages: [page(home)] } },
})
