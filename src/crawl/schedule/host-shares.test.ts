import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SharedRate } from '#store/store.ts'
import { type Random, seeded } from '../../../test/properties/random.ts'
import { HostLease } from './host-lease.ts'
import { type SlotRequest, type Slots, TURN_MS, takeSlots } from './host-shares.ts'
import type { HostPolicy } from './politeness.ts'

const LEASE_MS = 30_000
const PAUSE_MS = 10_000
const MOST_CRAWLS = 5
const UNUSED: SharedRate = { shares: [], dueMs: 0, pauseDueMs: 0 }

const wants = (holder: string, more: Partial<SlotRequest> = {}): SlotRequest => ({
  holder,
  isWanted: true,
  underWay: 0,
  ceiling: 8,
  isPausing: false,
  delayMs: 0,
  dueInMs: 0,
  pauseDueInMs: 0,
  hasRequested: true,
  leaseMs: LEASE_MS,
  ...more,
})

describe('takePlaces()', () => {
  /** Looks one after the other; gives what the last one has. */
  function look(...looks: (SlotRequest & { atMs?: number })[]): Slots & { rate: SharedRate } {
    let rate = UNUSED
    let slots: Slots | null = null
    for (const { atMs = 0, ...request } of looks) ({ rate, slots } = takeSlots(rate, request, atMs))
    assert.ok(slots)
    return { ...slots, rate }
  }
  const brief = ({ held, usable, isShared }: Slots) => ({ held, usable, isShared })

  it('gives a crawl that is alone all that the host bears', () => {
    assert.deepEqual(brief(look(wants('a'))), { held: 8, usable: 8, isShared: false })
  })

  it('lets the next one wait until the first has heard of it', () => {
    assert.deepEqual(brief(look(wants('a'), wants('b'))), { held: 0, usable: 0, isShared: true })
  })

  it('parts the slots evenly once it has', () => {
    const both = look(wants('a'), wants('b'), wants('a'), wants('b'))
    assert.deepEqual(brief(both), { held: 4, usable: 4, isShared: true })
    const three = look(wants('a'), wants('b'), wants('c'), wants('a'), wants('b'), wants('c'))
    assert.deepEqual(three.rate.shares.map(share => share.slots).sort(), [2, 3, 3])
  })

  it('leaves the slots of requests under way to them, and no more', () => {
    const busy = look(wants('a'), wants('b'), wants('a', { underWay: 7 }))
    assert.deepEqual(brief(busy), { held: 7, usable: 4, isShared: true })
    assert.equal(look(wants('a'), wants('b'), wants('a', { underWay: 7 }), wants('b')).held, 1)
  })

  it('gives everything back to those who stay', () => {
    const left = look(wants('a'), wants('b'), wants('a'), wants('b'), wants('a', { isWanted: false }), wants('b'))
    assert.deepEqual(brief(left), { held: 8, usable: 8, isShared: false })
  })

  it('keeps the slots of one that is not heard of until its lease ends', () => {
    assert.equal(look(wants('a'), { ...wants('b'), atMs: LEASE_MS - 1 }).held, 0)
    assert.equal(look(wants('a'), { ...wants('b'), atMs: LEASE_MS }).held, 8)
  })

  it('lets many take turns at few slots, the longest wait first', () => {
    const one = { ceiling: 1 }
    const waiting = look(wants('a', one), wants('b', one), { ...wants('a', one), atMs: TURN_MS - 1 })
    assert.equal(waiting.usable, 1, 'its turn is not over')
    const over = [wants('a', one), wants('b', one), { ...wants('a', one), atMs: TURN_MS }]
    assert.equal(look(...over).held, 0)
    assert.equal(look(...over, { ...wants('b', one), atMs: TURN_MS }).held, 1)
    assert.equal(look(...over, { ...wants('c', one), atMs: TURN_MS }).held, 0)
  })

  it('hands the time of the next request on with the place', () => {
    const delayed = { ceiling: 1, isPausing: true, delayMs: 10_000 }
    const left = look(
      wants('a', delayed),
      { ...wants('a', { ...delayed, isWanted: false, dueInMs: 9_000 }), atMs: 1_000 },
      { ...wants('b', delayed), atMs: 4_000 },
    )
    assert.deepEqual([left.held, left.dueInMs], [1, 6_000])
  })

  it('passes a Crawl-delay on to a crawl that does not know it', () => {
    const delayed = { ceiling: 1, isPausing: true, delayMs: 10_000 }
    const granted = look(wants('a', delayed), wants('b'))
    assert.deepEqual([granted.held, granted.delayMs], [0, 10_000])
  })

  it('lets those who pause of their own accord follow one another, and others pass', () => {
    const pausing = { isPausing: true }
    assert.equal(look(wants('a', pausing), wants('b', pausing), wants('a', pausing), wants('b', pausing)).held, 0)
    assert.equal(look(wants('a', pausing), wants('b'), wants('a', pausing), wants('b')).held, 4)
  })
})

