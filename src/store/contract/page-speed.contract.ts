import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageSpeed } from '#shared/page-speed.ts'
import type { PageSpeedKey, Store } from '../store.ts'
import { start, sweepAll } from './crawl-once.ts'
import { addTestAccount } from './test-account.ts'
import { type OpenStore, ownerOf } from './test-crawl.ts'

const HOUR_MS = 3_600_000
const URL = 'https://site.test/a'

function measured(overall: number): PageSpeed {
  return {
    url: URL,
    finalUrl: URL,
    provider: 'lighthouse',
    device: 'mobile',
    measuredAt: '2026-01-01T00:00:00.000Z',
    runCount: 1,
    lighthouseVersion: '13.5.0',
    browserVersion: null,
    performance: overall,
    accessibility: overall,
    bestPractices: overall,
    seo: overall,
    overall,
    lab: { lcpMs: 1, tbtMs: 2, cls: 0.03, fcpMs: 4, ttfbMs: 5, speedIndexMs: 6 },
    field: null,
    opportunities: [],
    warnings: ['“quoted” \u0000'],
    totalBytes: 1_000,
    weight: null,
  }
}

export function pageSpeedContract(open: OpenStore): void {
  const openWithOwner = async () => {
    const store = await open()
    const ownerId = await ownerOf(store, 'visitor')
    const save = (overall: number, key: Partial<PageSpeedKey & { measuredMs: number }> = {}) =>
      store.pageSpeed.save({
        ownerId,
        url: URL,
        device: 'mobile',
        measuredMs: 1_000,
        ...key,
        pageSpeed: measured(overall),
      })
    const find = async (key: Partial<PageSpeedKey & { afterMs: number }> = {}) =>
      (await store.pageSpeed.find({ ownerId, url: URL, device: 'mobile', afterMs: 0, ...key }))?.overall ?? null
    return { store, ownerId, save, find }
  }
  const isEmpty = async (store: Store, nowMs: number) => !(await store.sweep(nowMs, 1))

  describe('measurements of page speed', () => {
    it('are found by owner, URL and device only', async () => {
      const { store, ownerId, save, find } = await openWithOwner()
      await using _ = store
      const strangerId = await ownerOf(store, 'stranger')
      await save(90)
      assert.deepEqual(await store.pageSpeed.find({ ownerId, url: URL, device: 'mobile', afterMs: 0 }), measured(90))
      assert.equal(await find({ ownerId: strangerId }), null)
      assert.equal(await find({ device: 'desktop' }), null)
      assert.equal(await find({ url: `${URL}/` }), null)
    })

    it('are found while they are new enough, and the newest replaces an earlier one', async () => {
      const { store, save, find } = await openWithOwner()
      await using _ = store
      await save(90)
      await save(50, { device: 'desktop' })
      await save(70, { measuredMs: 2_000 })
      assert.deepEqual([await find({ afterMs: 1_999 }), await find({ afterMs: 2_000 })], [70, null])
      assert.equal(await find({ device: 'desktop' }), 50)
    })

    it('are not kept for an owner who has gone', async () => {
      const { store, ownerId, save, find } = await openWithOwner()
      await using _ = store
      await save(80, { ownerId: ownerId + 1 })
      assert.equal(await find({ ownerId: ownerId + 1 }), null)
    })

    it('are forgotten by host, www. or not', async () => {
      const { store, ownerId, save, find } = await openWithOwner()
      await using _ = store
      const strangerId = await ownerOf(store, 'stranger')
      const elsewhere = 'https://site.test:8443/a'
      await save(1)
      await save(2, { url: 'https://www.site.test/b' })
      await save(3, { url: elsewhere })
      await save(4, { ownerId: strangerId })
      assert.equal(await store.pageSpeed.forget(ownerId, 'https://www.site.test/'), 2)
      assert.deepEqual(
        [await find(), await find({ url: elsewhere }), await find({ ownerId: strangerId })],
        [null, 3, 4],
      )
    })

    it('go at once with a website of their host, cleared now or later', async () => {
      const { store, ownerId, save, find } = await openWithOwner()
      await using _ = store
      const elsewhere = 'https://else.test/'
      const { websiteId } = await store.websites.startCrawl({ ...start, ownerId, url: 'https://site.test/' })
      const other = await store.websites.startCrawl({ ...start, ownerId, url: elsewhere })
      await save(1)
      await save(2, { url: elsewhere })
      await store.websites.clear(websiteId, ownerId)
      assert.deepEqual([await find(), await find({ url: elsewhere })], [null, 2])
      await store.websites.scheduleClear(other.websiteId, ownerId, 5_000)
      await store.sweep(5_000, 100)
      assert.equal(await find({ url: elsewhere }), null)
    })

    it('go with a visitor who signs in', async () => {
      const { store, ownerId, save, find } = await openWithOwner()
      await using _ = store
      const account = await addTestAccount(store)
      await save(1)
      await store.websites.transfer({ fromOwnerId: ownerId, toOwnerId: account.ownerId })
      assert.deepEqual([await find(), await find({ ownerId: account.ownerId })], [null, null])
    })

    it('are swept after an hour, no more rows at once than may be', async () => {
      const { store, save, find } = await openWithOwner()
      await using _ = store
      for (const path of ['a', 'b', 'c']) await save(1, { url: `https://site.test/${path}`, measuredMs: 1_000 })
      await save(2, { measuredMs: 2_000, device: 'desktop' })
      await sweepAll(store, 1_000 + HOUR_MS - 1, 100)
      assert.equal(await find(), 1)
      assert.equal(await isEmpty(store, 1_000 + HOUR_MS), false)
      await sweepAll(store, 1_000 + HOUR_MS, 1)
      assert.deepEqual([await find(), await find({ device: 'desktop' })], [null, 2])
    })
  })
}
