import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addCrawl, testIssue } from '#report/test-crawl.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import { openTestApp } from '../test-app.ts'
import type { TestVisitor } from '../test-visitor.ts'

const list = async (visitor: TestVisitor) =>
  endpoints.listWebsites.response.parse(await (await visitor.get('/api/websites')).json())

describe('GET /api/websites', () => {
  it('lists the caller’s own with the counts of their newest crawl, the newest first', async () => {
    await using test = await openTestApp()
    const visitor = test.visitor()
    await visitor.get('/')
    const ownerId = await visitor.ownerId()
    const url = 'https://old.test/'
    await addCrawl(test.store, { ownerId, url, pages: [{ url, issues: [testIssue(url)] }], nowMs: test.clock.nowMs })
    test.clock.nowMs += 60_000
    await addCrawl(test.store, { ownerId, url: 'https://new.test/', pages: [], nowMs: test.clock.nowMs })
    const websites = await list(visitor)
    assert.deepEqual(
      websites.map(website => website.url),
      ['https://new.test/', url],
    )
    const [, old] = websites
    assert.deepEqual(
      { ...old, id: 0, passedCount: 0 },
      {
        id: 0,
        url,
        lastCrawled: '2026-01-02T12:00:00.000Z',
        pagesCrawled: 1,
        status: 'complete',
        crawlLimit: 100,
        options: defaultCrawlOptions,
        errorCount: 1,
        warningCount: 0,
        passedCount: 0,
      },
    )
  })

  it('lists nobody else’s', async () => {
    await using test = await openTestApp()
    const owner = test.visitor()
    await owner.post('/api/crawl', { url: 'example.com' })
    const other = test.visitor()
    await other.get('/')
    assert.deepEqual([(await list(owner)).length, await list(other), await list(test.visitor())], [1, [], []])
  })
})
