import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import { StaleClaimError } from '../store.ts'
import { LEASE_MS, type OpenStore, ownerOf, SITE, startTestCrawl } from './test-crawl.ts'

const options = defaultCrawlOptions

export function pausesContract(open: OpenStore): void {
  describe('pauses', () => {
    it('pauses a waiting crawl at once: no worker claims it until it is resumed', async () => {
      await using store = await open()
      const ownerId = await ownerOf(store, 'a')
      const { crawlId } = await store.websites.startCrawl({ ownerId, url: SITE, crawlLimit: 5, options, nowMs: 1_000 })
      assert.equal(await store.crawls.requestPause(crawlId), 'paused')
      assert.equal(await store.crawls.requestPause(crawlId), 'paused', 'twice is once')
      assert.equal((await store.reading.crawl(crawlId))?.status, 'paused')
      assert.equal(await store.crawls.claim('worker', 2_000, LEASE_MS), null)
      await store.crawls.releaseAllClaims()
      assert.equal(await store.crawls.claim('worker', 2_000, LEASE_MS), null, 'nor after a start of the server')
      assert.equal(await store.crawls.countActive(), 1)
      assert.equal(await store.crawls.resume(crawlId), true)
      assert.equal(await store.crawls.resume(crawlId), true, 'twice is once')
      assert.equal((await store.reading.crawl(crawlId))?.status, 'pending')
      assert.equal((await store.crawls.claim('worker', 2_000, LEASE_MS))?.crawlId, crawlId)
    })

    it('lets a running crawl rest when its claimant gives it up', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      await crawl.commit([{ path: '/', number: 1 }])
      assert.equal(await store.crawls.isPauseRequested(crawl.crawlId), false)
      assert.equal(await store.crawls.requestPause(crawl.crawlId), 'pausing')
      assert.equal(await store.crawls.isPauseRequested(crawl.crawlId), true)
      assert.equal((await store.reading.crawl(crawl.crawlId))?.status, 'crawling')
      await store.crawls.release(crawl.claim)
      assert.equal((await store.reading.crawl(crawl.crawlId))?.status, 'paused')
      await assert.rejects(crawl.commit([{ path: '/b', number: 2 }]), StaleClaimError)
      assert.equal(await store.crawls.claim('other', 9_000_000, LEASE_MS), null)
      await store.crawls.resume(crawl.crawlId)
      assert.equal((await store.crawls.claim('other', 2_001, LEASE_MS))?.crawlId, crawl.crawlId)
    })

    it('lets a crawl rest whose claimant was lost before it gave it up', async () => {
      await using store = await open()
      const { crawlId } = await startTestCrawl(store)
      await store.crawls.requestPause(crawlId)
      await store.crawls.releaseAllClaims()
      assert.equal((await store.reading.crawl(crawlId))?.status, 'paused')
      assert.equal(await store.crawls.claim('other', 9_000_000, LEASE_MS), null)
    })

    it('lets a crawl wait that was resumed before its claimant gave it up', async () => {
      await using store = await open()
      const { crawlId, claim } = await startTestCrawl(store)
      await store.crawls.requestPause(crawlId)
      await store.crawls.resume(crawlId)
      assert.equal((await store.reading.crawl(crawlId))?.status, 'crawling')
      await store.crawls.release(claim)
      assert.equal((await store.reading.crawl(crawlId))?.status, 'pending')
      assert.equal((await store.crawls.claim('other', 2_001, LEASE_MS))?.crawlId, crawlId)
    })

    it('leaves a stale claimant without effect', async () => {
      await using store = await open()
      const { crawlId, claim } = await startTestCrawl(store)
      const overtaking = await store.crawls.claim('other', 2_000 + LEASE_MS, LEASE_MS)
      assert.ok(overtaking)
      await store.crawls.release(claim)
      assert.equal((await store.reading.crawl(crawlId))?.status, 'crawling')
      assert.equal(await store.crawls.renew(overtaking, 3_000, LEASE_MS), true)
    })

    it('wakes a resting crawl that is to end, and ends at once one that has not begun', async () => {
      await using store = await open()
      const { crawlId, claim } = await startTestCrawl(store)
      await store.crawls.requestPause(crawlId)
      await store.crawls.release(claim)
      const end = { sentence: 'It was stopped.', endedMs: 3_000 }
      assert.equal(await store.crawls.endWaiting(crawlId, end), false, 'its pages are still to be checked')
      await store.crawls.requestStop(crawlId)
      assert.equal((await store.crawls.claim('other', 2_001, LEASE_MS))?.crawlId, crawlId)
      assert.equal(await store.crawls.requestPause(crawlId), null)
      assert.equal(await store.crawls.resume(crawlId), false)
      const ownerId = await ownerOf(store, 'b')
      const fresh = await store.websites.startCrawl({ ownerId, url: SITE, crawlLimit: 5, options, nowMs: 1_000 })
      await store.crawls.requestPause(fresh.crawlId)
      assert.equal(await store.crawls.endWaiting(fresh.crawlId, end), true)
      assert.equal(await store.crawls.requestPause(fresh.crawlId), null)
      assert.equal(await store.crawls.resume(fresh.crawlId), false)
    })

    it('is cleared like any other', async () => {
      await using store = await open()
      const ownerId = await ownerOf(store, 'a')
      const start = { ownerId, url: SITE, crawlLimit: 5, options, nowMs: 1_000 }
      const { crawlId, websiteId } = await store.websites.startCrawl(start)
      await store.crawls.requestPause(crawlId)
      assert.equal(await store.websites.clear(websiteId, ownerId), true)
      assert.equal(await store.crawls.countActive(), 0)
      assert.equal(await store.crawls.claim('worker', 2_000, LEASE_MS), null)
    })
  })
}
