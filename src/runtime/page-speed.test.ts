import assert from 'node:assert/strict'
import { after, before, describe, it, test } from 'node:test'
import { pageSpeedWith } from '#checks/test-page-speed.ts'
import { failed, type PageSpeedFailureCode, type PageSpeedResult, pageSpeedFailure } from '#pagespeed/result.ts'
import { readSettings } from '#settings/config.ts'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import type { Store } from '#store/store.ts'
import { openTestStore } from '../../test/support/storage.ts'
import { crawlPageSpeed, lazyPageSpeed, type PageSpeedMeasurer, pageSpeedOptions } from './page-speed.ts'

const url = 'https://site.test/'
const options = defaultCrawlOptions

describe('crawlPageSpeed()', () => {
  let store: Store
  let ownerId: number
  let started: { websiteId: number; crawlId: number }
  const calls: Parameters<PageSpeedMeasurer['measure']>[0][] = []
  before(async () => {
    store = await openTestStore()
    ownerId = await store.visitors.createOwner('visitor', 1_000)
    started = await store.websites.startCrawl({ ownerId, url, crawlLimit: 5, options, nowMs: 1_000 })
  })
  after(async () => {
    await store[Symbol.asyncDispose]()
  })
  const { signal } = new AbortController()
  const measure = (result: PageSpeedResult) => {
    const pageSpeed: PageSpeedMeasurer = {
      measure: async question => {
        calls.push(question)
        return result
      },
    }
    return crawlPageSpeed({ store, pageSpeed })({ url, device: 'mobile', crawlId: started.crawlId, signal })
  }

  it('measures for the owner of the crawl, and never gives a result that was kept', async () => {
    const pageSpeed = pageSpeedWith({ url })
    assert.deepEqual(await measure({ ok: true, pageSpeed }), { ok: true, pageSpeed })
    assert.deepEqual(calls, [{ url, device: 'mobile', ownerId, isFresh: true, signal }])
  })

  const cases: [PageSpeedFailureCode, string][] = [
    ['page-failed', 'page'],
    ['timed-out', 'page'],
    ['queue-full', 'busy'],
    ['too-many-waiting', 'busy'],
    ['browser-missing', 'everything'],
    ['key-invalid', 'everything'],
    ['quota-exceeded', 'everything'],
  ]
  for (const [code, cause] of cases)
    it(`says whom ${code} is about: ${cause}`, async () =>
      assert.deepEqual(await measure(failed(pageSpeedFailure(code, 'Why.'))), { ok: false, message: 'Why.', cause }))

  it('measures for the account once the visitor has signed in, also where the account had the website', async () => {
    const account = await store.accounts.create({ username: 'ada', role: 'user', passwordHash: 'x', nowMs: 1_000 })
    assert.ok(account)
    const claim = await store.crawls.claim('other', 1_000, 60_000)
    assert.ok(claim)
    await store.websites.startCrawl({ ownerId: account.ownerId, url, crawlLimit: 5, options, nowMs: 1_000 })
    const own = await store.crawls.claim('other', 1_000, 60_000)
    assert.ok(own)
    await store.crawls.end(own, { reason: 'finished', sentence: '', endedMs: 2_000 })
    await store.websites.transfer({ fromOwnerId: ownerId, toOwnerId: account.ownerId })
    await measure({ ok: true, pageSpeed: pageSpeedWith({ url }) })
    assert.equal(calls.at(-1)?.ownerId, account.ownerId)
  })

  it('measures nothing of a website that was cleared', async () => {
    const crawl = await store.reading.crawl(started.crawlId)
    const account = await store.accounts.findByName('ada')
    assert.ok(crawl && account)
    await store.websites.clear(crawl.websiteId, account.ownerId)
    const count = calls.length
    const measured = await measure({ ok: true, pageSpeed: pageSpeedWith({ url }) })
    assert.ok(!measured.ok && measured.cause === 'everything')
    assert.equal(calls.length, count)
  })
})

/** Counts how often the part is opened. */
function counted() {
  const calls = { times: 0 }
  const lazy = lazyPageSpeed(async () => {
    calls.times++
    const settings = readSettings({}, { pagespeed: 'off' })
    return pageSpeedOptions(settings, {
      policy: { targets: 'any', allow: [] },
      results: null,
      yieldsToCrawls: true,
      log() {},
    })
  })
  return { calls, lazy }
}

test('page speed that is not needed is not loaded, nor when it is closed', async () => {
  const { calls, lazy } = counted()
  await lazy[Symbol.asyncDispose]()
  assert.equal(calls.times, 0)
})

test('page speed is loaded once, at the first call', async () => {
  const { calls, lazy } = counted()
  const question = { url: 'https://site.test/', device: 'mobile', ownerId: 1 } as const
  const result = await lazy.measure({ ...question, signal: new AbortController().signal })
  assert.equal(result.ok ? 'measured' : result.failure.code, 'switched-off')
  assert.equal(await lazy.open(), await lazy.open())
  assert.equal(calls.times, 1)
  await lazy[Symbol.asyncDispose]()
})
