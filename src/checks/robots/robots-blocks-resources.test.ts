import { listOf, referredBy } from '../test-evidence.ts'
import { robotsFile, withRobots } from '../test-host-facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import type { TestLink, TestSite } from '../test-site-facts.ts'
import { robotsBlocksResources } from './robots-blocks-resources.ts'

const page = 'https://site.test/a'
const closed = (links: readonly Omit<TestLink, 'from'>[], site: TestSite = {}): TestSite => ({
  ...withRobots(robotsFile({ closingLines: [{ line: 4, text: 'Disallow: /assets/' }] })),
  pages: [{ url: page }],
  hostFileTargets: links.map(({ to }) => ({ url: to, skipReason: 'robots', googlebotLine: 4 })),
  links: links.map(link => ({ from: page, ...link })),
  ...site,
})
const script = { to: 'https://site.test/assets/a.js', kind: 'script' } as const
const style = { to: 'https://site.test/assets/b.css', kind: 'stylesheet' } as const

testSiteCheck(robotsBlocksResources, {
  passes: {
    'a closed image': closed([{ ...script, kind: 'image' }]),
    'a closed page': closed([{ ...script, kind: 'anchor' }]),
    'a file that only a noindex page needs': closed([script], {
      pages: [{ url: page, isEligible: false }],
    }),
    'a script of the protection in front of the site': closed([
      { ...script, to: 'https://site.test/cdn-cgi/scripts/x.js' },
    ]),
    'a file that is open': { ...closed([script]), hostFileTargets: [{ url: script.to }] },
  },
  fails: {
    'files that one line closes': {
      site: closed([script, style]),
      finds: [
        {
          url: script.to,
          severity: 'warning',
          message: `robots.txt blocks CSS or JavaScript: 2 files, such as ${script.to}; together loaded by 1 page`,
          affectedUrls: [page],
          details: { ...referredBy([page]), targetUrl: 'https://site.test/assets/a.js' },
          evidence: [
            { kind: 'code', label: 'https://site.test/robots.txt', code: 'Disallow: /assets/', line: 4 },
            listOf('URLs', [script.to, style.to]),
            {
              kind: 'places',
              label: 'Linked from',
              places: [
                { sourceUrl: page, text: 'link', region: 'main', path: '', line: 1 },
                { sourceUrl: page, text: 'link', region: 'main', path: '', line: 1 },
              ],
              total: 1,
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
