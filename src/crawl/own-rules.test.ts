import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openScriptedCrawls } from './test-scripted-crawl.ts'

test('the pages that meet the conditions of an own rule are one finding of it', async () => {
  await using crawls = await openScriptedCrawls()
  const page = (body: string) => ({ text: `<!doctype html><title>a</title>${body}`, type: 'text/html' })
  const { crawl } = await crawls.run({
    url: 'https://site.test/',
    web: {
      'https://site.test/': page('<a href="/product/1">1</a> <a href="/product/2">2</a> <a href="/product/3">3</a>'),
      'https://site.test/product/1': page('<p class=price>5</p>'),
      'https://site.test/product/2': page(''),
      'https://site.test/product/3': page(''),
    },
    options: {
      fields: ['Price = .price'],
      rules: [
        {
          id: 'no-price',
          severity: 'error',
          title: 'Product without a price',
          conditions: 'url:contains:/product/;field.Price:empty',
        },
        {
          id: 'linked',
          severity: 'info',
          title: 'Linked once',
          conditions: 'inlinks:is:1;depth:is:1;field.Price:is:5',
        },
        { id: 'none', severity: 'error', title: 'Never', conditions: 'title:is:none' },
      ],
    },
  })
  const issues = await crawls.store.reading.issues(crawl.id, { limit: 10 })
  assert.deepEqual(
    issues.map(({ checkId, severity, message, pageUrl, affectedCount }) => [
      checkId,
      severity,
      message,
      pageUrl,
      affectedCount,
    ]),
    [
      [
        'rule:no-price',
        'error',
        'Product without a price: 2 pages, such as https://site.test/product/2',
        'https://site.test/product/2',
        2,
      ],
      [
        'rule:linked',
        'info',
        'Linked once: 1 page, such as https://site.test/product/1',
        'https://site.test/product/1',
        1,
      ],
    ],
  )
  const row = await crawls.store.reading.crawl(crawl.id)
  assert.deepEqual(
    row?.ownChecks.map(({ id, title }) => [id, title]),
    [
      ['rule:no-price', 'Product without a price'],
      ['rule:linked', 'Linked once'],
      ['rule:none', 'Never'],
    ],
  )
  const counters = await crawls.store.reading.checkCounters(crawl.id)
  assert.ok(counters.some(({ checkId, passed }) => checkId === 'rule:none' && passed === 1))
  const [, , second] = await crawls.store.reading.pages(crawl.id, {})
  assert.deepEqual(second?.issueCounts, { issues: 1, errors: 1, warnings: 0 })
})
