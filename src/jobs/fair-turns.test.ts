import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FirstInLine } from '#store/store.ts'
import { createRandom } from '../../test/properties/random.ts'
import { FairTurns, slotsForLong } from './fair-turns.ts'

const crawl = (crawlId: number, ownerId: number, isLong = false): FirstInLine => ({ crawlId, ownerId, isLong })

/** The crawl that is started next; null when none is. */
function startNext(turns: FairTurns, waiting: FirstInLine[], nowMs = 0): FirstInLine | null {
  const turn = turns.next(waiting, nowMs)
  return turn?.kind === 'start' ? turn.crawl : null
}

/** Starts crawls as long as any may start; gives the ids in order. */
function takeAll(turns: FairTurns, waiting: FirstInLine[], { nowMs = 0, most = 100 } = {}): number[] {
  const taken: number[] = []
  while (taken.length < most) {
    const next = startNext(turns, waiting, nowMs)
    if (next === null) break
    turns.began(next, nowMs)
    taken.push(next.crawlId)
  }
  return taken
}

describe('turns of crawls', () => {
  it('go by age among owners who have nothing under way', () => {
    assert.deepEqual(takeAll(new FairTurns(9), [crawl(3, 3), crawl(1, 1), crawl(2, 2)]), [1, 2, 3])
  })

  it('go to the owner with the fewest crawls under way, then to the one who was served longest ago', () => {
    const turns = new FairTurns(9)
    turns.began(crawl(1, 1), 0)
    assert.equal(startNext(turns, [crawl(2, 1), crawl(3, 2)])?.crawlId, 3)
    turns.ended(1, 0)
    assert.equal(startNext(turns, [crawl(2, 1), crawl(3, 2)])?.crawlId, 3)
  })

  it('forget owners beyond a thousand, but those who wait', () => {
    const nextAfter = (owners: number) => {
      const turns = new FairTurns(9)
      for (let owner = 1; owner <= owners; owner++) {
        turns.began(crawl(owner, owner), 0)
        turns.ended(owner, 0)
      }
      startNext(turns, [crawl(5_001, 1)])
      return startNext(turns, [crawl(5_001, 1), crawl(5_002, 2)])?.ownerId
    }
    assert.equal(nextAfter(1_001), 1, 'who was served first')
    assert.equal(nextAfter(1_002), 2, 'who is not remembered')
  })

  it('keep half of the slots free for short crawls', () => {
    const long = Array.from({ length: 9 }, (_, index) => crawl(index + 1, index + 1, true))
    for (const [concurrency, most] of [
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 2],
      [9, 4],
    ] as const) {
      assert.equal(slotsForLong(concurrency), most)
      assert.equal(takeAll(new FairTurns(concurrency), long).length, most)
    }
  })

  it('go to a long crawl that has waited for a minute, however many short ones wait', () => {
    const turns = new FairTurns(1)
    const waiting = [crawl(1, 1, true), crawl(2, 2)]
    assert.equal(startNext(turns, waiting, 0)?.crawlId, 2)
    assert.equal(startNext(turns, waiting, 59_999)?.crawlId, 2)
    assert.equal(startNext(turns, waiting, 60_000)?.crawlId, 1)
  })

  it('count the minute of a long crawl anew once it has stopped waiting', () => {
    const turns = new FairTurns(1)
    const waiting = [crawl(1, 1, true), crawl(2, 2)]
    assert.equal(startNext(turns, waiting, 0)?.crawlId, 2)
    assert.equal(startNext(turns, [crawl(2, 2)], 1_000)?.crawlId, 2)
    assert.equal(startNext(turns, waiting, 60_000)?.crawlId, 2)
    assert.equal(startNext(turns, waiting, 120_000)?.crawlId, 1)
  })

  it('go to short crawls at every slot that no long one has, and at none beyond', () => {
    const short = Array.from({ length: 9 }, (_, index) => crawl(index + 10, index + 10))
    for (const [slots, long, most] of [
      [2, 0, 2],
      [2, 1, 1],
      [4, 1, 3],
      [1, 1, 0],
    ] as const) {
      const turns = new FairTurns(slots)
      for (let id = 1; id <= long; id++) turns.began(crawl(id, id, true), 0)
      assert.equal(turns.freeSlots, slots - long)
      assert.equal(takeAll(turns, short).length, most)
      assert.equal(turns.freeSlots, 0)
    }
  })

  it('end for a long crawl that has had 30 seconds in the only slot, once a short one waits', () => {
    const turns = new FairTurns(1)
    turns.began(crawl(1, 1, true), 1_000)
    const waiting = [crawl(2, 2, true), crawl(3, 3)]
    assert.equal(turns.next(waiting, 30_999), null)
    assert.deepEqual(turns.next(waiting, 31_000), { kind: 'give-back', crawlId: 1 })
    assert.equal(turns.next([crawl(2, 2, true)], 31_000), null, 'only long ones wait')
    turns.ended(1, 31_000)
    assert.deepEqual(turns.next(waiting, 31_000), { kind: 'start', crawl: crawl(3, 3) })
  })

  it('end once their owner has used ten seconds more than one who waits, the one who used most first', () => {
    const turns = new FairTurns(2)
    turns.began(crawl(1, 1), 0)
    turns.began(crawl(2, 2), 2_000)
    turns.began(crawl(3, 3), 2_000)
    turns.ended(3, 3_000)
    const waiting = [crawl(4, 3)]
    assert.equal(turns.next(waiting, 10_990), null)
    assert.deepEqual(turns.next(waiting, 11_000), { kind: 'give-back', crawlId: 1 })
    assert.deepEqual(turns.next(waiting, 13_000), { kind: 'give-back', crawlId: 1 })
    turns.ended(1, 13_000)
    turns.began(crawl(4, 3), 13_000)
    assert.equal(turns.next([crawl(1, 1)], 24_000), null, 'who waits has used as much')
    assert.deepEqual(turns.next([crawl(1, 1)], 26_000), { kind: 'give-back', crawlId: 2 })
  })

  it('end after three seconds for an owner who has used nothing yet', () => {
    const turns = new FairTurns(1)
    turns.began(crawl(1, 1), 0)
    assert.equal(turns.next([crawl(2, 2)], 2_999), null)
    assert.deepEqual(turns.next([crawl(2, 2)], 3_000), { kind: 'give-back', crawlId: 1 })
  })

  it('do not end for another crawl of the same owner, however long they last', () => {
    const turns = new FairTurns(1)
    turns.began(crawl(1, 1), 0)
    assert.equal(turns.next([crawl(2, 1)], 3_600_000), null)
  })

  it('last for three seconds, and for thirty where the crawl is long', () => {
    const turns = new FairTurns(2)
    turns.began(crawl(1, 1), 0)
    turns.ended(1, 60_000)
    turns.began(crawl(1, 1), 60_000)
    turns.began(crawl(2, 1, true), 60_000)
    assert.equal(turns.next([crawl(3, 3)], 62_999), null)
    assert.deepEqual(turns.next([crawl(3, 3)], 63_000), { kind: 'give-back', crawlId: 1 })
    turns.ended(1, 63_000)
    assert.deepEqual(turns.next([crawl(3, 1)], 63_000)?.kind, 'start')
    turns.began(crawl(3, 3), 89_000)
    assert.equal(turns.next([crawl(4, 4)], 89_999), null)
    assert.deepEqual(turns.next([crawl(4, 4)], 90_000), { kind: 'give-back', crawlId: 2 })
  })

  it('are forgotten by half every ten minutes', () => {
    const turns = new FairTurns(1)
    turns.began(crawl(1, 1), 0)
    turns.ended(1, 36_000)
    turns.began(crawl(2, 2), 636_000)
    assert.equal(turns.next([crawl(1, 1)], 663_000), null, 'of 36 seconds, 18 count')
    assert.deepEqual(turns.next([crawl(1, 1)], 666_000), { kind: 'give-back', crawlId: 2 })
  })

  it('take no slot while a crawl only waits for servers, and count no time', () => {
    const turns = new FairTurns(1)
    turns.began(crawl(1, 1), 0)
    turns.waitsForServers(1, true, 3_000)
    assert.equal(turns.freeSlots, 1)
    assert.deepEqual(turns.next([crawl(2, 2)], 3_000), { kind: 'start', crawl: crawl(2, 2) })
    turns.began(crawl(2, 2), 3_000)
    turns.waitsForServers(1, false, 60_000)
    assert.equal(turns.freeSlots, 0, 'both work for the moment')
    assert.equal(turns.next([crawl(3, 1)], 60_000)?.kind, 'give-back', 'owner 1 has used three seconds alone')
    turns.ended(1, 60_000)
    turns.waitsForServers(1, true, 60_000)
    assert.equal(turns.freeSlots, 0, 'a crawl that has ended waits for nothing')
  })

  it('are bounded: of eight crawls for each slot, one that only waits gives way after thirty seconds', () => {
    const turns = new FairTurns(1)
    for (let id = 1; id <= 8; id++) {
      turns.began(crawl(id, id), id)
      turns.waitsForServers(id, true, id)
    }
    assert.equal(turns.freeSlots, 0)
    assert.equal(turns.next([crawl(9, 9)], 30_000), null)
    assert.deepEqual(turns.next([crawl(9, 9)], 30_001), { kind: 'give-back', crawlId: 1 })
  })

  it('come round: an owner with one crawl waits for one crawl of each other at most', () => {
    const random = createRandom(7)
    const turns = new FairTurns(1)
    const owners = [1, 2, 3, 4, 5]
    const waited = new Map(owners.map(owner => [owner, 0]))
    let nextId = 0
    const firstOf = new Map(owners.map(owner => [owner, ++nextId]))
    for (let round = 0; round < 500; round++) {
      const waiting = [...firstOf].map(([ownerId, crawlId]) => crawl(crawlId, ownerId))
      const [next] = takeAll(turns, waiting, { most: 1 })
      assert.ok(next !== undefined)
      turns.ended(next, 0)
      for (const [owner, crawlId] of firstOf) {
        if (crawlId !== next) waited.set(owner, (waited.get(owner) ?? 0) + 1)
        else {
          waited.set(owner, 0)
          // Younger or older than what others have in line.
          firstOf.set(owner, random(2) === 0 ? ++nextId : -++nextId)
        }
      }
      assert.ok(Math.max(...waited.values()) < owners.length)
    }
  })
})
