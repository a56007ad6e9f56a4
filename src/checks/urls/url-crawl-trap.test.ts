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
          message: 'Crawl trap: 1,240 more URLs of the pattern /calendar/* skipped',
          affectedUrls: URLS,
          affectedCount: 125,
          evidence: [
            { kind: 'text', label: 'Pattern', text: '/calendar/*' },
            { kind: 'text', label: 'Pages without new content', text: '124 of 125 crawled' },
            { kind: 'urls', label: 'Crawled', urls: URLS, total: 125 },
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
          message: 'Crawl trap: 1 more URL of the pattern /calendar/* skipped',
          affectedUrls: [
            'https://site.test/calendar/1',
            'https://site.test/calendar/2',
            'https://site.test/calendar/3',
          ],
          affectedCount: 125,
          evidence: [
            { kind: 'text', label: 'Pattern', text: '/calendar/*' },
            { kind: 'text', label: 'Pages without new content', text: '124 of 125 crawled' },
            {
              kind: 'urls',
              label: 'Crawled',
              urls: ['https://site.test/calendar/1', 'https://site.test/calendar/2', 'https://site.test/calendar/3'],
              total: 125,
            },
            listOf('Skipped', ['https://site.test/calendar/126']),
          ],
        },
        {
          url: URLS[0] ?? '',
          message: 'Crawl trap: 58 URLs of the pattern /shop?* without new content',
          affectedUrls: [
            'https://site.test/calendar/1',
            'https://site.test/calendar/2',
            'https://site.test/calendar/3',
          ],
          affectedCount: 60,
          evidence: [
            { kind: 'text', label: 'Pattern', text: '/shop?*' },
            { kind: 'text', label: 'Pages without new content', text: '58 of 60 crawled' },
            {
              kind: 'urls',
              label: 'Crawled',
              urls: ['https://site.test/calendar/1', 'https://site.test/calendar/2', 'https://site.test/calendar/3'],
              total: 60,
            },
          ],
        },
      ],
    },
  },
})
