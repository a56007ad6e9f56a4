import { testSiteCheck } from '../test-site-check.ts'
import type { TestPage, TestSite } from '../test-site-facts.ts'
import { hreflangMissing } from './hreflang-missing.ts'

const site = 'https://site.test'
const page = (path: string, lang: string, more: Partial<TestPage> = {}): TestPage => ({
  url: site + path,
  lang,
  ...more,
})
const siteOf = (...pages: TestPage[]): TestSite => ({ pages })
const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Pages',
  columns: ['Page', 'Language', 'Version'],
  rows,
})

testSiteCheck(hreflangMissing, {
  passes: {
    'pages of one language': siteOf(page('/a', 'en'), page('/b', 'en-GB')),
    'one page in two languages, which may be a start page of two sites': siteOf(page('/', 'en'), page('/de/', 'de')),
    'pages of different paths': siteOf(
      page('/en/a', 'en'),
      page('/de/b', 'de'),
      page('/en/c', 'en'),
      page('/de/d', 'de'),
    ),
    'folders that do not name the language of the page': siteOf(
      page('/en/a', 'de'),
      page('/de/a', 'en'),
      page('/en/b', 'de'),
      page('/de/b', 'en'),
    ),
    'versions of which one has annotations': siteOf(
      page('/a', 'en'),
      page('/de/a', 'de', { alternates: [`${site}/a`] }),
      page('/b', 'en', { alternates: [`${site}/de/b`] }),
      page('/de/b', 'de'),
    ),
    'versions that search engines may not show': siteOf(
      page('/a', 'en'),
      page('/de/a', 'de', { isEligible: false }),
      page('/b', 'en'),
      page('/de/b', 'de', { isEligible: false }),
    ),
    'pages without a language': siteOf(page('/a', ''), page('/de/a', 'de'), page('/b', ''), page('/de/b', 'de')),
  },
  fails: {
    'two pages in a main language without folder and in another one': {
      site: siteOf(page('/', 'en'), page('/de/index.html', 'de-AT'), page('/b?c', 'en'), page('/DE/b?c', 'de')),
      finds: [
        {
          url: `${site}/de/index.html`,
          severity: 'warning',
          message: `Language versions without hreflang: 2 pages, such as ${site}/de/index.html`,
          affectedUrls: [`${site}/de/index.html`, `${site}/DE/b?c`],
          evidence: [table([`${site}/de/index.html`, 'de', `${site}/`], [`${site}/DE/b?c`, 'de', `${site}/b?c`])],
        },
      ],
    },
  },
})
