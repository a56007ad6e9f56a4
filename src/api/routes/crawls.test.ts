import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addCrawl, type TestPage, testIssue } from '#report/test-crawl.ts'
import { crawlResultSchema, crawlStartedSchema } from '#shared/api/crawls.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import { openTestApp } from '../test-app.ts'
import type { TestVisitor } from '../test-visitor.ts'

const home = 'https://example.com/'
const pages: TestPage[] = [
  { url: home, issues: [testIssue(home)] },
  {
    url: `${home}a`,
    issues: [testIssue(`${home}a`, { checkId: 'redirect-chain', type: 'redirect', severity: 'warning' })],
  },
  { url: `${home}b` },
  { url: `${home}gone`, status: 404, issues: [testIssue(`${home}gone`, { type: 'broken_link' })] },
]

async function openWithCrawl(crawl: { pages?: TestPage[]; isEnded?: boolean } = {}) {
  const test = await openTestApp()
  const visitor = test.visitor()
  await visitor.get('/')
  const ownerId = await visitor.ownerId()
  const add = (more: typeof crawl) =>
    addCrawl(test.store, { ownerId, url: home, pages, nowMs: test.clock.nowMs, ...more })
  const { websiteId, crawlId } = await add(crawl)
  const result = async (query = '') =>
    endpoints.crawlResult.response.parse(await (await visitor.get(`/api/crawl/${websiteId}${query}`)).json())
  return { test, visitor, websiteId, crawlId, add, result }
}

describe('GET /api/crawl/{id}', () => {
  it('responds with the newest crawl and the counts of its lists', async () => {
    const { test, crawlId, websiteId, result } = await openWithCrawl()
    await using _ = test
    const response = await result()
    assert.deepEqual(
      [response.crawlId, response.websiteId, response.status, response.url],
      [crawlId, websiteId, 'complete', home],
    )
    assert.deepEqual(response.overview, { totalPages: 4, errors: 2, redirects: 1, duplicates: 0 })
    assert.deepEqual([response.errorCount, response.warningCount, response.pagesCrawled], [2, 1, 3])
    assert.deepEqual(response.issueDistribution, {
      brokenLinks: 1,
      redirects: 1,
      duplicates: 0,
      metaIssues: 1,
      other: 0,
    })
    assert.deepEqual(response.issueTypes, [
      { type: 'broken_link', count: 1 },
      { type: 'meta_issue', count: 1 },
      { type: 'redirect', count: 1 },
    ])
    assert.equal(response.statusCounts['2xx'], 3)
    assert.equal(response.statusCounts['4xx'], 1)
    assert.deepEqual(
      [response.endReason, response.endSentence, response.change],
      ['finished', 'Every page was crawled.', null],
    )
  })

  it('compares with the crawl before, and responds with an earlier one when it is named', async () => {
    const { test, crawlId: first, websiteId, add, result } = await openWithCrawl()
    await using _ = test
    const second = await add({ pages: pages.slice(0, 2) })
    assert.equal(second.websiteId, websiteId)
    const newest = await result()
    assert.deepEqual(newest.change, { totalPages: -50, errors: -50, redirects: 0, duplicates: 0 })
    assert.deepEqual(
      newest.crawls.map(crawl => crawl.id),
      [second.crawlId, first],
    )
    const earlier = await result(`?crawl=${first}`)
    assert.deepEqual([earlier.crawlId, earlier.overview.totalPages, earlier.change], [first, 4, null])
  })

  it('shows a crawl that runs, and its sums as they grow', async () => {
    const { test, result } = await openWithCrawl({ isEnded: false })
    await using _ = test
    const response = await result()
    assert.deepEqual([response.status, response.endedAt, response.overview.totalPages], ['crawling', null, 4])
  })

  it('responds alike to unknown and foreign ids', async () => {
    const { test, visitor, websiteId } = await openWithCrawl()
    await using _ = test
    const stranger = test.visitor()
    await stranger.get('/')
    for (const [who, id] of [
      [stranger, websiteId],
      [test.visitor(), websiteId],
      [visitor, 4_711],
      [visitor, '9'.repeat(40)],
      [visitor, 0],
    ] as const)
      for (const path of [`crawl/${id}`, `pages/${id}`, `issues/${id}`]) {
        const response = await who.get(`/api/${path}`)
        assert.deepEqual([response.status, await response.text()], [404, 'Website not found'])
      }
    for (const path of [
      `crawl/${websiteId}/clear`,
      `crawl/${websiteId}/clear?after=departure`,
      `crawl/${websiteId}/stop`,
    ]) {
      const response = await stranger.post(`/api/${path}`)
      assert.deepEqual([response.status, await response.text()], [404, 'Website not found'])
    }
    assert.deepEqual(test.engineCalls, [])
    assert.equal((await visitor.get(`/api/crawl/${websiteId}`)).status, 200)
  })

  it('responds alike to foreign and unknown crawl ids', async () => {
    const { test, visitor, websiteId } = await openWithCrawl()
    await using _ = test
    const stranger = test.visitor()
    await stranger.get('/')
    const nowMs = test.clock.nowMs
    const foreign = await addCrawl(test.store, { ownerId: await stranger.ownerId(), url: home, pages: [], nowMs })
    for (const path of ['crawl', 'pages', 'issues'])
      for (const crawlId of [foreign.crawlId, 4_711]) {
        const response = await visitor.get(`/api/${path}/${websiteId}?crawl=${crawlId}`)
        assert.deepEqual([response.status, await response.text()], [404, 'Crawl not found'])
      }
  })

  for (const id of ['abc', '-1', '1.5', '0x1', '1%2F2', '%00'])
    it(`says that ${id} is no id`, async () => {
      await using test = await openTestApp()
      const response = await test.app.request(`/api/crawl/${id}`)
      assert.deepEqual([response.status, await response.text()], [400, 'The website id must be a whole number'])
    })
})

