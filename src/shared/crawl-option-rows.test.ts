import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crawlNumbers, reportedOptions } from './crawl-option-rows.ts'
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

test('each option that is a number has a hint, with the most that the server allows', () => {
  assert.deepEqual(
    crawlNumbers.map(({ name, hint }) => [name, hint(7)]),
    [
      ['maxDepth', 'Links from the start page to a page, at most. 0: any number.'],
      ['requestsAtOnce', 'To one host, at most as many as the server allows. 0: as many as the server allows.'],
      [
        'pauseMs',
        'Milliseconds between two requests to the website. A Crawl-delay of robots.txt counts where it is longer.',
      ],
      ['pageSpeedSample', 'Number of pages to measure, at most 7. Each takes up to two minutes.'],
    ],
  )
})

test('a client report names own rules by their titles', () => {
  const rule = { id: 'a', severity: 'error' as const, conditions: 'h1:empty', examples: [] }
  const rules = [
    { ...rule, title: 'No price' },
    { ...rule, id: 'b', title: 'No brand' },
  ]
  assert.equal(reported({ rules })['Own rules'], 'No price, No brand')
})
