import { robotsFile, withRobots } from '../test-host-facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import type { TestSite } from '../test-site-facts.ts'
import { robotsHidesNoindex } from './robots-hides-noindex.ts'

const url = 'https://site.test/thanks'
const directive = { source: 'header', agent: 'robots', raw: 'noindex', tokens: ['noindex'], line: 0 } as const
const site = (isNoindex: boolean, target: { number: number | null; googlebotLine: number }): TestSite => ({
  ...withRobots(robotsFile({ closingLines: [{ line: 7, text: 'Disallow: /thanks' }] })),
  pages: [{ url, isNoindex, facts: { robotsDirectives: [{ ...directive, tokens: [...directive.tokens] }] } }],
  hostFileTargets: [{ url, ...target }],
})

testSiteCheck(robotsHidesNoindex, {
  passes: {
    'a closed page without noindex': site(false, { number: 1, googlebotLine: 7 }),
    'a noindex that is open': site(true, { number: 1, googlebotLine: 0 }),
    'a closed page that this crawl has not read': site(true, { number: null, googlebotLine: 7 }),
  },
  fails: {
    'a closed page with noindex': {
      site: site(true, { number: 1, googlebotLine: 7 }),
      finds: [
        {
          url,
          severity: 'warning',
          message: `Noindex page blocked by robots.txt: ${url}`,
          affectedUrls: [url],
          evidence: [
            { kind: 'code', label: 'https://site.test/robots.txt', code: 'Disallow: /thanks', line: 7 },
            {
              kind: 'table',
              label: 'Directives',
              columns: ['Source', 'Crawler', 'Value', 'Line'],
              rows: [['header', 'robots', 'noindex', '']],
            },
          ],
        },
      ],
    },
  },
  skips: {
    'a crawl that did not fetch robots.txt': {
      site: {},
      reason: 'robots.txt was not fetched: the crawl was stopped before.',
    },
  },
})
