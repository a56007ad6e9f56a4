import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CrawlUse } from '#store/store.ts'
import { DayShares } from './day-shares.ts'

const HOUR_MS = 3_600_000
const GIGABYTE = 1e9

/** Shares of 2 GB and 4 hours for a visitor, twice that for a network; crawls use what `uses` says. */
function open() {
  const clock = { nowMs: Date.UTC(2026, 0, 2) }
  const uses = new Map<number, CrawlUse>()
  const shares = new DayShares({
    shares: {
      visitor: { bytes: 2 * GIGABYTE, ms: 4 * HOUR_MS },
      network: { bytes: 4 * GIGABYTE, ms: 8 * HOUR_MS },
    },
    allowance: { base: { bytes: 0, ms: 0 }, perPage: { bytes: GIGABYTE, ms: 0 } },
    readUse: async crawlId => uses.get(crawlId) ?? null,
    now: () => clock.nowMs,
  })
  const crawl = (crawlId: number, ownerId: number, use: Partial<CrawlUse>, network = 'a') => {
    uses.set(crawlId, { receivedBytes: 0, spentMs: 0, hasEnded: true, ...use })
    shares.add(crawlId, { ownerId, network, crawlLimit: 5 })
  }
  const refusal = async (ownerId: number | null, network = 'a') =>
    await shares.refuseBeyond({ ownerId, network }).then(
      () => null,
      (error: Error) => error.message,
    )
  return { clock, uses, shares, crawl, refusal }
}

describe('shares of a day', () => {
  it('of transfer are a visitor’s own, until the oldest crawl is a day old', async () => {
    const { clock, crawl, refusal } = open()
    crawl(1, 1, { receivedBytes: GIGABYTE })
    assert.equal(await refusal(1), null)
    clock.nowMs += 2 * HOUR_MS
    crawl(2, 1, { receivedBytes: GIGABYTE })
    assert.equal(
      await refusal(1),
      'Your crawls have received their share of 2 GB in 24 hours. Please try again in 22 hours.',
    )
    assert.equal(await refusal(2), null)
    clock.nowMs += 22 * HOUR_MS
    assert.equal(await refusal(1), null)
  })

  it('of time count while a crawl runs', async () => {
    const { uses, crawl, refusal } = open()
    crawl(1, 1, { spentMs: HOUR_MS, hasEnded: false })
    assert.equal(await refusal(1), null)
    uses.set(1, { receivedBytes: 0, spentMs: 4 * HOUR_MS, hasEnded: false })
    assert.equal(
      await refusal(1),
      'Your crawls have run for their share of 4 hours in 24 hours. Please try again in 24 hours.',
    )
  })

  it('of a network hold for all its visitors, new ones included', async () => {
    const { crawl, refusal } = open()
    for (const id of [1, 2, 3, 4]) crawl(id, id, { receivedBytes: GIGABYTE })
    const message =
      'The crawls of your network have received their share of 4 GB in 24 hours. Please try again in 24 hours.'
    assert.deepEqual([await refusal(5), await refusal(null), await refusal(5, 'b')], [message, message, null])
  })

  it('are of the last 100,000 crawls', () => {
    const { shares } = open()
    const add = (crawlId: number, network: string) => shares.add(crawlId, { ownerId: 1, network, crawlLimit: 5 })
    add(0, 'first')
    for (let crawlId = 1; crawlId < 100_000; crawlId++) add(crawlId, 'other')
    assert.deepEqual(shares.ownersOf('first'), [1])
    add(100_000, 'other')
    assert.deepEqual(shares.ownersOf('first'), [])
  })

  it('count a crawl that was cleared as it was then, and one whose end no one saw with all that it may use', async () => {
    const { uses, shares, crawl, refusal } = open()
    crawl(1, 1, { receivedBytes: GIGABYTE })
    await shares.note(1)
    uses.delete(1)
    assert.equal(await refusal(1), null)
    crawl(2, 2, {})
    uses.delete(2)
    assert.match((await refusal(2)) ?? '', /received their share/)
  })
})
