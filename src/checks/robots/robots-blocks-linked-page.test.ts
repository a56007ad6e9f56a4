import { listOf, namedOn, referredBy } from '../test-evidence.ts'
import { robotsFile, withRobots } from '../test-host-facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import type { TestSite } from '../test-site-facts.ts'
import { robotsBlocksLinkedPage } from './robots-blocks-linked-page.ts'

const lines = [
  { line: 3, text: 'Disallow: /x/' },
  { line: 4, text: 'Disallow: /y' },
]
const closed = (...urls: string[]): TestSite => {
  const targets = urls.map(url => ({ url, skipReason: 'robots' as const, status: null }))
  return {
    ...withRobots(robotsFile({ closingLines: lines })),
    targets,
    hostFileTargets: targets.map(target => ({ ...target, googlebotLine: target.url.includes('/x/') ? 3 : 4 })),
    links: urls.map(to => ({ from: 'https://site.test/a', to })),
  }
}

testSiteCheck(robotsBlocksLinkedPage, {
  passes: {
    'a page that was skipped for the limit': {
      ...withRobots(robotsFile()),
      targets: [{ url: 'https://site.test/x', skipReason: 'limit', status: null }],
      links: [{ from: 'https://site.test/a', to: 'https://site.test/x' }],
    },
    'a page that is closed to this crawler alone': { ...closed('https://site.test/y'), hostFileTargets: [] },
    'a closed page whose links are not to be followed': {
      ...closed('https://site.test/y'),
      links: [{ from: 'https://site.test/a', to: 'https://site.test/y', isNofollow: true }],
    },
    'a site that is closed as a whole': {
      ...closed('https://site.test/y'),
      ...withRobots(robotsFile({ siteRule: { line: 4, text: 'Disallow: /', agent: '*', allowLines: 0 } })),
    },
    'a closed page whose noindex crawlers cannot read, which is reported for that': {
      ...closed('https://site.test/y'),
      pages: [{ url: 'https://site.test/y', isNoindex: true }],
      hostFileTargets: [{ url: 'https://site.test/y', number: 1, googlebotLine: 4, kinds: ['anchor'] }],
    },
    'a closed script': {
      ...closed('https://site.test/y'),
      links: [{ from: 'https://site.test/a', to: 'https://site.test/y', kind: 'script' }],
    },
  },
  fails: {
    'closed pages by line': {
      site: closed('https://site.test/x/1', 'https://site.test/x/2', 'https://site.test/y'),
      finds: [
        {
          url: 'https://site.test/x/1',
          severity: 'info',
          message: 'robots.txt blocks 2 linked URLs, such as https://site.test/x/1; together linked from 1 page',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: 'https://site.test/x/1' },
          evidence: [
            { kind: 'code', label: 'https://site.test/robots.txt', code: 'Disallow: /x/', line: 3 },
            listOf('URLs', ['https://site.test/x/1', 'https://site.test/x/2']),
            {
              kind: 'places',
              label: 'Linked from',
              places: [
                { sourceUrl: 'https://site.test/a', text: 'link', region: 'main', path: '', line: 1 },
                { sourceUrl: 'https://site.test/a', text: 'link', region: 'main', path: '', line: 1 },
              ],
              total: 1,
            },
          ],
        },
        {
          url: 'https://site.test/y',
          message: 'robots.txt blocks https://site.test/y (linked from 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: 'https://site.test/y' },
          evidence: [
            { kind: 'code', label: 'https://site.test/robots.txt', code: 'Disallow: /y', line: 4 },
            listOf('URLs', ['https://site.test/y']),
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'a page that this crawler could read': {
      site: { ...closed('https://site.test/y'), targets: [{ url: 'https://site.test/y' }] },
      finds: [
        {
          url: 'https://site.test/y',
          message: 'robots.txt blocks https://site.test/y (linked from 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: { ...referredBy(['https://site.test/a']), targetUrl: 'https://site.test/y' },
          evidence: [
            { kind: 'code', label: 'https://site.test/robots.txt', code: 'Disallow: /y', line: 4 },
            {
              kind: 'text',
              label: 'Applies to',
              text: 'The rule applies to Googlebot. The group of rules for this crawler allows the page.',
            },
            listOf('URLs', ['https://site.test/y']),
            namedOn('https://site.test/a'),
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