/**
 * Crawls that come, request, get responses, look, die and leave in any order, each look in two halves between which everything else may happen
 * to the crawl.
 */
class Interleaving {
  nowMs = 0
  rate = UNUSED
  /** Requests of those who make pauses. */
  readonly sentMs: number[] = []
  readonly #crawls = new Map<string, { lease: HostLease; pending: { slots: Slots; sinceMs: number } | null }>()
  #come = 0
  readonly #random: Random
  readonly #policies: readonly HostPolicy[]

  constructor(random: Random, policies: readonly HostPolicy[]) {
    this.#random = random
    this.#policies = policies
  }

  get underWay(): number {
    return [...this.#crawls.values()].reduce((sum, { lease }) => sum + lease.underWay, 0)
  }

  step(): void {
    this.nowMs += this.#random(400)
    if (this.#crawls.size < MOST_CRAWLS && this.#random(20) === 0) this.#join()
    const names = [...this.#crawls.keys()]
    const holder = names[this.#random(Math.max(1, names.length))] ?? ''
    const crawl = this.#crawls.get(holder)
    if (!crawl) return
    const { lease } = crawl
    switch (this.#random(6)) {
      case 0:
        lease.want(this.nowMs)
        break
      case 1:
      case 2:
        if (!lease.mayRequest(this.nowMs)) break
        lease.sent(this.nowMs)
        if (lease.isPausing) this.sentMs.push(this.nowMs)
        break
      case 3:
        if (lease.underWay > 0) lease.received()
        break
      case 4:
        if (crawl.pending) this.#finishLook(crawl)
        else this.#beginLook(holder, crawl)
        break
      default:
        // Killed: whatever was under way is gone, its share stays.
        if (this.#random(40) === 0) this.#crawls.delete(holder)
    }
  }

  #join(): void {
    const policy = this.#policies[this.#come % this.#policies.length]
    assert.ok(policy)
    const lease = new HostLease('http://site.test', policy, { elapsedMs: () => this.nowMs, look: () => {} })
    lease.want(this.nowMs)
    this.#crawls.set(`crawl ${this.#come++}`, { lease, pending: null })
  }

  #beginLook(holder: string, crawl: { lease: HostLease; pending: { slots: Slots; sinceMs: number } | null }): void {
    const sinceMs = this.nowMs
    const request = crawl.lease.request({ sinceMs, holder, leaseMs: LEASE_MS })
    const { rate, slots } = takeSlots(this.rate, request, this.nowMs)
    this.rate = rate
    crawl.lease.lose(slots)
    crawl.pending = { slots, sinceMs }
  }

  #finishLook(crawl: { lease: HostLease; pending: { slots: Slots; sinceMs: number } | null }): void {
    if (crawl.pending) crawl.lease.take(crawl.pending.slots, { sinceMs: crawl.pending.sinceMs, leaseMs: LEASE_MS })
    crawl.pending = null
  }
}

describe('crawls of one host, in any order of coming, looking and going', () => {
  for (const ceiling of [1, 3, 8])
    it(`never have more than ${ceiling} requests under way together`, () => {
      const { rounds, random } = seeded(40)
      let most = 0
      for (let round = 0; round < rounds; round++) {
        const world = new Interleaving(random, [{ ceiling, pauseMs: 0, delayMs: 0 }])
        for (let step = 0; step < 1_000; step++) {
          world.step()
          most = Math.max(most, world.underWay)
          assert.ok(world.underWay <= ceiling, `${world.underWay} under way`)
        }
      }
      assert.equal(most, ceiling, 'all slots were used')
    })

  const delayed = { ceiling: 1, pauseMs: 0, delayMs: PAUSE_MS }
  const pausing = { ceiling: 4, pauseMs: PAUSE_MS, delayMs: 0 }
  const hurried = { ceiling: 4, pauseMs: 0, delayMs: 0 }
  for (const [words, policies] of [
    ['the Crawl-delay of the host', [delayed]],
    ['the pause that each of them makes', [pausing]],
    ['the pause that each of them makes, while others make none', [pausing, hurried, pausing]],
  ] as const)
    it(`never send requests sooner after one another than ${words}`, () => {
      const { rounds, random } = seeded(40)
      let requested = 0
      for (let round = 0; round < rounds; round++) {
        const world = new Interleaving(random, policies)
        for (let step = 0; step < 1_000; step++) world.step()
        for (const [index, atMs] of world.sentMs.entries())
          assert.ok(index === 0 || atMs - (world.sentMs[index - 1] ?? 0) >= PAUSE_MS)
        requested += world.sentMs.length
      }
      assert.ok(requested > rounds * 3, `${requested} requested`)
    })
})
