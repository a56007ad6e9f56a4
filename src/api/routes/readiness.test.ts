import assert from 'node:assert/strict'
import { it } from 'node:test'
import { addCrawl } from '#report/test-crawl.ts'
import { openTestApp } from '../test-app.ts'

it('GET /api/readiness/{id} is computed once at a time for a visitor, and others do not wait for it', async () => {
  await using test = await openTestApp()
  const addVisitor = async (peer: string) => {
    const visitor = test.visitor(peer)
    await visitor.get('/')
    const ownerId = await visitor.ownerId()
    const url = 'https://example.com/'
    const { websiteId, crawlId } = await addCrawl(test.store, {
      ownerId,
      url,
      pages: [{ url }],
      nowMs: test.clock.nowMs,
    })
    return { crawlId, read: async () => (await visitor.get(`/api/readiness/${websiteId}`)).status }
  }
  const hostile = await addVisitor('192.0.2.1')
  const other = await addVisitor('192.0.2.2')
  const { textSums } = test.store.reading
  const end = Promise.withResolvers<void>()
  let computed = 0
  test.store.reading.textSums = async crawlId => {
    if (crawlId === hostile.crawlId) computed += 1
    if (crawlId === hostile.crawlId) await end.promise
    return await textSums(crawlId)
  }
  const many = Array.from({ length: 20 }, hostile.read)
  assert.equal(await other.read(), 200)
  assert.equal(computed, 1)
  end.resolve()
  const statuses = await Promise.all(many)
  assert.equal(statuses.filter(status => status === 200).length, 4)
  assert.equal(statuses.filter(status => status === 503).length, 16)
})
