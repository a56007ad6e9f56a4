import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Claim, StaleClaimError } from '#store/store.ts'
import { createInProcessJobs } from './in-process.ts'

const LEASE_MS = 30_000
const POLL_MS = 5_000

/** A clock that stands still until it is told to go on, and a list of crawls to claim. */
function testBench(options: { concurrency?: number; waiting?: number[] } = {}) {
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
    /** Lets everything happen that needs no more time. */
    async settle() {
      for (let turn = 0; turn < 50; turn++) await Promise.resolve()
    },
    async pass(ms: number) {
      bench.nowMs += ms
      for (const [id, timer] of timers) {
        if (timer.atMs > bench.nowMs) continue
        timers.delete(id)
        timer.callback()
      }
      await bench.settle()
    },
  }
  const jobs = createInProcessJobs({
    store: {
      crawls: {
        async claim(_worker, nowMs, leaseMs) {
          if (bench.claimError) throw bench.claimError
          const crawlId = waiting.shift()
          return crawlId === undefined ? null : { crawlId, epoch: 1, expiresAtMs: nowMs + leaseMs }
        },
        async renew(claim, _nowMs, leaseMs) {
          renewals.push({ crawlId: claim.crawlId, leaseMs })
          return bench.mayRenew
        },
        async release({ crawlId }) {
          released.push(crawlId)
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
  })
  /** A run that lasts until it is ended, or until its signal aborts. */
  const run = (claim: Claim, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      runs.set(claim.crawlId, { claim, signal, end: resolve, fail: reject })
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  return { bench, jobs, run }
}

describe('jobs in process', () => {
  it('runs what waits, the oldest first, and no more at once than allowed', async () => {
    const { bench, jobs, run } = testBench({ concurrency: 2, waiting: [1, 2, 3] })
    await using _work = jobs.work(run)
    await bench.settle()
    assert.deepEqual([...bench.runs.keys()], [1, 2])
    bench.runs.get(1)?.end()
    await bench.settle()
    assert.deepEqual([...bench.runs.keys()], [1, 2, 3])
  })

  it('looks at once when a crawl is enqueued, and at the next poll when nobody says so', async () => {
    const { bench, jobs, run } = testBench({ concurrency: 2 })
    await using _work = jobs.work(run)
    await bench.settle()
    bench.waiting.push(7)
    await jobs.enqueue(7)
    await bench.settle()
    assert.ok(bench.runs.has(7))
    bench.waiting.push(8)
    await bench.pass(POLL_MS - 1)
    assert.ok(!bench.runs.has(8))
    await bench.pass(1)
    assert.ok(bench.runs.has(8))
  })

  it('keeps one timer for the poll, however often it is woken', async () => {
    const { bench, jobs, run } = testBench()
    await using _work = jobs.work(run)
    for (let time = 0; time < 5; time++) {
      await jobs.enqueue(1)
      await bench.settle()
    }
    assert.equal(bench.timers.size, 1)
  })

  it('renews the claim while a crawl runs, and no longer', async () => {
    const { bench, jobs, run } = testBench({ waiting: [1] })
    await using _work = jobs.work(run)
    await bench.settle()
    await bench.pass(LEASE_MS / 3)
    await bench.pass(LEASE_MS / 3)
    assert.deepEqual(bench.renewals, [
      { crawlId: 1, leaseMs: LEASE_MS },
      { crawlId: 1, leaseMs: LEASE_MS },
    ])
    bench.runs.get(1)?.end()
    await bench.settle()
    await bench.pass(LEASE_MS)
    assert.equal(bench.renewals.length, 2)
  })

  it('aborts a crawl whose claim is lost, with the reason, and goes on with others', async () => {
    const { bench, jobs, run } = testBench({ waiting: [1] })
    await using _work = jobs.work(run)
    await bench.settle()
    bench.mayRenew = false
    await bench.pass(LEASE_MS / 3)
    const lost = bench.runs.get(1)
    assert.ok(lost?.signal.reason instanceof StaleClaimError)
    bench.waiting.push(2)
    await jobs.enqueue(2)
    await bench.settle()
    assert.ok(bench.runs.has(2))
    assert.deepEqual(bench.logged, [])
  })

  it('logs a run that throws, and goes on with others', async () => {
    const { bench, jobs, run } = testBench({ waiting: [1, 2] })
    await using _work = jobs.work(run)
    await bench.settle()
    bench.runs.get(1)?.fail(new Error('broken'))
    await bench.settle()
    assert.ok(bench.runs.has(2))
    assert.equal(bench.logged.length, 1)
  })

  it('outlives a store that cannot answer', async () => {
    const { bench, jobs, run } = testBench({ waiting: [1] })
    bench.claimError = new Error('disk full')
    await using _work = jobs.work(run)
    await bench.settle()
    assert.equal(bench.logged.length, 1)
    bench.claimError = null
    await bench.pass(POLL_MS)
    assert.ok(bench.runs.has(1))
  })

  it('aborts what runs when disposed, waits for it, and gives its claim up', async () => {
    const { bench, jobs, run } = testBench({ waiting: [1, 2] })
    const work = jobs.work(run)
    await bench.settle()
    await work[Symbol.asyncDispose]()
    assert.ok(bench.runs.get(1)?.signal.aborted)
    assert.deepEqual([bench.released, bench.renewals], [[1], []])
    assert.ok(!bench.runs.has(2), 'a crawl that waits is left to others')
    assert.equal(bench.timers.size, 0)
  })
})
