import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { StaleClaimError, type Store } from '../store.ts'
import { crawlOnce, start, sweepAll } from './crawl-once.ts'
import { addTestAccount } from './test-account.ts'
import { LEASE_MS, type OpenStore, ownerOf, SITE, startTestCrawl, testIssue } from './test-crawl.ts'
import { testVisitSummary } from './visits.contract.ts'

const MINUTE_MS = 60_000

export function websitesContract(open: OpenStore): void {
  describe('visitors', () => {
    it('finds an owner by the hash of the cookie, and none by another', async () => {
      await using store = await open()
      const ownerId = await store.visitors.createOwner('hash', 1_000)
      assert.equal(await store.visitors.findOwner('hash', 1_000 + MINUTE_MS), ownerId)
      assert.equal(await store.visitors.findOwner('other', 1_000), null)
    })

    it('keeps the first ownership key of each owner', async () => {
      await using store = await open()
      const [ann, bob] = [
        await store.visitors.createOwner('ann', 1_000),
        await store.visitors.createOwner('bob', 1_000),
      ]
      const keys = [
        await store.visitors.ownershipKey(ann, 'first'),
        await store.visitors.ownershipKey(ann, 'second'),
        await store.visitors.ownershipKey(bob, 'third'),
      ]
      assert.deepEqual(keys, ['first', 'first', 'third'])
    })
  })

  describe('websites', () => {
    it('keeps the website when the same URL is crawled again', async () => {
      await using store = await open()
      const ownerId = await ownerOf(store, 'a')
      const first = await crawlOnce(store, { ownerId, url: start.url, nowMs: 1_000 })
      const again = await store.websites.startCrawl({ ...start, ownerId, crawlLimit: 9, nowMs: 9_000 })
      assert.ok(again.isStarted)
      const website = await store.websites.find(again.websiteId, ownerId)
      assert.equal(website?.crawl.id, again.crawlId)
      assert.equal(website?.crawlLimit, 9)
      assert.equal(website?.lastCrawledMs, 1_000, 'the new crawl has not started yet')
      const crawls = await store.reading.crawls(again.websiteId)
      assert.deepEqual(
        crawls.map(crawl => crawl.id),
        [again.crawlId, first],
      )
    })

    it('counts what owners have in the store: pages, options of crawls, and files of visits', async () => {
      await using store = await open()
      const ownerId = await ownerOf(store, 'a')
      assert.deepEqual(await store.websites.storageOf([ownerId]), { pages: 0, otherBytes: 0 })
      const options = { ...start.options, requiredTexts: [`ä${'x'.repeat(1_000)}`] }
      const { websiteId } = await store.websites.startCrawl({ ...start, options, ownerId, nowMs: 1_000 })
      const optionsBytes = Buffer.byteLength(JSON.stringify(options))
      assert.deepEqual(await store.websites.storageOf([ownerId]), { pages: 0, otherBytes: optionsBytes })
      const files = { websiteId, name: 'a.log', nowMs: 7, summary: testVisitSummary, urls: [] }
      assert.ok((await store.visits.add(files)).ok)
      const { otherBytes } = await store.websites.storageOf([ownerId])
      assert.ok(otherBytes > optionsBytes + JSON.stringify(testVisitSummary).length)
      assert.equal((await store.websites.storageOf([await ownerOf(store, 'b')])).otherBytes, 0)
      assert.ok(await store.websites.clear(websiteId, ownerId))
      assert.deepEqual(await store.websites.storageOf([ownerId]), { pages: 0, otherBytes: 0 })
    })

    it('keeps the website of a site without https, whether its scheme is typed or not', async () => {
      await using store = await open()
      const ownerId = await ownerOf(store, 'a')
      const assumed = {
        ...start,
        ownerId,
        url: 'https://plain.test/',
        options: { ...start.options, isHttpsAssumed: true },
      }
      const crawlOverHttp = async () => {
        const { websiteId, crawlId } = await store.websites.startCrawl(assumed)
        const claim = await store.crawls.claim('worker', 2_000, LEASE_MS)
        assert.ok(claim)
        await store.crawls.moveToHttp(claim)
        assert.equal((await store.crawls.state(claim)).seedUrl, 'http://plain.test/')
        assert.equal((await store.reading.crawl(crawlId))?.seedUrl, 'http://plain.test/')
        await store.crawls.end(claim, { reason: 'finished', sentence: '', endedMs: 3_000 })
        return websiteId
      }
      const websiteId = await crawlOverHttp()
      assert.equal((await store.websites.find(websiteId, ownerId))?.url, 'http://plain.test/')
      assert.equal(await crawlOverHttp(), websiteId, 'typed without a scheme once more')
      const typed = { ...assumed, options: { ...start.options, isHttpsAssumed: false } }
      assert.equal((await store.websites.startCrawl({ ...typed, url: 'http://plain.test/' })).websiteId, websiteId)
      const secure = await store.websites.startCrawl(typed)
      assert.notEqual(secure.websiteId, websiteId, 'https that was typed is another website')
    })

    it('leaves the URL of a website alone when its owner has another one over http', async () => {
      await using store = await open()
      const ownerId = await ownerOf(store, 'a')
      const secure = await store.websites.startCrawl({ ...start, ownerId, url: 'https://plain.test/' })
      const claim = await store.crawls.claim('worker', 2_000, LEASE_MS)
      assert.ok(claim)
      await store.websites.startCrawl({ ...start, ownerId, url: 'http://plain.test/' })
      await store.crawls.moveToHttp(claim)
      assert.equal((await store.websites.find(secure.websiteId, ownerId))?.url, 'https://plain.test/')
      assert.equal((await store.reading.crawl(claim.crawlId))?.seedUrl, 'http://plain.test/')
    })

    it('starts nothing while a crawl of the URL has not ended', async () => {
      await using store = await open()
      const ownerId = await ownerOf(store, 'a')
      const first = await store.websites.startCrawl({ ...start, ownerId })
      const second = await store.websites.startCrawl({ ...start, ownerId })
      assert.deepEqual(second, { ...first, isStarted: false })
      await store.crawls.claim('worker', 2_000, LEASE_MS)
      assert.equal((await store.websites.startCrawl({ ...start, ownerId })).isStarted, false)
    })

    it('lists the newest first, those never crawled last, then by id', async () => {
      await using store = await open()
      const ownerId = await ownerOf(store, 'a')
      const add = async (name: string, nowMs: number | null) => {
        const url = `https://${name}.test/`
        if (nowMs === null) await store.websites.startCrawl({ ...start, ownerId, url })
        else await crawlOnce(store, { ownerId, url, nowMs })
      }
      await add('old', 1_000)
      await add('new', 3_000)
      await add('as-old', 1_000)
      await add('waiting', null)
      await add('also-waiting', null)
      const list = await store.websites.list(ownerId)
      assert.deepEqual(
        list.map(website => [new URL(website.url).hostname, website.lastCrawledMs]),
        [
          ['new.test', 3_000],
          ['old.test', 1_000],
          ['as-old.test', 1_000],
          ['waiting.test', null],
          ['also-waiting.test', null],
        ],
      )
      assert.deepEqual(list[3]?.crawl.options, start.options)
    })

    it('treats a foreign website like one that never was', async () => {
      await using store = await open()
      const ownerId = await ownerOf(store, 'a')
      const strangerId = await ownerOf(store, 'b')
      const { websiteId } = await store.websites.startCrawl({ ...start, ownerId })
      assert.equal(await store.websites.find(websiteId, strangerId), null)
      assert.deepEqual(await store.websites.list(strangerId), [])
      assert.equal(await store.websites.clear(websiteId, strangerId), false)
      assert.equal(await store.websites.scheduleClear(websiteId, strangerId, 1), false)
      assert.equal(await store.websites.clear(websiteId + 1, ownerId), false)
      const own = await store.websites.startCrawl({ ...start, ownerId: strangerId })
      assert.ok(own.isStarted)
      assert.notEqual(own.websiteId, websiteId)
      assert.equal((await store.websites.find(websiteId, ownerId))?.id, websiteId)
    })
  })

  describe('clearing', () => {
    it('hides at once, refuses the worker, and frees the URL', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store, { owner: 'a' })
      const ownerId = await ownerOf(store, 'a')
      await crawl.commit([{ path: '/', number: 1, issues: [testIssue()], links: [{ url: `${SITE}/b` }] }])
      await crawl.commitRows([{ url: `${SITE}/b`, state: 'skipped', skipReason: 'robots' }])
      const facts = await store.crawls.siteFacts(crawl.crawlId)
      assert.ok(facts.crawl)
      assert.equal(await store.websites.clear(crawl.websiteId, ownerId), true)
      await assertNothingVisible(store, { ...crawl, ownerId })
      await assert.rejects(crawl.commit([{ path: '/c', number: 2 }]), StaleClaimError)
      await assert.rejects(store.crawls.siteFacts(crawl.crawlId), StaleClaimError)
      assert.equal(await store.crawls.renew(crawl.claim, 3_000, LEASE_MS), false)
      assert.equal(await store.crawls.isStopRequested(crawl.crawlId), true)
      assert.equal(await store.crawls.countActive(), 0)
      assert.equal(await store.crawls.claim('other', 900_000, LEASE_MS), null)
      assert.equal(await store.websites.clear(crawl.websiteId, ownerId), false, 'it is gone already')
      const again = await store.websites.startCrawl({ ...start, ownerId })
      assert.ok(again.isStarted)
      assert.notEqual(again.websiteId, crawl.websiteId)
    })

    it('deletes in bounded steps, nothing is visible in between, and others keep theirs', async () => {
      await using store = await open()
      const kept = await startTestCrawl(store, { owner: 'b', url: 'https://kept.test/' })
      await kept.commit([{ path: '/', number: 1, issues: [testIssue()], links: [{ url: `${SITE}/b` }] }])
      const crawl = await startTestCrawl(store, { owner: 'a' })
      const ownerId = await ownerOf(store, 'a')
      const pages = Array.from({ length: 20 }, (_, index) => ({
        path: `/${index}`,
        number: index + 1,
        issues: [testIssue({ path: `/${index}` })],
        links: [{ url: `${SITE}/0` }, { url: `${SITE}/left-${index}` }],
      }))
      await crawl.commit(pages, { counters: { 'title-missing': { passed: 0, failed: 20, skipped: {} } } })
      await store.crawls.indexLinks(crawl.claim)
      await store.websites.clear(crawl.websiteId, ownerId)
      let steps = 0
      while (await store.sweep(5_000, 7)) {
        await assertNothingVisible(store, { ...crawl, ownerId })
        steps++
      }
      assert.ok(steps > 10, `more than ten steps, not ${steps}`)
      assert.equal((await store.reading.pages(kept.crawlId, {})).length, 1)
      assert.equal((await store.reading.issues(kept.crawlId, {})).length, 1)
    })

    it('waits for the time that was set, unless the owner comes back', async () => {
      await using store = await open()
      const ownerId = await ownerOf(store, 'a')
      const crawlId = await crawlOnce(store, { ownerId, url: start.url, nowMs: 1_000 })
      const websiteId = (await store.websites.list(ownerId))[0]?.id ?? 0
      assert.equal(await store.websites.scheduleClear(websiteId, ownerId, 5_000), true)
      assert.equal(await store.sweep(4_999, 100), false)
      assert.ok(await store.websites.find(websiteId, ownerId))
      await store.websites.cancelClears(ownerId)
      await sweepAll(store, 6_000, 100)
      assert.ok(await store.websites.find(websiteId, ownerId), 'the owner came back')
      await store.websites.scheduleClear(websiteId, ownerId, 7_000)
      await sweepAll(store, 7_000, 100)
      assert.equal(await store.websites.find(websiteId, ownerId), null)
      assert.equal(await store.reading.crawl(crawlId), null)
    })

    it('cancels the clearings of this owner alone', async () => {
      await using store = await open()
      const ownerId = await ownerOf(store, 'a')
      const otherId = await ownerOf(store, 'b')
      const own = await store.websites.startCrawl({ ...start, ownerId })
      const other = await store.websites.startCrawl({ ...start, ownerId: otherId })
      await store.websites.scheduleClear(own.websiteId, ownerId, 5_000)
      await store.websites.scheduleClear(other.websiteId, otherId, 5_000)
      await store.websites.cancelClears(ownerId)
      await sweepAll(store, 5_000, 100)
      assert.ok(await store.websites.find(own.websiteId, ownerId))
      assert.equal(await store.websites.find(other.websiteId, otherId), null)
    })

    it('keeps crawls of users by their age: all of 30 days, one a week of half a year, one a month before', async () => {
      await using store = await open()
      const { ownerId } = await addTestAccount(store)
      const DAYS_MS = 86_400_000
      const begin = Date.UTC(2026, 0, 1)
      for (let day = 0; day < 60; day += 1)
        await crawlOnce(store, { ownerId, url: start.url, nowMs: begin + day * DAYS_MS })
      await crawlOnce(store, { ownerId, url: start.url, nowMs: begin + 400 * DAYS_MS })
      const websiteId = (await store.websites.list(ownerId))[0]?.id ?? 0
      const days = (await store.reading.crawls(websiteId)).map(({ startedMs }) => ((startedMs ?? 0) - begin) / DAYS_MS)
      // The last ten in any case; of the others the newest of each month.
      assert.deepEqual(days, [400, ...Array.from({ length: 9 }, (_, index) => 59 - index), 30])
    })

    it('keeps the last ten ended crawls of a website', async () => {
      await using store = await open()
      const ownerId = await ownerOf(store, 'a')
      const crawlIds: number[] = []
      for (let round = 0; round < 12; round++) {
        crawlIds.push(await crawlOnce(store, { ownerId, url: start.url, nowMs: 1_000 * round }))
      }
      const websiteId = (await store.websites.list(ownerId))[0]?.id ?? 0
      const kept = (await store.reading.crawls(websiteId)).map(crawl => crawl.id)
      assert.deepEqual(kept, crawlIds.slice(2).reverse())
      await sweepAll(store, 99_000, 10)
      assert.equal(await store.reading.crawl(crawlIds[0] ?? 0), null)
      assert.ok(await store.websites.find(websiteId, ownerId))
    })
  })
}