describe('POST /api/crawl/{id}/clear', () => {
  it('clears at once: nothing is left to be seen, and the rows go by the sweep', async () => {
    const { test, visitor, websiteId } = await openWithCrawl()
    await using _ = test
    const response = await visitor.post(`/api/crawl/${websiteId}/clear`)
    assert.deepEqual([response.status, await response.json()], [200, { message: 'Crawl data cleared' }])
    assert.deepEqual(test.engineCalls, ['sweep'])
    assert.equal((await visitor.get(`/api/crawl/${websiteId}`)).status, 404)
    assert.deepEqual(await (await visitor.get('/api/websites')).json(), [])
    assert.equal((await visitor.post(`/api/crawl/${websiteId}/clear`)).status, 404)
  })

  it('stops a crawl in flight', async () => {
    const { test, visitor, websiteId, crawlId } = await openWithCrawl({ isEnded: false })
    await using _ = test
    await visitor.post(`/api/crawl/${websiteId}/clear`)
    assert.deepEqual(test.engineCalls, [`stop ${crawlId}`, 'sweep'])
  })

  it('takes a beacon, which sends text and no JSON', async () => {
    const { test, visitor, websiteId } = await openWithCrawl()
    await using _ = test
    const headers = {
      'content-type': 'text/plain;charset=UTF-8',
      origin: 'http://localhost',
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'no-cors',
    }
    const response = await visitor.post(`/api/crawl/${websiteId}/clear?after=departure`, undefined, headers)
    assert.equal(response.status, 200)
    assert.deepEqual(test.engineCalls, [])
    assert.equal((await visitor.get(`/api/crawl/${websiteId}`)).status, 200)
  })

  it('refuses another moment than departure', async () => {
    const { test, visitor, websiteId } = await openWithCrawl()
    await using _ = test
    const response = await visitor.post(`/api/crawl/${websiteId}/clear?after=dinner`)
    assert.deepEqual([response.status, await response.text()], [400, 'after must be one of departure'])
    assert.equal((await visitor.get(`/api/crawl/${websiteId}`)).status, 200)
  })
})

describe('POST /api/crawl/{id}/stop', () => {
  it('passes the stop of a running crawl to the store and the engine', async () => {
    const { test, visitor, websiteId, crawlId } = await openWithCrawl({ isEnded: false })
    await using _ = test
    const response = await visitor.post(`/api/crawl/${websiteId}/stop`)
    assert.deepEqual([response.status, await response.json()], [200, { message: 'The crawl is being stopped' }])
    assert.deepEqual([await test.store.crawls.isStopRequested(crawlId), test.engineCalls], [true, [`stop ${crawlId}`]])
  })

  it('ends one that waits at once', async () => {
    await using test = await openTestApp()
    const visitor = test.visitor()
    const started = await visitor.post('/api/crawl', { url: 'https://example.com' })
    const { websiteId } = crawlStartedSchema.parse(await started.json())
    const response = await visitor.post(`/api/crawl/${websiteId}/stop`)
    assert.deepEqual(await response.json(), { message: 'The crawl is stopped' })
    const result = crawlResultSchema.parse(await (await visitor.get(`/api/crawl/${websiteId}`)).json())
    assert.deepEqual(
      [result.status, result.endReason, result.endSentence],
      ['complete', 'stopped', 'The crawl was stopped before it began.'],
    )
  })

  it('leaves one that has ended as it is', async () => {
    const { test, visitor, websiteId, crawlId } = await openWithCrawl()
    await using _ = test
    const response = await visitor.post(`/api/crawl/${websiteId}/stop`)
    assert.deepEqual(await response.json(), { message: 'The crawl has ended already' })
    assert.deepEqual([await test.store.crawls.isStopRequested(crawlId), test.engineCalls], [false, []])
  })
})

