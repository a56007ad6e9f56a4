import { listOf } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import type { TestPage } from '../test-site-facts.ts'
import { hstsMissing } from './hsts-missing.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Header',
  columns: ['Host', 'Strict-Transport-Security'],
  rows,
})
const page = (url: string, ...values: string[]): TestPage => ({
  url,
  facts: { response: { headers: values.map(value => ['strict-transport-security', value]) } },
})
const home = 'https://site.test/'

testSiteCheck(hstsMissing, {
  passes: {
    'a year': { pages: [page(home, 'max-age=31536000; includeSubDomains')] },
    'other variants of a year': { pages: [page(home, 'includeSubDomains ; Max-Age="63072000"')] },
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
          message: 'Missing HSTS header: site.test sends no Strict-Transport-Security',
          affectedUrls: [home, 'https://site.test/a'],
          affectedCount: 2,
          isHostWide: true,
          evidence: [table(['site.test', 'absent']), listOf('Checked pages', [home, 'https://site.test/a'])],
        },
      ],
    },
    'a header that says nothing': {
      site: { pages: [page(home, 'includeSubDomains')] },
      finds: [
        {
          url: home,
          severity: 'warning',
          message: 'Missing HSTS header: the Strict-Transport-Security header of site.test has no max-age',
          isHostWide: true,
          evidence: [table(['site.test', 'includeSubDomains']), listOf('Checked pages', [home])],
        },
      ],
    },
    'a second header, which browsers do not read': {
      site: { pages: [page(home, 'max-age=0', 'max-age=31536000')] },
      finds: [
        {
          url: home,
          severity: 'warning',
          message: 'Missing HSTS header: site.test disables HSTS with max-age=0',
          isHostWide: true,
          evidence: [table(['site.test', 'max-age=0']), listOf('Checked pages', [home])],
        },
      ],
    },
    'the first of two short times alike, and ten of eleven pages': {
      site: {
        pages: [
          page(home, 'max-age=86400'),
          page(`${home}a`, 'max-age=86400; includeSubDomains'),
          ...Array.from({ length: 9 }, (_, index) => page(`${home}${index}`, 'max-age=60')),
        ],
      },
      finds: [
        {
          url: home,
          severity: 'info',
          message: 'Missing HSTS header: max-age of site.test is shorter than a year (max-age=86400)',
          affectedUrls: [home, `${home}a`, ...Array.from({ length: 8 }, (_, index) => `${home}${index}`)],
          affectedCount: 11,
          isHostWide: true,
          evidence: [
            table(['site.test', 'max-age=86400']),
            {
              kind: 'urls',
              label: 'Checked pages',
              urls: [home, `${home}a`, ...Array.from({ length: 8 }, (_, index) => `${home}${index}`)],
              total: 11,
            },
          ],
        },
      ],
    },
    'a short time': {
      site: { pages: [page(home, 'max-age=86400')] },
      finds: [
        {
          url: home,
          severity: 'info',
          message: 'Missing HSTS header: max-age of site.test is shorter than a year (max-age=86400)',
          isHostWide: true,
          evidence: [table(['site.test', 'max-age=86400']), listOf('Checked pages', [home])],
        },
      ],
    },
  },
  skips: {
    'a private host': {
      site: { crawl: { isPrivateHost: true }, pages: [page(home)] },
      reason: 'The site was crawled on a private host, which visitors do not use.',
    },
  },
})