async function assertNothingVisible(
  store: Store,
  { websiteId, crawlId, ownerId }: { websiteId: number; crawlId: number; ownerId: number },
): Promise<void> {
  const { reading, websites } = store
  assert.equal(await websites.find(websiteId, ownerId), null)
  assert.deepEqual(await websites.list(ownerId), [])
  assert.deepEqual(await reading.crawls(websiteId), [])
  assert.equal(await reading.crawl(crawlId), null)
  assert.deepEqual(await reading.pages(crawlId, {}), [])
  assert.equal(await reading.countPages(crawlId, {}), 0)
  assert.equal(await reading.pageFacts(crawlId, `${SITE}/`), null)
  assert.deepEqual(await reading.issues(crawlId, {}), [])
  assert.equal(await reading.countIssues(crawlId, {}), 0)
  assert.deepEqual(await reading.issueTypes(crawlId), [])
  assert.deepEqual(await reading.checkCounters(crawlId), [])
  assert.equal((await reading.inlinks(crawlId, `${SITE}/0`, 10)).total, 0)
  assert.deepEqual(await reading.skippedCounts(crawlId), [])
  assert.deepEqual(await reading.skippedUrls(crawlId, { offset: 0, limit: 10 }), [])
  assert.deepEqual(await reading.pageCounts(crawlId), { byStatus: {}, byIndexability: {}, byDepth: [] })
}
