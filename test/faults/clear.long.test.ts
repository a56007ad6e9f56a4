import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { startDemoSite } from '#demo-site/site.ts'
import { serveHttp } from '#fetch/test-server.ts'
import { openTestProduct, startTestCrawl, waitForEnd } from '../support/product.ts'
import { startSlowSite } from '../support/slow-site.ts'
import { EMPTY_MEGABYTES } from '../support/storage.ts'
import { until } from '../support/until.ts'

/** Clearing a crawl in flight, and crawls side by side, in one engine. */

test('a crawl that is cleared in flight leaves nothing, and the engine takes the next one', async () => {
  const seen = Promise.withResolvers<void>()
  await using site = await startDemoSite({ onRequest: count => count === 40 && seen.resolve() })
  await using opened = await openTestProduct()
  const { store, control } = opened.product
  const crawlId = await startTestCrawl(opened.product, { url: site.url })
  await seen.promise
  const crawl = await store.reading.crawl(crawlId)
  assert.ok(crawl)
  const ownerId = await store.visitors.findOwner('test', Date.now())
  assert.ok(ownerId !== null)
  assert.equal(await store.websites.clear(crawl.websiteId, ownerId), true)
  control.stop(crawlId)
  control.sweep()
  assert.deepEqual(await store.websites.list(ownerId), [])
  assert.equal(await store.reading.crawl(crawlId), null)
  const nextId = await startTestCrawl(opened.product, { url: site.url, limit: 20 })
  const next = await waitForEnd(opened.product, nextId)
  assert.equal(next.counts.pagesCrawled, 20)
  assert.deepEqual(
    opened.logged.filter(({ event }) => event !== 'a crawl was taken over or cleared'),
    [],
  )
})

test('crawls side by side end as each would alone', async () => {
  await using first = await startDemoSite()
  await using second = await startDemoSite()
  await using opened = await openTestProduct()
  const urls = [first.url, second.url, `${first.url}breads/`]
  const ids: number[] = []
  for (const url of urls) ids.push(await startTestCrawl(opened.product, { url }))
  const ends = await Promise.all(ids.map(id => waitForEnd(opened.product, id)))
  const alone = await openTestProduct()
  const single = await waitForEnd(alone.product, await startTestCrawl(alone.product, { url: first.url }))
  await alone[Symbol.asyncDispose]()
  assert.deepEqual(ends[0]?.counts, single.counts)
  assert.deepEqual(ends[1]?.counts.bySeverity, single.counts.bySeverity)
  assert.equal(ends[2]?.endReason, 'finished')
  assert.deepEqual(opened.logged, [])
})

test('a stopped crawl ends with what was seen, its site checks made', async () => {
  await using site = await startSlowSite()
  await using opened = await openTestProduct()
  const { store, control } = opened.product
  const crawlId = await startTestCrawl(opened.product, { url: `${site.origin}/start` })
  await until(() => site.requested.has('/one'))
  await store.crawls.requestStop(crawlId)
  control.stop(crawlId)
  site.letGo()
  const crawl = await waitForEnd(opened.product, crawlId)
  assert.equal(crawl.endReason, 'stopped')
  assert.match(crawl.endSentence, /^The crawl was stopped after \d+ pages?: the report is partial\.$/)
  assert.ok(crawl.counts.pagesCrawled > 0)
  assert.ok((await store.reading.checkCounters(crawlId)).length > 0)
})

/** No compression makes it smaller. */
const PAGE_BYTES = 30_000

test('a crawl that uses up the storage ends with what was seen, and says so', async () => {
  await using site = await serveHttp(({ url }, response) => {
    const next = Number(url?.slice(1)) + 1
    const text = randomBytes(PAGE_BYTES).toString('base64')
    response
      .setHeader('content-type', 'text/html')
      .end(`<!doctype html><title>${next}</title><a href="/${next}">on</a><p>${text}`)
  })
  await using opened = await openTestProduct({ flags: { 'max-storage-megabytes': String(1 + EMPTY_MEGABYTES) } })
  const crawlId = await startTestCrawl(opened.product, { url: `${site.origin}/` })
  const crawl = await waitForEnd(opened.product, crawlId)
  assert.equal(crawl.endReason, 'storage-full')
  assert.match(
    crawl.endSentence,
    /^The storage of this server is full, so the crawl ended after \d+ pages?: the report/,
  )
  assert.ok(crawl.counts.pagesCrawled > 0)
  const skipped = await opened.product.store.reading.skippedCounts(crawlId)
  assert.ok(skipped.some(({ reason }) => reason === 'stopped'))
  assert.deepEqual(opened.logged, [])
})
