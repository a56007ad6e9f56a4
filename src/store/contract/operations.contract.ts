import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OperationsCrawlRow } from '../store.ts'
import { crawlOnce, start } from './crawl-once.ts'
import { addTestAccount } from './test-account.ts'
import { LEASE_MS, type OpenStore, ownerOf, startTestCrawl, testCheckpoint } from './test-crawl.ts'
import { noChangedUrls } from './test-urls.ts'

const ids = (rows: readonly OperationsCrawlRow[]) => rows.map(row => row.crawl.id)

export function operationsContract(open: OpenStore): void {
  describe('operations', () => {
    it('tell what a crawl has taken of the server, also when its website was cleared', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      assert.deepEqual(await store.operations.crawlUse(crawl.crawlId), {
        receivedBytes: 0,
        spentMs: 0,
        hasEnded: false,
      })
      const checkpoint = testCheckpoint({ receivedBytes: 5_000, spentMs: 700 })
      const batch = { ...noChangedUrls, records: [], counters: {}, checkpoint, nowMs: 3_000 }
      await store.crawls.commit(crawl.claim, batch)
      await store.crawls.end(crawl.claim, { reason: 'finished', sentence: '', endedMs: 4_000 })
      const website = await store.operations.website(crawl.websiteId)
      await store.websites.clear(crawl.websiteId, website?.ownerId ?? 0)
      assert.deepEqual(await store.operations.crawlUse(crawl.crawlId), {
        receivedBytes: 5_000,
        spentMs: 700,
        hasEnded: true,
      })
      assert.equal(await store.operations.crawlUse(crawl.crawlId + 1), null)
    })

    it('tell what runs and what waits, in the order in which crawls are taken up, with whose they are', async () => {
      await using store = await open()
      const visitorId = await ownerOf(store, 'visitor')
      const { ownerId } = await addTestAccount(store, { username: 'Ada' })
      await crawlOnce(store, { ownerId, url: 'https://done.test/', nowMs: 1_000 })
      const started: number[] = []
      for (const [index, owner] of [visitorId, ownerId, visitorId, ownerId].entries()) {
        const url = `https://${index}.test/`
        started.push((await store.websites.startCrawl({ ...start, ownerId: owner, url })).crawlId)
      }
      const [first, second, third, fourth] = started
      for (let claimed = 0; claimed < 2; claimed++) await store.crawls.claim('worker', 2_000, LEASE_MS)
      await store.crawls.requestStop(second ?? 0)
      const running = await store.operations.running(10)
      assert.deepEqual(
        running.map(row => [row.crawl.id, row.crawl.seedUrl, row.username, row.isStopRequested]),
        [
          [first, 'https://0.test/', null, false],
          [second, 'https://1.test/', 'Ada', true],
        ],
      )
      assert.deepEqual(running[0]?.crawl, await store.reading.crawl(first ?? 0))
      const waiting = await store.operations.waiting(10)
      assert.deepEqual(
        waiting.map(row => [row.crawl.id, row.username]),
        [
          [third, null],
          [fourth, 'Ada'],
        ],
      )
      assert.deepEqual(ids(await store.operations.running(1)), [first])
      assert.deepEqual(ids(await store.operations.waiting(1)), [third])
      await store.crawls.requestPause(third ?? 0)
      const withPaused = await store.operations.waiting(10)
      assert.deepEqual(
        withPaused.map(row => [row.crawl.id, row.crawl.status]),
        [
          [fourth, 'pending'],
          [third, 'paused'],
        ],
      )
      assert.equal((await store.operations.counts()).waiting, 2)
      await store.crawls.resume(third ?? 0)
      assert.equal((await store.crawls.claim('worker', 2_000, LEASE_MS))?.crawlId, third)
    })

    it('tell what failed, the newest first, and nothing else that ended', async () => {
      await using store = await open()
      const ownerId = await ownerOf(store, 'visitor')
      const crawl = (url: string, nowMs: number, reason: 'failed' | 'finished') =>
        crawlOnce(store, { ownerId, url, nowMs, reason })
      const late = await crawl('https://late.test/', 9_000, 'failed')
      const early = await crawl('https://early.test/', 3_000, 'failed')
      await crawl('https://fine.test/', 10_000, 'finished')
      const same = await crawl('https://same.test/', 3_000, 'failed')
      assert.deepEqual(ids(await store.operations.failed(10)), [late, same, early])
      assert.deepEqual(ids(await store.operations.failed(2)), [late, same])
    })

    it('count visitors, users and what is theirs', async () => {
      await using store = await open()
      assert.deepEqual(await store.operations.counts(), {
        running: 0,
        waiting: 0,
        visitors: 0,
        users: 0,
        websites: 0,
        crawls: 0,
      })
      const { ownerId } = await addTestAccount(store)
      const visitorId = await ownerOf(store, 'visitor')
      await ownerOf(store, 'another')
      await crawlOnce(store, { ownerId, url: 'https://a.test/', nowMs: 1_000 })
      await crawlOnce(store, { ownerId, url: 'https://a.test/', nowMs: 2_000 })
      for (const url of ['https://b.test/', 'https://c.test/', 'https://d.test/'])
        await store.websites.startCrawl({ ...start, ownerId: visitorId, url })
      await store.crawls.claim('worker', 2_000, LEASE_MS)
      assert.deepEqual(await store.operations.counts(), {
        running: 1,
        waiting: 2,
        visitors: 2,
        users: 1,
        websites: 4,
        crawls: 5,
      })
    })

    it('leave out what was cleared, swept or not', async () => {
      await using store = await open()
      const ownerId = await ownerOf(store, 'visitor')
      await crawlOnce(store, { ownerId, url: 'https://a.test/', nowMs: 1_000, reason: 'failed' })
      await store.websites.startCrawl({ ...start, ownerId, url: 'https://b.test/' })
      await store.crawls.claim('worker', 2_000, LEASE_MS)
      await store.websites.startCrawl({ ...start, ownerId, url: 'https://c.test/' })
      const websites = await store.websites.list(ownerId)
      assert.equal(await store.operations.countWebsites(ownerId), 3)
      for (const website of websites) await store.websites.clear(website.id, ownerId)
      const isNothing = async () => {
        const { running, waiting, failed, counts, countWebsites, website } = store.operations
        for (const list of [running, waiting, failed]) assert.deepEqual(await list(10), [])
        const counted = { running: 0, waiting: 0, visitors: 1, users: 0, websites: 0, crawls: 0 }
        assert.deepEqual(await counts(), counted)
        assert.equal(await countWebsites(ownerId), 0)
        assert.equal(await website(websites[0]?.id ?? 0), null)
      }
      await isNothing()
      await store.sweep(3_000, 1_000)
      await isNothing()
    })

    it('find any website with its owner and the crawl that has not ended', async () => {
      await using store = await open()
      const ownerId = await ownerOf(store, 'visitor')
      await crawlOnce(store, { ownerId, url: start.url, nowMs: 1_000 })
      const websiteId = (await store.websites.list(ownerId))[0]?.id ?? 0
      assert.deepEqual(await store.operations.website(websiteId), { ownerId, activeCrawlId: null })
      const { crawlId } = await store.websites.startCrawl({ ...start, ownerId })
      assert.deepEqual(await store.operations.website(websiteId), { ownerId, activeCrawlId: crawlId })
      await store.crawls.claim('worker', 2_000, LEASE_MS)
      assert.deepEqual(await store.operations.website(websiteId), { ownerId, activeCrawlId: crawlId })
      assert.equal(await store.operations.website(websiteId + 1), null)
    })

    it('measure the database', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      const before = await store.operations.usedBytes()
      assert.ok(before > 0)
      const columns = { title: 'x'.repeat(2_000) }
      await crawl.commit(Array.from({ length: 500 }, (_, index) => ({ path: `/${index}`, number: index + 1, columns })))
      const grown = (await store.operations.usedBytes()) - before
      assert.ok(grown >= 1_000_000, `500 pages of 2,000 characters each take more than ${grown} bytes`)
    })
  })
}
