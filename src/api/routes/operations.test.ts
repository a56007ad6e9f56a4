import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addCrawl, testIssue } from '#report/test-crawl.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { openTestApp } from '../test-app.ts'

/** An admin, and a visitor with one crawl. */
async function open({ isEnded }: { isEnded: boolean }) {
  const test = await openTestApp()
  await test.addAccount('admin', 'admin')
  const admin = test.visitor()
  await admin.signIn('admin')
  const visitor = test.visitor()
  await visitor.get('/')
  const url = 'https://example.com/'
  const crawl = { ownerId: await visitor.ownerId(), url, pages: [{ url }], nowMs: test.clock.nowMs, isEnded }
  return { test, admin, visitor, ...(await addCrawl(test.store, crawl)) }
}

describe('GET /api/operations', () => {
  it('shows what runs and waits, the storage and what went wrong', async () => {
    const { test, admin, crawlId, websiteId } = await open({ isEnded: false })
    await using _ = test
    await admin.post('/api/crawl', { url: 'waiting.test' })
    const response = endpoints.operations.response.parse(await (await admin.get('/api/operations')).json())
    const at = '2026-01-02T12:00:00.000Z'
    assert.deepEqual(response.running, [
      {
        crawlId,
        websiteId,
        url: 'https://example.com/',
        owner: null,
        status: 'crawling',
        phase: 'visiting',
        pagesCrawled: 1,
        crawlLimit: 100,
        createdAt: at,
        startedAt: at,
        endedAt: null,
        endSentence: '',
        isStopRequested: false,
      },
    ])
    assert.deepEqual(
      response.waiting.map(({ url, owner }) => [url, owner]),
      [['https://waiting.test/', 'admin']],
    )
    assert.deepEqual([response.runningCount, response.waitingCount, response.failed], [1, 1, []])
    assert.deepEqual(response.counts, { visitors: 1, users: 1, websites: 2, crawls: 2 })
    assert.ok(response.storage.usedBytes > 0)
    assert.equal(response.storage.quotaBytes, 1e9)
    assert.deepEqual(response.recentErrors, [{ at, event: 'a fault', detail: '{"cause":"a test"}' }])
    assert.deepEqual([response.startedAt, response.version], [at, 'v1.0.0'])
  })
})

describe('POST /api/operations/crawls/{id}/stop', () => {
  it('stops the crawl of any owner', async () => {
    const { test, admin, crawlId } = await open({ isEnded: false })
    await using _ = test
    const response = await admin.post(`/api/operations/crawls/${crawlId}/stop`)
    assert.deepEqual(await response.json(), { message: 'The crawl is being stopped' })
    assert.deepEqual([await test.store.crawls.isStopRequested(crawlId), test.engineCalls], [true, [`stop ${crawlId}`]])
  })

  it('leaves one that has ended as it is', async () => {
    const { test, admin, crawlId } = await open({ isEnded: true })
    await using _ = test
    const response = await admin.post(`/api/operations/crawls/${crawlId}/stop`)
    assert.deepEqual(await response.json(), { message: 'The crawl has ended already' })
    assert.deepEqual(test.engineCalls, [])
  })
})

describe('POST /api/operations/websites/{id}/clear', () => {
  it('clears the website of any owner and stops its crawl', async () => {
    const { test, admin, visitor, websiteId, crawlId } = await open({ isEnded: false })
    await using _ = test
    const response = await admin.post(`/api/operations/websites/${websiteId}/clear`)
    assert.deepEqual([response.status, test.engineCalls], [200, [`stop ${crawlId}`, 'sweep']])
    assert.deepEqual(await (await visitor.get('/api/websites')).json(), [])
    assert.equal((await admin.post(`/api/operations/websites/${websiteId}/clear`)).status, 404)
  })
})

describe('what is not there', () => {
  for (const [url, status, text] of [
    ['crawls/4711/stop', 404, 'Crawl not found'],
    [`crawls/${'9'.repeat(40)}/stop`, 404, 'Crawl not found'],
    ['crawls/x/stop', 400, 'The crawl id must be a whole number'],
    ['websites/4711/clear', 404, 'Website not found'],
    ['websites/x/clear', 400, 'The website id must be a whole number'],
  ] as const)
    it(`responds with ${status} at ${url.slice(0, 30)}`, async () => {
      const { test, admin } = await open({ isEnded: true })
      await using _ = test
      const response = await admin.post(`/api/operations/${url}`)
      assert.deepEqual([response.status, await response.text(), test.engineCalls], [status, text, []])
    })
})

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
    const send = async (query = '') => {
      const response = await admin.get(`/api/diagnostics/${first.websiteId}${query}`)
      return endpoints.diagnostics.response.parse(await response.json())
    }
    const asStored = async (crawlId: number): Promise<unknown> =>
      JSON.parse(JSON.stringify(await test.store.reading.crawl(crawlId)))
    assert.deepEqual((await send()).crawl, await asStored(second.crawlId))
    const response = await send(`?crawl=${first.crawlId}`)
    assert.deepEqual(response.crawl, await asStored(first.crawlId))
    assert.deepEqual(response.pageCounts, {
      byStatus: { '2xx': 1 },
      byIndexability: { indexable: 1 },
      byDepth: [{ depth: 0, count: 1 }],
    })
    assert.deepEqual([response.isStopRequested, response.skippedCounts], [false, []])
    assert.deepEqual(response.issueTypes, [{ type: 'meta_issue', count: 1 }])
    assert.ok(Array.isArray(response.checkCounters))
  })
})
