import { robotsFile, withRobots } from '../test-host-facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { robotsTxtBlocksSite } from './robots-txt-blocks-site.ts'

const url = 'https://site.test/robots.txt'
const siteRule = { line: 2, text: 'Disallow: /', agent: '*', allowLines: 0 } as const

testSiteCheck(robotsTxtBlocksSite, {
  passes: {
    'a file without such a line': withRobots(robotsFile()),
    'no file': withRobots(robotsFile({ status: 404 })),
    'another host than that of the start page': withRobots(
      robotsFile(),
      robotsFile({ url: 'http://site.test/robots.txt', siteRule }),
    ),
  },
  fails: {
    'a group for everyone': {
      site: withRobots(robotsFile({ siteRule })),
      finds: [
        {
          url,
          severity: 'error',
          message: 'robots.txt blocks the whole site for all crawlers, including Googlebot (line 2)',
          isHostWide: true,
          evidence: [
            { kind: 'code', label: 'Line', code: 'Disallow: /', line: 2 },
            { kind: 'text', label: 'Group', text: 'User-agent: *' },
          ],
        },
      ],
    },
    'a group for Googlebot that opens a few paths': {
      site: withRobots(robotsFile({ siteRule: { ...siteRule, agent: 'googlebot', allowLines: 2 } })),
      finds: [
        {
          url,
          message: 'robots.txt blocks the whole site for Googlebot (line 2), except for 2 Allow lines',
          isHostWide: true,
          evidence: [
            { kind: 'code', label: 'Line', code: 'Disallow: /', line: 2 },
            { kind: 'text', label: 'Group', text: 'User-agent: Googlebot' },
          ],
        },
      ],
    },
  },
  skips: {
    'a crawl that did not fetch it': { site: {}, reason: 'robots.txt was not fetched: the crawl was stopped before.' },
    'a file that fails': {
      site: withRobots(robotsFile({ status: 500, isUnreadable: true })),
      reason: 'robots.txt could not be read.',
    },
  },
})
