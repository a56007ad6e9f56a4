import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportedOptions } from './crawl-option-rows.ts'
import { type CrawlOptions, defaultCrawlOptions } from './crawl-options.ts'

const reported = (changes: Partial<CrawlOptions> = {}) =>
  Object.fromEntries(reportedOptions.map(({ label, text }) => [label, text({ ...defaultCrawlOptions, ...changes })]))

test('a client report says each option that a crawl has by default', () => {
  assert.deepEqual(reported(), {
    'robots.txt obeyed': 'yes',
    'User agent': 'that of the server',
    'Ownership proved by': 'nothing, as it was not needed',
    'Images, scripts and style sheets requested': 'yes',
    'Links to other sites checked': 'yes',
    'Crawled with credentials': 'no',
    'Only the folder of the start URL': 'no',
    'Only pages that sitemaps list': 'no',
    'More start pages': 'none',
    Subdomains: 'none',
    'Crawl depth': 'any',
    'Requests at once': 'any',
    'Pause between requests': 'none',
    Included: 'everything',
    Excluded: 'nothing',
    'IP addresses of hosts': 'those of DNS',
    Proxy: 'that of the server, if any',
    'Texts that pages must contain': 'none',
    'Texts that pages must not contain': 'none',
    'Custom fields': 'none',
    'Own rules': 'none',
  })
})

test('a client report says what was chosen', () => {
  const chosen = reported({
    obeysRobots: false,
    userAgent: 'Tester/1.0',
    probesResources: false,
    probesExternal: false,
    hasCredentials: true,
    isFolderOnly: true,
    isSitemapOnly: true,
    startPages: ['/a', '/b'],
    subdomains: ['shop.site.test'],
    maxDepth: 3,
    requestsAtOnce: 2,
    pauseMs: 50,
    include: ['/a/*'],
    exclude: ['/b/*', '/c/*'],
    hostMap: ['site.test=127.0.0.1'],
    proxy: 'office',
    requiredTexts: ['bread'],
    unwantedTexts: ['lorem'],
    fields: ['Price = .price'],
  })
  assert.deepEqual(Object.values(chosen), [
    'no',
    'Tester/1.0',
    'nothing, as it was not needed',
    'no',
    'no',
    'yes',
    'yes',
    'yes',
    '/a, /b',
    'shop.site.test',
    'at most 3',
    'at most 2',
    '50 ms',
    '/a/*',
    '/b/*, /c/*',
    'site.test=127.0.0.1',
    'office',
    'bread',
    'lorem',
    'Price = .price',
    'none',
  ])
})
