import type { CrawlTrap } from '#shared/site-facts.ts'
import { listOf } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { urlCrawlTrap } from './url-crawl-trap.ts'

const URLS = [1, 2, 3].map(month => `https://site.test/calendar/${month}`)
const LEFT = ['https://site.test/calendar/126', 'https://site.test/calendar/127']
const calendar: CrawlTrap = {
  pattern: '/calendar/*',
  visited: 125,
  alike: 124,
  skipped: 1_240,
  visitedUrls: URLS,
  skippedUrls: LEFT,
}
const withTraps = (...traps: CrawlTrap[]) => ({ crawl: { traps } })

testSiteCheck(urlCrawlTrap, {
  passes: {
    'a crawl in which nothing looked endless': {},
    'a crawl with an empty list': withTraps(),
  },
  fails: {
    'a calendar that goes on for ever': {
      site: withTraps(calendar),
      finds: [
        {
          url: 'https://site.test/calendar/1',
          severity: 'warning',
          message: '1,240 more addresses of the pattern /calendar/* were skipped: looks endless',
          affectedUrls: URLS,
          affectedCount: 125,
          evidence: [
            { kind: 'text', label: 'Pattern', text: '/calendar/*' },
            { kind: 'text', label: 'Pages that show nothing new', text: '124 of 125 that were read' },
            { kind: 'urls', label: 'Read', urls: URLS, total: 125 },
            { kind: 'urls', label: 'Skipped', urls: LEFT, total: 1_240 },
          ],
        },
      ],
    },
    'each pattern once': {
      site: withTraps(
        { ...calendar, skipped: 1, skippedUrls: LEFT.slice(0, 1) },
        { ...calendar, pattern: '/shop?*', visited: 60, alike: 58, skipped: 0, skippedUrls: [] },
      ),
      finds: [
        {
          url: URLS[0] ?? '',
          message: '1 more address of the pattern /calendar/* was skipped: looks endless',
          affectedUrls: [
            'https://site.test/calendar/1',
            'https://site.test/calendar/2',
            'https://site.test/calendar/3',
          ],
          affectedCount: 125,
          evidence: [
            { kind: 'text', label: 'Pattern', text: '/calendar/*' },
            { kind: 'text', label: 'Pages that show nothing new', text: '124 of 125 that were read' },
            {
              kind: 'urls',
              label: 'Read',
              urls: ['https://site.test/calendar/1', 'https://site.test/calendar/2', 'https://site.test/calendar/3'],
              total: 125,
            },
            listOf('Skipped', ['https://site.test/calendar/126']),
          ],
        },
        {
          url: URLS[0] ?? '',
          message: '58 addresses of the pattern /shop?* show nothing new: looks endless',
          affectedUrls: [
            'https://site.test/calendar/1',
            'https://site.test/calendar/2',
            'https://site.test/calendar/3',
          ],
          affectedCount: 60,
          evidence: [
            { kind: 'text', label: 'Pattern', text: '/shop?*' },
            { kind: 'text', label: 'Pages that show nothing new', text: '58 of 60 that were read' },
            {
              kind: 'urls',
              label: 'Read',
              urls: ['https://site.test/calendar/1', 'https://site.test/calendar/2', 'https://site.test/calendar/3'],
              total: 60,
            },
          ],
        },
      ],
    },
  },
})
