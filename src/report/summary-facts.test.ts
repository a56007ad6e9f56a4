import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'
import { openSqliteStore } from '#store/sqlite.ts'
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
  it('counts the issues of each check, worst first, with a few addresses', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'summary-test-'))
    const store = await openSqliteStore({ file: path.join(folder, 'test.db'), busyTimeoutMs: 50 })
    try {
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
    } finally {
      await store[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    }
  })
})
