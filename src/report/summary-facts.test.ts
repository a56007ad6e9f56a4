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
    issues: [1, 2].map(() => testIssue(home + name, { checkId: 'gone', type: 'broken_link', message: 'Broken link' })),
  })),
]

describe('summaryFacts()', () => {
  it('counts the issues of each check, worst first, with a few URLs', async () => {
    await using store = await openTestStore()
    const ownerId = await store.visitors.createOwner('a hash', 0)
    const { crawlId } = await addCrawl(store, { ownerId, url: home, pages, nowMs: 0 })
    const row = await store.reading.crawl(crawlId)
    if (!row) throw new Error('no crawl')
    const { checks } = await summaryFacts(store.reading, row)
    assert.deepEqual(
      checks.map(({ checkId, severity, issueCount, exampleUrls }) => ({
        checkId,
        severity,
        issueCount,
        exampleUrls,
      })),
      [
        { checkId: 'gone', severity: 'error', issueCount: 8, exampleUrls: [`${home}a`, `${home}b`] },
        { checkId: 'title-missing', severity: 'info', issueCount: 1, exampleUrls: [home] },
      ],
    )
  })
})
