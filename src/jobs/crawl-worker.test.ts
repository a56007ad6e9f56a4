import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Claim, type FirstInLine, StaleClaimError } from '#store/store.ts'
import { CrawlWorker, type CrawlWorkerDeps } from './crawl-worker.ts'

const LEASE_MS = 30_000
const POLL_MS = 5_000

/** The crawl of an owner who has no other. */
const short = (crawlId: number): FirstInLine => ({ crawlId, ownerId: crawlId, isLong: false })
const long = (crawlId: number): FirstInLine => ({ crawlId, ownerId: crawlId, isLong: true })

/** A clock that stands still until advanced, and a list of crawls to claim. */
function testBench(options: { concurrency?: number; waiting?: FirstInLine[] } = {}) {
  const timers = new Map<symbol, { atMs: number; callback: () => void }>()
  const waiting = [...(options.waiting ?? [])]
  const released: number[] = []
  const renewals: { crawlId: number; leaseMs: number }[] = []
  const logged: string[] = []
  const runs = new Map<number, { claim: Claim; signal: AbortSignal; end: () => void; fail: (error: Error) => void }>()
  const bench = {
    nowMs: 0,
    waiting,
    renewals,
    released,
    logged,
    runs,
    timers,
    mayRenew: true,
    claimError: null as Error | null,
    renewError: null as Error | null,
    releaseError: null as Error | null,
    /** Lets everything happen that needs no more time. */
    async drain() {
      for (let turn = 0; turn < 50; turn++) await Promise.resolve()
    },
    async pass(ms: number) {
      bench.nowMs += ms
      for (const [id, timer] of timers) {
        if (timer.atMs > bench.nowMs) continue
        timers.delete(id)
        timer.callback()
      }
      await bench.drain()
    },
  }
  const deps: CrawlWorkerDeps = {
    store: {
      crawls: {
        async firstInLine() {
          return [...waiting]
        },
        async claim(_worker, nowMs, leaseMs, crawlId) {
          if (bench.claimError) throw bench.claimError
          const index = waiting.findIndex(crawl => crawl.crawlId === crawlId)
          const [claimed] = index < 0 ? [] : waiting.splice(index, 1)
          return claimed ? { crawlId: claimed.crawlId, epoch: 1, expiresAtMs: nowMs + leaseMs } : null
        },
        async renew(claim, _nowMs, leaseMs) {
          renewals.push({ crawlId: claim.crawlId, leaseMs })
          if (bench.renewError) throw bench.renewError
          return bench.mayRenew
        },
        async release({ crawlId }) {
          released.push(crawlId)
          if (bench.releaseError) throw bench.releaseError
        },
      },
    },
    worker: 'test',
    concurrency: options.concurrency ?? 1,
    leaseMs: LEASE_MS,
    pollMs: POLL_MS,
    now: () => bench.nowMs,
    after(ms, callback) {
      const id = Symbol('timer')
      timers.set(id, { atMs: bench.nowMs + ms, callback })
      return () => timers.delete(id)
    },
    log: event => logged.push(event),
  }
  /** A run that lasts until it is ended, or until its signal aborts. */
  const run = (claim: Claim, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      runs.set(claim.crawlId, { claim, signal, end: resolve, fail: reject })
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  return { bench, start: () => new CrawlWorker(deps, run) }
}

describe('a crawl worker', () => {
  it('runs what waits, the oldest first, and no more at once than allowed', async () => {
    const { bench, start } = testBench({ concurrency: 2, waiting: [short(1), short(2), short(3)] })
    await using _worker = start()
    await bench.drain()
    assert.deepEqual([...bench.runs.keys()], [1, 2])
    bench.runs.get(1)?.end()
    await bench.drain()
    assert.deepEqual([...bench.runs.keys()], [1, 2, 3])
  })

  it('gives a long crawl back that has worked its turn in the only slot while a short one waits', async () => {
    const { bench, start } = testBench({ waiting: [long(1)] })
    await using worker = start()
    await bench.drain()
    bench.waiting.push(short(2))
    worker.wake()
    await bench.pass(POLL_MS)
    assert.deepEqual([...bench.runs.keys()], [1], 'its turn is not over')
    for (let passed = POLL_MS; passed < 30_000; passed += POLL_MS) await bench.pass(POLL_MS)
    assert.deepEqual([bench.released, [...bench.runs.keys()]], [[1], [1, 2]])
    bench.waiting.push(long(1))
    bench.runs.delete(1)
    bench.runs.get(2)?.end()
    await bench.drain()
    assert.ok(bench.runs.has(1), 'it goes on afterwards')
    assert.deepEqual(bench.logged, [])
  })

  it('goes on after a renewal that failed, and renews again', async () => {
    const { bench, start } = testBench({ waiting: [short(1)] })
    await using worker = start()
    await bench.drain()
    assert.equal(worker.freeSlots, 0)
    bench.renewError = new Error('the database is away')
    await bench.pass(LEASE_MS / 3)
    assert.deepEqual([bench.logged, bench.runs.get(1)?.signal.aborted], [['renewing a claim failed'], false])
    bench.renewError = null
    await bench.pass(LEASE_MS / 3)
    assert.deepEqual([bench.renewals.length, bench.logged.length], [2, 1])
    bench.runs.get(1)?.end()
    await bench.drain()
    assert.equal(worker.freeSlots, 1)
  })

  it('ends where a claim cannot be given up, which lapses then', async () => {
    const { bench, start } = testBench({ waiting: [short(1)] })
    const worker = start()
    await bench.drain()
    bench.releaseError = new Error('the database is away')
    await worker[Symbol.asyncDispose]()
    assert.deepEqual(
      [bench.released, bench.logged],
      [[1], ['giving a crawl up failed: it waits for its claim to lapse']],
    )
  })

  it('lets a long crawl work on while no other crawl waits, or only long ones do', async () => {
    const { bench, start } = testBench({ waiting: [long(1), long(2)] })
    await using _worker = start()
    for (let passed = 0; passed < 100_000; passed += POLL_MS) await bench.pass(POLL_MS)
    assert.deepEqual([bench.released, [...bench.runs.keys()]], [[], [1]])
  })

  it('gives half of its slots to long crawls at most', async () => {
    const { bench, start } = testBench({ concurrency: 4, waiting: [long(1), long(2), long(3), short(4), short(5)] })
    await using _worker = start()
    await bench.drain()
    assert.deepEqual([...bench.runs.keys()].sort(), [1, 2, 4, 5])
  })

  it('lets owners take turns, however many crawls one of them has', async () => {
    const { bench, start } = testBench({ waiting: [1, 2, 3].map(crawlId => ({ ...short(crawlId), ownerId: 1 })) })
    await using _worker = start()
    await bench.drain()
    bench.waiting.push({ ...short(9), ownerId: 2 })
    bench.runs.get(1)?.end()
    await bench.drain()
    assert.deepEqual([...bench.runs.keys()], [1, 9])
    bench.runs.get(9)?.end()
    await bench.drain()
    assert.deepEqual([...bench.runs.keys()], [1, 9, 2])
  })

  it('looks at once when woken, and at the next poll otherwise', async () => {
    const { bench, start } = testBench({ concurrency: 2 })
    await using worker = start()
    await bench.drain()
    bench.waiting.push(short(7))
    worker.wake()
    await bench.drain()
    assert.ok(bench.runs.has(7))
    bench.waiting.push(short(8))
    await bench.pass(POLL_MS - 1)
    assert.ok(!bench.runs.has(8))
    await bench.pass(1)
    assert.ok(bench.runs.has(8))
  })

  it('keeps one timer for the poll, however often it is woken', async () => {
    const { bench, start } = testBench()
    await using worker = start()
    for (let time = 0; time < 5; time++) {
      worker.wake()
      await bench.drain()
    }
    assert.equal(bench.timers.size, 1)
  })

  it('renews the claim while a crawl runs, and no longer', async () => {
    const { bench, start } = testBench({ waiting: [short(1)] })
    await using _worker = start()
    await bench.drain()
    await bench.pass(LEASE_MS / 3)
    await bench.pass(LEASE_MS / 3)
    assert.deepEqual(bench.renewals, [
      { crawlId: 1, leaseMs: LEASE_MS },
      { crawlId: 1, leaseMs: LEASE_MS },
    ])
    bench.runs.get(1)?.end()
    await bench.drain()
    await bench.pass(LEASE_MS)
    assert.equal(bench.renewals.length, 2)
  })

  it('aborts a crawl whose claim is lost, with the reason, and goes on with others', async () => {
    const { bench, start } = testBench({ waiting: [short(1)] })
    await using worker = start()
    await bench.drain()
    bench.mayRenew = false
    await bench.pass(LEASE_MS / 3)
    const lost = bench.runs.get(1)
    assert.ok(lost?.signal.reason instanceof StaleClaimError)
    bench.waiting.push(short(2))
    worker.wake()
    await bench.drain()
    assert.ok(bench.runs.has(2))
    assert.deepEqual(bench.logged, [])
  })

  it('logs a run that throws, and goes on with others', async () => {
    const { bench, start } = testBench({ waiting: [short(1), short(2)] })
    await using _worker = start()
    await bench.drain()
    bench.runs.get(1)?.fail(new Error('broken'))
    await bench.drain()
    assert.ok(bench.runs.has(2))
    assert.equal(bench.logged.length, 1)
  })

  it('survives a store that fails', async () => {
    const { bench, start } = testBench({ waiting: [short(1)] })
    bench.claimError = new Error('disk full')
    await using _worker = start()
    await bench.drain()
    assert.equal(bench.logged.length, 1)
    bench.claimError = null
    await bench.pass(POLL_MS)
    assert.ok(bench.runs.has(1))
  })

  it('does not run a crawl that it claimed while it was disposed, and gives its claim up', async () => {
    const { bench, start } = testBench({ waiting: [short(1)] })
    const worker = start()
    // The claim is under way: nothing has been awaited since the worker began.
    await worker[Symbol.asyncDispose]()
    assert.deepEqual([[...bench.runs.keys()], bench.released, bench.logged], [[], [1], []])
  })

  it('aborts what runs when disposed, waits for it, and gives its claim up', async () => {
    const { bench, start } = testBench({ waiting: [short(1), short(2)] })
    const worker = start()
    await bench.drain()
    await worker[Symbol.asyncDispose]()
    assert.ok(bench.runs.get(1)?.signal.aborted)
    assert.deepEqual([bench.released, bench.renewals], [[1], []])
    assert.ok(!bench.runs.has(2), 'a crawl that waits is left to others')
    assert.equal(bench.timers.size, 0)
  })
})
