import { testSiteCheck } from '../test-site-check.ts'
import type { TestSite, TestTarget } from '../test-site-facts.ts'
import { pageNofollowOnly } from './page-nofollow-only.ts'

const source = 'https://site.test/'
const url = 'https://site.test/lamps'
const siteOf = (to: string, target: Partial<TestTarget> = {}): TestSite => ({
  pages: [{ url: source }],
  links: [{ from: source, to, isNofollow: true }],
  targets: [{ url: to, ...target }],
})

testSiteCheck(pageNofollowOnly, {
  passes: {
    'a page that the crawl visited': siteOf(url, { number: 2 }),
    'a file': siteOf(url, { mediaType: 'application/pdf' }),
    'a missing page, which has its own check': siteOf(url, { status: 404, finalStatus: 404 }),
    'a page that was over the limit': { ...siteOf(url), links: [{ from: source, to: url }] },
    'a page for which nofollow is right': siteOf('https://site.test/login'),
    'a choice of a list': siteOf('https://site.test/list?sort=name'),
    'a link of another kind': { ...siteOf(url), links: [{ from: source, to: url, kind: 'alternate' }] },
  },
  fails: {
    'a page that no other link leads to': {
      site: siteOf(url),
      finds: [
        {
          url,
          message: `Pages that only nofollow links lead to: 1 page, such as ${url}`,
          evidence: [{ kind: 'table', label: 'Pages', columns: ['Page', 'Linked from'], rows: [[url, source]] }],
        },
      ],
    },
  },
})
