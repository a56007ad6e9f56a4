import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crawlOnce, start, sweepAll } from './crawl-once.ts'
import { addTestAccount } from './test-account.ts'
import { LEASE_MS, type OpenStore, openTestCrawl, ownerOf, startTestCrawl } from './test-crawl.ts'

const DAY_MS = 86_400_000

export function transferContract(open: OpenStore): void {
  /** A visitor, about to sign in. */
  const openBoth = async () => {
    const store = await open()
    const fromOwnerId = await ownerOf(store, 'visitor')
    const { ownerId: toOwnerId } = await addTestAccount(store)
    return { store, fromOwnerId, toOwnerId, transfer: () => store.websites.transfer({ fromOwnerId, toOwnerId }) }
  }

  describe('adopting websites', () => {
    it('moves them as they are, keeps them from being cleared, and forgets the visitor', async () => {
      const { store, fromOwnerId, toOwnerId, transfer } = await openBoth()
      await using _ = store
      const strangerId = await ownerOf(store, 'stranger')
      const crawl = await startTestCrawl(store, { owner: 'visitor' })
      await crawl.commit([{ path: '/', number: 1 }])
      const foreign = await store.websites.startCrawl({ ...start, ownerId: strangerId })
      const own = await store.websites.startCrawl({ ...start, ownerId: toOwnerId, url: 'https://own.test/' })
      await store.websites.scheduleClear(crawl.websiteId, fromOwnerId, 5_000)
      await store.websites.scheduleClear(foreign.websiteId, strangerId, 5_000)
      const before = await store.websites.find(crawl.websiteId, fromOwnerId)
      assert.deepEqual(await transfer(), [])
      assert.deepEqual(await store.websites.find(crawl.websiteId, toOwnerId), { ...before, ownerId: toOwnerId })
      assert.deepEqual(
        (await store.websites.list(toOwnerId)).map(website => website.id),
        [crawl.websiteId, own.websiteId],
      )
      assert.equal(await store.visitors.findOwner('visitor', 2_000), null)
      assert.equal((await store.operations.counts()).visitors, 1)
      await sweepAll(store, 10 * DAY_MS, 100)
      assert.equal((await store.websites.list(toOwnerId)).length, 2)
      assert.deepEqual(await store.websites.list(strangerId), [], 'the stranger’s is cleared as it was to be')
      assert.equal((await store.reading.pages(crawl.crawlId, {})).length, 1)
    })

    it('puts the crawls of a URL that both crawled under the account’s website', async () => {
      const { store, fromOwnerId, toOwnerId, transfer } = await openBoth()
      await using _ = store
      const oldest = await crawlOnce(store, { ownerId: fromOwnerId, url: start.url, nowMs: 1_000 })
      const own = await crawlOnce(store, { ownerId: toOwnerId, url: start.url, nowMs: 2_000 })
      const newest = await crawlOnce(store, { ownerId: fromOwnerId, url: start.url, nowMs: 3_000 })
      await crawlOnce(store, { ownerId: fromOwnerId, url: 'https://else.test/', nowMs: 500 })
      const from = (await store.websites.list(fromOwnerId))[0]?.id ?? 0
      const to = (await store.websites.list(toOwnerId))[0]?.id ?? 0
      await store.websites.scheduleClear(from, fromOwnerId, 5_000)
      await store.websites.scheduleClear(to, toOwnerId, 5_000)
      assert.deepEqual(await transfer(), [{ from, to }])
      assert.deepEqual(
        (await store.reading.crawls(to)).map(crawl => [crawl.id, crawl.websiteId]),
        [
          [newest, to],
          [own, to],
          [oldest, to],
        ],
      )
      assert.equal(await store.websites.find(from, toOwnerId), null)
      await sweepAll(store, 6_000, 100)
      const list = await store.websites.list(toOwnerId)
      assert.deepEqual(
        list.map(website => [website.url, website.lastCrawledMs]),
        [
          [start.url, 3_000],
          ['https://else.test/', 500],
        ],
      )
      assert.equal(list[0]?.crawl.id, newest)
      assert.equal((await store.operations.counts()).websites, 2)
    })

    it('keeps the crawls of such a URL by their age, as of any other of the account', async () => {
      const { store, fromOwnerId, toOwnerId, transfer } = await openBoth()
      await using _ = store
      const ended: number[] = []
      for (let round = 0; round < 7; round++)
        for (const ownerId of [fromOwnerId, toOwnerId])
          ended.push(await crawlOnce(store, { ownerId, url: start.url, nowMs: 1_000 * round }))
      const { crawlId: waiting } = await store.websites.startCrawl({ ...start, ownerId: fromOwnerId })
      const [merged] = await transfer()
      const kept = (await store.reading.crawls(merged?.to ?? 0)).map(crawl => crawl.id)
      assert.deepEqual(kept, [waiting, ...ended.toReversed()])
      await sweepAll(store, 99_000, 10)
      assert.equal((await store.operations.counts()).crawls, ended.length + 1)
    })

    it('lets running crawls go on, both of them where both had one', async () => {
      const { store, fromOwnerId, toOwnerId, transfer } = await openBoth()
      await using _ = store
      const begun: Awaited<ReturnType<typeof openTestCrawl>>[] = []
      for (const ownerId of [fromOwnerId, toOwnerId]) {
        const { websiteId } = await store.websites.startCrawl({ ...start, ownerId })
        const claim = await store.crawls.claim('worker', 2_000, LEASE_MS)
        assert.ok(claim)
        begun.push(openTestCrawl(store, { claim, websiteId }))
      }
      for (const crawl of begun) await crawl.commit([{ path: '/', number: 1 }])
      const [merged] = await transfer()
      const to = merged?.to ?? 0
      assert.equal(await store.crawls.countActive(), 2)
      const again = await store.websites.startCrawl({ ...start, ownerId: toOwnerId })
      assert.deepEqual(again, { websiteId: to, crawlId: begun[1]?.crawlId, isStarted: false })
      for (const crawl of begun) {
        assert.equal((await store.crawls.state(crawl.claim)).websiteId, to)
        await crawl.commit([{ path: '/b', number: 2 }])
        assert.equal(await store.crawls.isStopRequested(crawl.crawlId), false)
        await store.crawls.end(crawl.claim, { reason: 'finished', sentence: 'Done.', endedMs: 9_000 })
        assert.equal((await store.reading.pages(crawl.crawlId, {})).length, 2)
      }
      assert.equal((await store.reading.crawls(to)).length, 2)
    })

    for (const { who, areVisitors, areAccounts } of [
      { who: 'the visitor', areVisitors: true, areAccounts: false },
      { who: 'the account', areVisitors: false, areAccounts: true },
      { who: 'both', areVisitors: true, areAccounts: true },
    ])
      it(`merges nothing with what ${who} cleared, swept or not, and it stays hidden`, async () => {
        const { store, fromOwnerId, toOwnerId, transfer } = await openBoth()
        await using _ = store
        const kept: number[] = []
        for (const [ownerId, areCleared] of [
          [fromOwnerId, areVisitors],
          [toOwnerId, areAccounts],
        ] as const) {
          await crawlOnce(store, { ownerId, url: start.url, nowMs: 1_000 })
          const websiteId = (await store.websites.list(ownerId))[0]?.id ?? 0
          if (areCleared) await store.websites.clear(websiteId, ownerId)
          else kept.push(websiteId)
        }
        const visible = async () => (await store.websites.list(toOwnerId)).map(website => website.id)
        assert.deepEqual(await transfer(), [])
        assert.deepEqual(await visible(), kept)
        await sweepAll(store, 2_000, 10)
        assert.deepEqual(await visible(), kept)
        const { visitors, websites, crawls } = await store.operations.counts()
        assert.deepEqual([visitors, websites, crawls], [0, kept.length, kept.length])
      })

    it('takes surplus crawls that are not yet swept along when it merges', async () => {
      const { store, fromOwnerId, toOwnerId, transfer } = await openBoth()
      await using _ = store
      for (let round = 0; round < 12; round++)
        await crawlOnce(store, { ownerId: fromOwnerId, url: start.url, nowMs: 1_000 * round })
      await store.websites.startCrawl({ ...start, ownerId: toOwnerId })
      assert.equal((await transfer()).length, 1)
      await sweepAll(store, 99_000, 10)
      assert.equal((await store.operations.counts()).crawls, 11)
    })

    it('is all or nothing: an account that is not there gets nothing, and the visitor keeps it', async () => {
      const { store, fromOwnerId, toOwnerId } = await openBoth()
      await using _ = store
      const { websiteId } = await store.websites.startCrawl({ ...start, ownerId: fromOwnerId })
      await assert.rejects(store.websites.transfer({ fromOwnerId, toOwnerId: toOwnerId + 100 }))
      await assert.rejects(
        store.websites.transfer({ fromOwnerId: toOwnerId, toOwnerId: fromOwnerId }),
        /FOREIGN|foreign/,
      )
      assert.deepEqual(await store.websites.transfer({ fromOwnerId, toOwnerId: fromOwnerId }), [])
      assert.equal((await store.websites.find(websiteId, fromOwnerId))?.id, websiteId)
      assert.equal(await store.visitors.findOwner('visitor', 2_000), fromOwnerId)
      assert.equal((await store.accounts.findByName('ada'))?.ownerId, toOwnerId)
    })
  })
}