describe('POST /api/crawl/{id}/pause and /resume', () => {
  it('pauses a running crawl, however often it is requested', async () => {
    const { test, visitor, websiteId, crawlId } = await openWithCrawl({ isEnded: false })
    await using _ = test
    for (let time = 0; time < 2; time++) {
      const response = await visitor.post(`/api/crawl/${websiteId}/pause`)
      assert.deepEqual([response.status, await response.json()], [200, { message: 'The crawl is being paused' }])
    }
    assert.equal(await test.store.crawls.isPauseRequested(crawlId), true)
    assert.deepEqual(test.engineCalls, [`pause ${crawlId}`, `pause ${crawlId}`])
  })

  it('resumes a crawl, however often it is requested', async () => {
    await using test = await openTestApp()
    const visitor = test.visitor()
    const started = await visitor.post('/api/crawl', { url: 'https://example.com' })
    const { websiteId } = crawlStartedSchema.parse(await started.json())
    const status = async () =>
      crawlResultSchema.parse(await (await visitor.get(`/api/crawl/${websiteId}`)).json()).status
    const paused = await visitor.post(`/api/crawl/${websiteId}/pause`)
    assert.deepEqual([await paused.json(), await status()], [{ message: 'The crawl is paused' }, 'paused'])
    for (let time = 0; time < 2; time++) {
      const resumed = await visitor.post(`/api/crawl/${websiteId}/resume`)
      assert.deepEqual([await resumed.json(), await status()], [{ message: 'The crawl goes on' }, 'pending'])
    }
    assert.deepEqual(test.engineCalls, ['wake', 'wake', 'wake'])
  })

  it('counts a resting crawl among those of the visitor', async () => {
    await using test = await openTestApp({ maxActiveCrawlsPerVisitor: 1 })
    const visitor = test.visitor()
    const started = await visitor.post('/api/crawl', { url: 'https://example.com' })
    const { websiteId } = crawlStartedSchema.parse(await started.json())
    await visitor.post(`/api/crawl/${websiteId}/pause`)
    assert.equal((await visitor.post('/api/crawl', { url: 'https://example.org' })).status, 429)
  })

  it('refuses for a crawl that has ended, and for one that is being stopped', async () => {
    const ended = await openWithCrawl()
    await using _ended = ended.test
    const running = await openWithCrawl({ isEnded: false })
    await using _running = running.test
    await running.visitor.post(`/api/crawl/${running.websiteId}/stop`)
    for (const action of ['pause', 'resume']) {
      for (const [{ visitor, websiteId }, message] of [
        [ended, 'The crawl has ended already'],
        [running, 'The crawl is being stopped'],
      ] as const) {
        const response = await visitor.post(`/api/crawl/${websiteId}/${action}`)
        assert.deepEqual([response.status, await response.text()], [409, message])
      }
    }
  })

  it('wakes the engine when a resting crawl is stopped, and ends one that has not begun', async () => {
    const { test, visitor, websiteId, crawlId } = await openWithCrawl({ isEnded: false })
    await using _ = test
    await visitor.post(`/api/crawl/${websiteId}/pause`)
    await test.store.crawls.releaseAllClaims()
    const response = await visitor.post(`/api/crawl/${websiteId}/stop`)
    assert.deepEqual(await response.json(), { message: 'The crawl is being stopped' })
    assert.deepEqual(test.engineCalls, [`pause ${crawlId}`, `stop ${crawlId}`, 'wake'])
  })
})

describe('POST /api/clear-cache/{id}', () => {
  it('forgets what can be computed again, and leaves the crawl as it is', async () => {
    const { test, visitor, websiteId, result } = await openWithCrawl()
    await using _ = test
    const before = await result()
    let readings = 0
    const { issueTypes } = test.store.reading
    test.store.reading.issueTypes = crawlId => {
      readings += 1
      return issueTypes(crawlId)
    }
    await result()
    assert.equal(readings, 0)
    const response = await visitor.post(`/api/clear-cache/${websiteId}`)
    assert.deepEqual(
      [response.status, await response.json()],
      [200, { message: 'Website cache has been cleared successfully' }],
    )
    assert.deepEqual([await result(), readings], [before, 1])
  })
})

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
        role: 'own',
        sharedBy: null,
      },
    )
  })

  it('lists no website of others', async () => {
    await using test = await openTestApp()
    const owner = test.visitor()
    await owner.post('/api/crawl', { url: 'example.com' })
    const other = test.visitor()
    await other.get('/')
    assert.deepEqual([(await list(owner)).length, await list(other), await list(test.visitor())], [1, [], []])
  })
})
