import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addCrawl } from '#report/test-crawl.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import type { CrawlEstimate } from '#shared/crawl-estimate.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import type { TestVisitor } from '../test-visitor.ts'

const home = 'https://example.com/'

describe('GET /api/estimate', () => {
  let test: TestApp
  let visitor: TestVisitor

  /** Ten pages in the second that a crawl of the tests takes. */
  before(async () => {
    test = await openTestApp()
    visitor = test.visitor()
    await visitor.get('/')
    const pages = Array.from({ length: 10 }, (_, index) => ({ url: `${home}${index}` }))
    await addCrawl(test.store, { ownerId: await visitor.ownerId(), url: home, pages, nowMs: test.clock.nowMs })
  })
  after(() => test[Symbol.asyncDispose]())

  const read = async (query: string, by = visitor): Promise<CrawlEstimate> =>
    endpoints.crawlEstimate.response.parse(await (await by.get(`/api/estimate?${query}`)).json())

  it('is of the whole site by its last crawl, with or without the scheme', async () => {
    const expected: CrawlEstimate = {
      pages: 10,
      seconds: 1,
      requests: 10,
      earlierCrawlAt: new Date(test.clock.nowMs).toISOString(),
      assumedSecondsPerResponse: null,
    }
    for (const url of [home, 'example.com'])
      assert.deepEqual(await read(`url=${encodeURIComponent(url)}&limit=100`), expected)
  })

  const assumedCases: [name: string, query: string][] = [
    ['of another website', 'url=other.example'],
    ['of a crawl that runs scripts, by one that did not', 'url=example.com&render=true'],
    ['of a crawl with pauses, by one without', 'url=example.com&pauseMs=500'],
    ['of a crawl that measures page speed, by one that did not', 'url=example.com&speedSample=2'],
  ]
  for (const [name, query] of assumedCases)
    it(`rests on an assumption: ${name}`, async () => {
      const { pages, earlierCrawlAt, assumedSecondsPerResponse } = await read(query)
      assert.deepEqual([pages, earlierCrawlAt, assumedSecondsPerResponse], [100, null, 0.4])
    })

  it('says nothing of the crawls of others', async () => {
    const stranger = test.visitor()
    await stranger.get('/')
    assert.equal((await read('url=example.com', stranger)).earlierCrawlAt, null)
    assert.equal((await read('url=example.com', test.visitor())).earlierCrawlAt, null)
  })

  const refusals: [query: string, message: string][] = [
    ['', 'URL is required'],
    ['url=hello', 'Please enter a valid URL'],
    ['url=example.com&limit=0', 'limit must be a whole number from 1 to 1000000000'],
    ['url=example.com&speedSample=26', 'speedSample must be a whole number from 0 to 25'],
  ]
  for (const [query, message] of refusals)
    it(`refuses “${query}”`, async () => {
      const response = await visitor.get(`/api/estimate?${query}`)
      assert.deepEqual([response.status, await response.text()], [400, message])
    })
})
