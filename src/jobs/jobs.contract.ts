import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import { type Claim, StaleClaimError, type Store } from '#store/store.ts'
import { until } from '../../test/support/until.ts'
import type { CrawlWorkerDeps } from './crawl-worker.ts'
import { LONG_CRAWL_PAGES } from './fair-turns.ts'
import type { Jobs, OnWaiting, Work } from './jobs.ts'

/** An empty store and its queue; disposing leaves nothing behind. Leases are counted by the clock that the caller gives. */
export interface OpenJobs extends AsyncDisposable {
  store: Store
  createJobs(deps: CrawlWorkerDeps): Jobs
}

const LEASE_MS = 600_000
/** How long a long crawl works before it gives the only slot back. */
const TURN_MS = 30_000
const PATIENCE_MS = 60_000
/** Looks at the rows that show that nothing more happens. */
const LOOKS = 3

const SHORT = 5
const LONG = LONG_CRAWL_PAGES + 1

interface Run {
  claim: Claim
  signal: AbortSignal
  onWaiting: OnWaiting
  /** Commits that the crawl has ended, as the engine does, and ends the run. */
  complete(): Promise<void>
}

/** Crawls by the ids of their rows, in the order in which they were started. */
class Process implements AsyncDisposable {
  readonly runs: Run[] = []
  readonly problems: string[] = []
  /** When it aborts, a run ends only after this: the commit that is under way. */
  lastCommit: Promise<void> = Promise.resolve()
  looks = 0
  readonly #work: Work

  constructor(
    { store, createJobs }: OpenJobs,
    { name, slots, clock }: { name: string; slots: number; clock: { nowMs: number } },
  ) {
    const jobs = createJobs({
      store: {
        crawls: {
          ...store.crawls,
          firstInLine: async (...args) => {
            const waiting = await store.crawls.firstInLine(...args)
            this.looks++
            return waiting
          },
        },
      },
      worker: name,
      concurrency: slots,
      leaseMs: LEASE_MS,
      pollMs: 20,
      now: () => clock.nowMs,
      // Claims are renewed by this clock, too: often enough to see one that is lost.
      after(ms, callback) {
        const timer = setTimeout(callback, ms === LEASE_MS / 3 ? 50 : ms)
        return () => clearTimeout(timer)
      },
      log: (event, details) => this.problems.push(`${event}: ${JSON.stringify(details)}`),
    })
    this.#work = jobs.work(async (claim, signal, onWaiting) => {
      const ended = Promise.withResolvers<void>()
      const complete = async () => {
        await store.crawls.end(claim, { reason: 'finished', sentence: '', endedMs: clock.nowMs })
        ended.resolve()
      }
      this.runs.push({ claim, signal, onWaiting, complete })
      signal.addEventListener('abort', () => this.lastCommit.then(ended.resolve))
      await ended.promise
    })
  }

  get started(): number[] {
    return this.runs.map(({ claim }) => claim.crawlId)
  }

  run(at: number): Run {
    const run = this.runs[at]
    assert.ok(run, `run ${at} has started`)
    return run
  }

  async starts(count: number): Promise<void> {
    await until(() => this.runs.length >= count)
  }

  /** After some more looks at the rows. */
  async looksOn(): Promise<void> {
    const enough = this.looks + LOOKS
    await until(() => this.looks >= enough)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#work[Symbol.asyncDispose]()
    assert.deepEqual(this.problems, [])
  }
}

