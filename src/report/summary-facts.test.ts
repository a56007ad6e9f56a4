import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestStore } from '../../test/support/storage.ts'
import { summaryFacts } from './summary-facts.ts'
import { addCrawl, testIssue } from './test-crawl.ts'

const home = 'https://example.com/'
const pages = [
  { url: home, issues: [testIssue(home, { severity: 'info' })] },
  ...['a', 'b', 'c', 'd'].map(name => ({
    url: home + name,
    issues: [
      testIssue(home + name, { checkId: 'alt', type: 'image_issues', severity: 'warning', message: 'An image' }),
      ...[1, 2].map(() => testIssue(home + name, { checkId: 'gone', type: 'broken_link', message: 'Broken link' })),
    ],
  })),
]

describe('summaryFacts()', () => {
  it('has the checks that found something, what to fix first on top, with a few URLs', async () => {
    await using store = await openTestStore()
    const ownerId = await store.visitors.createOwner('a hash', 0)
    const { crawlId } = await addCrawl(store, { ownerId, url: home, pages, nowMs: 0 })
    const row = await store.reading.crawl(crawlId)
    if (!row) throw new Error('no crawl')
    const { checks } = await summaryFacts(store.reading, row)
    assert.deepEqual(checks, [
      {
        id: 'gone',
        title: 'Broken link',
        severity: 'error',
        issueCount: 8,
        pageCount: 5,
        // 10 × √(5 ÷ 5)
        gain: 10,
        change: null,
        exampleUrls: [`${home}a`, `${home}b`],
      },
      {
        id: 'alt',
        title: 'An image',
        severity: 'warning',
        issueCount: 4,
        pageCount: 4,
        // 4 × √(4 ÷ 5)
        gain: 3.6,
        change: null,
        exampleUrls: [`${home}a`, `${home}b`, `${home}c`],
      },
      {
        id: 'title-missing',
        title: 'Missing title',
        severity: 'info',
        issueCount: 1,
        pageCount: 1,
        // 0.4 × 1 ÷ 5
        gain: 0.1,
        change: null,
        exampleUrls: [home],
      },
    ])
  })
})
