import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '#shared/account.ts'
import { shareParts } from '#shared/sharing.ts'
import { navigationGroups, type ShownCrawl } from './navigation.ts'

const reader = (role: Role | null) => ({ role, parts: null })

const crawl: ShownCrawl = {
  websiteId: 7,
  url: 'https://shop.example:8443/start',
  crawlText: '',
  checkCount: 28,
  errorCount: 3,
  warningCount: 0,
  passedCount: 12,
}

const links = (groups: ReturnType<typeof navigationGroups>) =>
  groups.map(group => [group.heading, ...group.items.map(item => `${item.label} ${item.href} ${item.count}`)])

test('navigationGroups() has two groups while no website is known', () => {
  assert.deepEqual(links(navigationGroups(null, reader(null))), [
    [null, 'Dashboard /dashboard 0', 'Websites /projects 0', 'Settings /settings 0', 'Help /help 0'],
    [
      'Crawl Results',
      'Issues by Check /issues-by-check 0',
      'Errors /errors?severity=error 0',
      'Warnings /warnings 0',
      'Passed Checks /passed 0',
    ],
  ])
})

test('navigationGroups() links to the reports of the website and carries its counts', () => {
  assert.deepEqual(links(navigationGroups(crawl, reader('user'))), [
    [null, 'Dashboard /dashboard/7 0', 'Websites /projects 0', 'Settings /settings 0', 'Help /help 0'],
    [
      'Crawl Results',
      'Issues by Check /issues-by-check/7 28',
      'Errors /errors/7?severity=error 3',
      'Warnings /warnings/7 0',
      'Passed Checks /passed/7 12',
    ],
    [
      'shop.example:8443',
      'All Pages /pages-list/7 0',
      'Changes /changes/7 0',
      'Segments /segments/7 0',
      'Not Crawled /not-crawled/7 0',
      'Robots Tester /robots-tester/7 0',
      'Visits /visits/7 0',
      'Readiness /readiness/7 0',
      'Page Insights /page-insights/7 0',
      'Broken Links /broken-links/7 0',
      'Redirects /redirects/7 0',
      'Duplicates /duplicates/7 0',
      'Image Issues /image-issues/7 0',
      'Languages /languages/7 0',
      'Site Structure /site-structure/7 0',
    ],
  ])
})

test('navigationGroups() stays with an earlier crawl', () => {
  const groups = navigationGroups({ ...crawl, crawlText: '4' }, reader(null))
  const hrefs = groups.flatMap(({ items }) => items.map(({ href }) => href)).filter(href => href.includes('/7'))
  assert.deepEqual(
    hrefs.filter(href => new URL(href, 'http://localhost').searchParams.get('crawl') !== '4'),
    [],
  )
})

test('navigationGroups() ends with the administration for administrators alone', () => {
  const headings = (role: Role | null) => navigationGroups(crawl, reader(role)).map(group => group.heading)
  assert.deepEqual(links(navigationGroups(null, reader('admin'))).at(-1), [
    'Administration',
    'Operations /operations 0',
    'Users /users 0',
  ])
  assert.deepEqual(headings('admin'), [...headings(null), 'Administration'])
  assert.deepEqual(headings('user'), headings(null))
})

test('navigationGroups() has below a share link what it shows, and nothing of the reader', () => {
  const screens = (parts: (typeof shareParts)[number][]) =>
    navigationGroups(crawl, { role: null, parts }).flatMap(({ items }) => items.map(({ screen }) => screen))
  assert.deepEqual(screens([]), ['dashboard'])
  assert.deepEqual(screens(['issues']), ['dashboard', 'issues-by-check', 'errors', 'warnings'])
  assert.deepEqual(screens(['comparison']), ['dashboard', 'changes'])
  const all = screens([...shareParts])
  for (const hidden of ['projects', 'settings', 'help', 'robots-tester'] as const) assert.ok(!all.includes(hidden))
})
