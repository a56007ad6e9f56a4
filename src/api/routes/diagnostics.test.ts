import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addCrawl, testIssue } from '#report/test-crawl.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { openTestApp } from '../test-app.ts'

describe('GET /api/diagnostics/{id}', () => {
  it('gives an admin what is stored about a crawl, the newest or the one that is named', async () => {
    await using test = await openTestApp()
    await test.addAccount('admin', 'admin')
    const admin = test.visitor()
    await admin.signIn('admin')
    const url = 'https://example.com/'
    const crawl = { ownerId: await admin.ownerId(), url, nowMs: test.clock.nowMs }
    const first = await addCrawl(test.store, { ...crawl, pages: [{ url, issues: [testIssue(url)] }] })
    const second = await addCrawl(test.store, { ...crawl, pages: [] })
    const ask = async (query = '') => {
      const answer = await admin.get(`/api/diagnostics/${first.websiteId}${query}`)
      return endpoints.diagnostics.response.parse(await answer.json())
    }
    const asStored = async (crawlId: number): Promise<unknown> =>
      JSON.parse(JSON.stringify(await test.store.reading.crawl(crawlId)))
    assert.deepEqual((await ask()).crawl, await asStored(second.crawlId))
    const answer = await ask(`?crawl=${first.crawlId}`)
    assert.deepEqual(answer.crawl, await asStored(first.crawlId))
    assert.deepEqual(answer.pageCounts, { byStatus: { '2xx': 1 }, byDepth: [{ depth: 0, count: 1 }] })
    assert.deepEqual([answer.isStopRequested, answer.skippedCounts], [false, []])
    assert.deepEqual(answer.issueTypes, [{ type: 'meta_issue', count: 1 }])
    assert.ok(Array.isArray(answer.checkCounters))
  })
})
