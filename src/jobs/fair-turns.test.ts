import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FirstInLine } from '#store/store.ts'
import { createRandom } from '../../test/properties/random.ts'
import { FairTurns, placesForLong } from './fair-turns.ts'

const crawl = (crawlId: number, ownerId: number, isLong = false): FirstInLine => ({ crawlId, ownerId, isLong })

/** Takes what is chosen as long as anything is; gives the ids in order. */
function takeAll(turns: FairTurns, waiting: FirstInLine[], { nowMs = 0, most = 100 } = {}): number[] {
  const taken: number[] = []
  while (taken.length < most) {
    const next = turns.choose(waiting, { nowMs })
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
    assert.equal(turns.choose([crawl(2, 1), crawl(3, 2)], { nowMs: 0 })?.crawlId, 3)
    turns.ended(1)
    assert.equal(turns.choose([crawl(2, 1), crawl(3, 2)], { nowMs: 0 })?.crawlId, 3)
  })

  it('leave half of the places to short crawls', () => {
    const long = Array.from({ length: 9 }, (_, index) => crawl(index + 1, index + 1, true))
    for (const [concurrency, most] of [
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 2],
      [9, 4],
    ] as const) {
      assert.equal(placesForLong(concurrency), most)
      assert.equal(takeAll(new FairTurns(concurrency), long).length, most)
    }
  })

  it('go to a long crawl that has waited for a minute, however many short ones wait', () => {
    const turns = new FairTurns(1)
    const waiting = [crawl(1, 1, true), crawl(2, 2)]
    assert.equal(turns.choose(waiting, { nowMs: 0 })?.crawlId, 2)
    assert.equal(turns.choose(waiting, { nowMs: 59_999 })?.crawlId, 2)
    assert.equal(turns.choose(waiting, { nowMs: 60_000 })?.crawlId, 1)
  })

  it('go to short crawls at every place that no long one has, and at one at least', () => {
    const short = Array.from({ length: 9 }, (_, index) => crawl(index + 10, index + 10))
    const takeShort = (turns: FairTurns): number => {
      for (let taken = 0; ; taken++) {
        const next = turns.choose(short, { nowMs: 0, isLong: false })
        if (next === null) return taken
        turns.began(next, 0)
      }
    }
    for (const [concurrency, long, most] of [
      [2, 0, 2],
      [2, 1, 1],
      [4, 1, 3],
      [1, 1, 1],
    ] as const) {
      const turns = new FairTurns(concurrency)
      for (let id = 1; id <= long; id++) turns.began(crawl(id, id, true), 0)
      assert.equal(takeShort(turns), most)
    }
  })

  it('are asked for of one length alone', () => {
    const waiting = [crawl(1, 1), crawl(2, 2, true)]
    assert.equal(new FairTurns(2).choose(waiting, { nowMs: 0, isLong: true })?.crawlId, 2)
    assert.equal(new FairTurns(2).choose(waiting, { nowMs: 0, isLong: false })?.crawlId, 1)
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
      turns.ended(next)
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