/** What every queue has to do alike: called by the test of each, with a function that opens an empty one. */
export function jobsContract(open: () => Promise<OpenJobs>): void {
  async function openScene() {
    const opened = await open()
    const clock = { nowMs: 1_000 }
    const owners = new Map<string, number>()
    let websites = 0
    return {
      store: opened.store,
      clock,
      /** A crawl that waits. */
      async add(owner: string, crawlLimit = SHORT): Promise<number> {
        const ownerId = owners.get(owner) ?? (await opened.store.visitors.createOwner(owner, clock.nowMs))
        owners.set(owner, ownerId)
        const options = defaultCrawlOptions
        const url = `https://${owner}.test/${++websites}`
        const { nowMs } = clock
        return (await opened.store.websites.startCrawl({ ownerId, url, crawlLimit, options, nowMs })).crawlId
      },
      process: (slots = 1, name = 'one') => new Process(opened, { name, slots, clock }),
      [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
    }
  }

  describe('turns', () => {
    it('run as many crawls at once as there are slots, the oldest first', async () => {
      await using scene = await openScene()
      const [a, b, c] = [await scene.add('a'), await scene.add('b'), await scene.add('c')]
      await using one = scene.process(2)
      await one.starts(2)
      await one.looksOn()
      assert.deepEqual(one.started, [a, b])
      await one.run(0).complete()
      await one.starts(3)
      assert.deepEqual(one.started, [a, b, c])
    })

    it('go round the owners, however many crawls one of them has', async () => {
      await using scene = await openScene()
      const many = [await scene.add('a'), await scene.add('a'), await scene.add('a')]
      const [b, c] = [await scene.add('b'), await scene.add('c')]
      await using one = scene.process()
      for (let at = 0; at < 5; at++) {
        await one.starts(at + 1)
        await one.run(at).complete()
      }
      assert.deepEqual(one.started, [many[0], b, c, many[1], many[2]])
    })

    it('go to the owner with the fewest crawls running', async () => {
      await using scene = await openScene()
      const many = [await scene.add('a'), await scene.add('a'), await scene.add('a')]
      const b = await scene.add('b')
      await using one = scene.process(3)
      await one.starts(3)
      assert.deepEqual(one.started, [many[0], b, many[1]])
    })

    it('keep half of the slots free for short crawls, and run none beyond the slots', async () => {
      await using scene = await openScene()
      const long = []
      for (const owner of ['a', 'b', 'c']) long.push(await scene.add(owner, LONG))
      await using one = scene.process(4)
      await one.starts(2)
      await one.looksOn()
      assert.deepEqual(one.started, long.slice(0, 2))
      const short = []
      for (const owner of ['d', 'e', 'f']) short.push(await scene.add(owner))
      await one.starts(4)
      await one.looksOn()
      assert.deepEqual(one.started, [...long.slice(0, 2), ...short.slice(0, 2)])
      await one.run(2).complete()
      await one.starts(5)
      await one.run(0).complete()
      await one.starts(6)
      assert.deepEqual(one.started.slice(4), [short[2], long[2]])
    })

    it('end for a long crawl at its next commit, once it has had 30 seconds in the only slot and a short one waits', async () => {
      await using scene = await openScene()
      const long = await scene.add('a', LONG)
      await using one = scene.process()
      await one.starts(1)
      const short = await scene.add('b')
      scene.clock.nowMs += TURN_MS - 1
      await one.looksOn()
      assert.equal(one.run(0).signal.aborted, false, 'its turn is not over')

      const commit = Promise.withResolvers<void>()
      one.lastCommit = commit.promise
      scene.clock.nowMs += 1
      await until(() => one.run(0).signal.aborted)
      await one.looksOn()
      assert.deepEqual(one.started, [long], 'the slot is free only after the commit')
      assert.equal((await scene.store.crawls.state(one.run(0).claim)).crawlId, long, 'the commit may be written')
      commit.resolve()
      await one.starts(2)
      assert.deepEqual(one.started, [long, short])
      await assert.rejects(scene.store.crawls.state(one.run(0).claim), StaleClaimError)

      await one.run(1).complete()
      await one.starts(3)
      assert.deepEqual(one.started, [long, short, long])
      const { claim } = one.run(2)
      assert.ok(claim.epoch > one.run(0).claim.epoch)
      assert.equal((await scene.store.crawls.state(claim)).idleClaims, 1, 'given back in good order')
    })

    it('end for the owner who has had most, and go to one who has had none', async () => {
      await using scene = await openScene()
      const a = await scene.add('a')
      await using one = scene.process()
      await one.starts(1)
      await scene.add('a')
      scene.clock.nowMs += 60_000
      await one.looksOn()
      assert.equal(one.run(0).signal.aborted, false, 'the same owner waits')
      const b = await scene.add('b')
      await one.starts(2)
      assert.deepEqual(one.started, [a, b])
      await one.run(1).complete()
      await one.starts(3)
      assert.equal(one.started[2], a, 'it goes on')
    })

    it('are not needed by a crawl that only waits for servers', async () => {
      await using scene = await openScene()
      const slow = await scene.add('a')
      await using one = scene.process()
      await one.starts(1)
      const other = await scene.add('b')
      await one.looksOn()
      one.run(0).onWaiting(true)
      await one.starts(2)
      assert.deepEqual([one.started, one.run(0).signal.aborted], [[slow, other], false])
    })

    it('do not end for a long crawl while nothing else waits, or long crawls alone', async () => {
      await using scene = await openScene()
      const long = await scene.add('a', LONG)
      await using one = scene.process()
      await one.starts(1)
      scene.clock.nowMs += 10 * TURN_MS
      await one.looksOn()
      await scene.add('b', LONG)
      scene.clock.nowMs += 10 * TURN_MS
      await one.looksOn()
      assert.deepEqual([one.started, one.run(0).signal.aborted], [[long], false])
    })

    it('come for a long crawl after a minute, however many short ones wait', async () => {
      await using scene = await openScene()
      const short = [await scene.add('a')]
      await using one = scene.process()
      await one.starts(1)
      const long = await scene.add('b', LONG)
      // Of one owner, so that none is given back for another.
      short.push(await scene.add('a'), await scene.add('a'))
      await one.looksOn()
      scene.clock.nowMs += PATIENCE_MS - 1
      await one.run(0).complete()
      await one.starts(2)
      scene.clock.nowMs += 1
      await one.run(1).complete()
      await one.starts(3)
      assert.deepEqual(one.started, [short[0], short[1], long])
    })
  })

  describe('crawls that wait', () => {
    it('are started by one process alone, where there are several', async () => {
      await using scene = await openScene()
      const waiting = []
      for (const owner of ['a', 'b', 'c', 'd', 'e', 'f']) waiting.push(await scene.add(owner))
      await using one = scene.process(2, 'one')
      await using two = scene.process(3, 'two')
      await one.starts(2)
      await two.starts(3)
      await Promise.all([one.looksOn(), two.looksOn()])
      assert.deepEqual([...one.started, ...two.started].sort(), waiting.slice(0, 5).sort())
      await two.run(1).complete()
      await two.starts(4)
      assert.equal(two.started[3], waiting[5])
    })

    it('are taken over when the lease of their process has lapsed, and not before', async () => {
      await using scene = await openScene()
      const crawlId = await scene.add('a')
      const lost = await scene.store.crawls.claim('gone', scene.clock.nowMs, LEASE_MS)
      assert.equal(lost?.crawlId, crawlId)
      await using one = scene.process()
      scene.clock.nowMs += LEASE_MS - 1
      await one.looksOn()
      assert.deepEqual(one.started, [])
      scene.clock.nowMs += 1
      await one.starts(1)
      assert.ok(one.run(0).claim.epoch > lost.epoch)
      await assert.rejects(scene.store.crawls.state(lost), StaleClaimError)
    })

    it('abort where another process has taken them over', async () => {
      await using scene = await openScene()
      const [crawlId, next] = [await scene.add('a'), await scene.add('b')]
      await using one = scene.process()
      await one.starts(1)
      const later = scene.clock.nowMs + LEASE_MS
      const overtaking = await scene.store.crawls.claim('other', later, LEASE_MS, crawlId)
      assert.ok(overtaking)
      await until(() => one.run(0).signal.aborted)
      assert.ok(one.run(0).signal.reason instanceof StaleClaimError)
      await one.starts(2)
      assert.deepEqual(one.started, [crawlId, next])
      assert.equal((await scene.store.crawls.state(overtaking)).crawlId, crawlId, 'the new claim holds')
    })

    it('are given up by a process that ends, and go on in another at once', async () => {
      await using scene = await openScene()
      const crawlId = await scene.add('a')
      const one = scene.process(1, 'one')
      await one.starts(1)
      await one[Symbol.asyncDispose]()
      assert.ok(one.run(0).signal.aborted)
      await using two = scene.process(1, 'two')
      await two.starts(1)
      assert.deepEqual(two.started, [crawlId])
      assert.equal((await scene.store.crawls.state(two.run(0).claim)).idleClaims, 1, 'given up in good order')
    })

    it('are not started while they are paused, and are once they are resumed', async () => {
      await using scene = await openScene()
      const crawlId = await scene.add('a')
      assert.equal(await scene.store.crawls.requestPause(crawlId), 'paused')
      await using one = scene.process()
      await one.looksOn()
      assert.deepEqual(one.started, [])
      assert.equal(await scene.store.crawls.resume(crawlId), true)
      await one.starts(1)
      assert.deepEqual(one.started, [crawlId])
    })

    it('are not started when they are stopped before they begin', async () => {
      await using scene = await openScene()
      const [stopped, running] = [await scene.add('a'), await scene.add('b')]
      const end = { sentence: 'It was stopped.', endedMs: scene.clock.nowMs }
      assert.equal(await scene.store.crawls.endWaiting(stopped, end), true)
      await using one = scene.process(2)
      await one.starts(1)
      await one.looksOn()
      assert.deepEqual(one.started, [running])
    })

    it('are started to be ended when they are stopped after they were given back or paused', async () => {
      await using scene = await openScene()
      const crawlId = await scene.add('a')
      const one = scene.process()
      await one.starts(1)
      assert.equal(await scene.store.crawls.requestPause(crawlId), 'pausing')
      await one[Symbol.asyncDispose]()
      await using two = scene.process()
      await two.looksOn()
      assert.deepEqual(two.started, [], 'released, it is paused')
      await scene.store.crawls.requestStop(crawlId)
      await two.starts(1)
      assert.equal(await scene.store.crawls.isStopRequested(crawlId), true)
    })
  })
}
