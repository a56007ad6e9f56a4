import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pageSpeedWith } from '#checks/test-page-speed.ts'
import { pageSpeedSampleSchema } from '#shared/page-speed-sample.ts'
import { type PageSpeedPlan, StaleClaimError, type Store } from '../store.ts'
import { sweepAll } from './crawl-once.ts'
import { collect, LEASE_MS, type OpenStore, ownerOf, SITE, startTestCrawl } from './test-crawl.ts'

const plan: PageSpeedPlan = {
  groups: [
    { name: '/', exampleUrl: `${SITE}/`, pages: 1, templates: 1 },
    { name: '/shop/*', exampleUrl: `${SITE}/shop/a`, pages: 40, templates: 1 },
    { name: '…', exampleUrl: `${SITE}/z`, pages: 9, templates: 3 },
  ],
  chosen: [
    { url: `${SITE}/`, group: 0 },
    { url: `${SITE}/shop/b`, group: 1 },
    { url: `${SITE}/shop/c`, group: 1 },
  ],
}
const urls = plan.chosen.map(({ url }) => url)
const [home = '', second = '', third = ''] = urls

async function planned(store: Store) {
  const crawl = await startTestCrawl(store)
  await crawl.commit([{ path: '/', number: 1 }])
  await store.crawls.planPageSpeed(crawl.claim, plan)
  return crawl
}

export function pageSpeedSamplesContract(open: OpenStore): void {
  describe('samples of page speed', () => {
    it('are none until there is a plan', async () => {
      await using store = await open()
      const { claim, crawlId } = await startTestCrawl(store)
      assert.equal(await store.crawls.pageSpeedQueue(claim), null)
      assert.equal(await store.reading.pageSpeedSample(crawlId), null)
      const site = await store.crawls.siteFacts(crawlId)
      assert.deepEqual([site.crawl.measuredPages, await collect(site.measuredPages())], [0, []])
    })

    it('are measured in order, each once', async () => {
      await using store = await open()
      const { claim } = await planned(store)
      assert.deepEqual(await store.crawls.pageSpeedQueue(claim), urls)
      await store.crawls.commitPageSpeed(claim, [{ url: second, ok: false, message: 'No page.' }])
      assert.deepEqual(await store.crawls.pageSpeedQueue(claim), [home, third])
      await store.crawls.commitPageSpeed(claim, [{ url: home, ok: true, pageSpeed: pageSpeedWith({ url: home }) }])
      await store.crawls.commitPageSpeed(claim, [{ url: third, ok: false, message: 'No page.' }])
      assert.deepEqual(await store.crawls.pageSpeedQueue(claim), [])
    })

    it('state every group, with what came of measuring', async () => {
      await using store = await open()
      const { claim, crawlId } = await planned(store)
      const pageSpeed = pageSpeedWith({ url: second, performance: 41, warnings: ['slow'] })
      await store.crawls.commitPageSpeed(claim, [
        { url: home, ok: false, message: 'It timed out.' },
        { url: second, ok: true, pageSpeed },
      ])
      // A stored result does not change.
      await store.crawls.commitPageSpeed(claim, [{ url: second, ok: false, message: 'too late' }])
      const sample = await store.reading.pageSpeedSample(crawlId)
      assert.deepEqual(pageSpeedSampleSchema.parse(sample), sample)
      assert.deepEqual(
        { ...sample, groups: undefined },
        { pages: 50, measured: 1, failed: 1, waiting: 1, groups: undefined },
      )
      assert.deepEqual(
        sample?.groups.map(({ name, pages, templates, measured, failed }) => [
          name,
          pages,
          templates,
          measured.map(({ url, performance }) => `${url} ${performance}`),
          failed,
        ]),
        [
          ['/', 1, 1, [], [{ url: home, message: 'It timed out.' }]],
          ['/shop/*', 40, 1, [`${second} 41`], []],
          ['…', 9, 3, [], []],
        ],
      )
      const site = await store.crawls.siteFacts(crawlId)
      assert.equal(site.crawl.measuredPages, 1)
      assert.deepEqual(await collect(site.measuredPages()), [
        { url: second, pageSpeed, template: '/shop/*', templatePages: 40 },
      ])
    })

    it('come to checks in batches that leave nothing out', async () => {
      await using store = await open()
      const { claim, crawlId } = await startTestCrawl(store)
      const many = Array.from({ length: 12 }, (_, index) => `${SITE}/${index}`)
      await store.crawls.planPageSpeed(claim, { ...plan, chosen: many.map(url => ({ url, group: 2 })) })
      await store.crawls.commitPageSpeed(
        claim,
        many.map(url => ({ url, ok: true, pageSpeed: pageSpeedWith({ url }) })),
      )
      const site = await store.crawls.siteFacts(crawlId)
      assert.deepEqual(
        (await collect(site.measuredPages())).map(({ url }) => url),
        many,
      )
    })

    it('are written by the claimant alone', async () => {
      await using store = await open()
      const { claim } = await planned(store)
      await store.crawls.releaseAllClaims()
      const next = await store.crawls.claim('other', 9_000, LEASE_MS)
      assert.ok(next)
      await assert.rejects(store.crawls.pageSpeedQueue(claim), StaleClaimError)
      await assert.rejects(store.crawls.planPageSpeed(claim, plan), StaleClaimError)
      await assert.rejects(
        store.crawls.commitPageSpeed(claim, [{ url: home, ok: false, message: 'stale' }]),
        StaleClaimError,
      )
      assert.deepEqual(await store.crawls.pageSpeedQueue(next), urls)
    })
  })
}

/** For databases that report freed space at once. */
export function samplesGoWithTheirCrawl(open: OpenStore): void {
  it('forgets samples of page speed with their crawl', async () => {
    await using store = await open()
    const { claim, crawlId, websiteId } = await planned(store)
    const before = await store.operations.usedBytes()
    const pageSpeed = pageSpeedWith({ url: home, warnings: ['x'.repeat(1_000_000)] })
    await store.crawls.commitPageSpeed(claim, [{ url: home, ok: true, pageSpeed }])
    assert.ok((await store.operations.usedBytes()) > before + 900_000)
    await store.websites.clear(websiteId, await ownerOf(store, 'owner'))
    assert.equal(await store.reading.pageSpeedSample(crawlId), null)
    await sweepAll(store, 10_000, 2)
    assert.ok((await store.operations.usedBytes()) < before + 100_000)
  })
}
