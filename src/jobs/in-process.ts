import { describeError } from '#shared/errors.ts'
import { wait } from '#shared/wait.ts'
import type { Claim, FirstInLine } from '#store/store.ts'
import { FairTurns, LONG_CRAWL_PAGES, MAX_ATTEMPTS, MAX_IN_LINE } from './fair-turns.ts'
import { holdClaim, type RunCrawl } from './hold-claim.ts'
import type { Jobs } from './jobs.ts'
import type { WorkerDeps } from './worker-deps.ts'

/**
 * Jobs for one process, straight from the store: the crawl rows are the queue, so nothing is lost with the process. `enqueue`
 * merely shortens the wait.
 */
export function createInProcessJobs(deps: WorkerDeps): Jobs {
  const workers = new Set<Worker>()
  return {
    async enqueue() {
      for (const worker of workers) worker.wake()
    },
    work(run) {
      const worker = new Worker(deps, run)
      workers.add(worker)
      return {
        async [Symbol.asyncDispose]() {
          workers.delete(worker)
          await worker.stop()
        },
      }
    },
  }
}

class Worker {
  readonly #deps: WorkerDeps
  readonly #run: RunCrawl
  readonly #stopping = new AbortController()
  readonly #running = new Map<number, { job: Promise<void>; giveBack: AbortController }>()
  readonly #turns: FairTurns
  readonly #loop: Promise<void>
  /** Of one round of the loop: claiming, then waiting. */
  #round = new AbortController()

  constructor(deps: WorkerDeps, run: RunCrawl) {
    this.#deps = deps
    this.#run = run
    this.#turns = new FairTurns(deps.concurrency)
    this.#loop = this.#work()
  }

  /** Looks for crawls at once. */
  wake(): void {
    this.#round.abort()
  }

  /** Aborts what runs, waits until it has ended, and gives its claims up. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#loop
    await Promise.all([...this.#running.values()].map(({ job }) => job))
  }

  async #work(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      // A round begins before looking: what is enqueued while we look ends its wait at once.
      this.#round = new AbortController()
      await this.#claimAll()
      await wait(this.#deps.after, this.#deps.pollMs, AbortSignal.any([signal, this.#round.signal]))
    }
  }

  async #claimAll(): Promise<void> {
    const { store, worker, now, leaseMs, concurrency } = this.#deps
    try {
      let losses = 0
      while (losses < MAX_ATTEMPTS && !this.#stopping.signal.aborted) {
        const waiting = await store.crawls.firstInLine(now(), { longerThan: LONG_CRAWL_PAGES, limit: MAX_IN_LINE })
        if (this.#running.size >= concurrency) return this.#makeRoom(waiting)
        const next = this.#turns.choose(waiting, { nowMs: now() })
        if (next === null) return
        const claim = await store.crawls.claim(worker, now(), leaseMs, next.crawlId)
        // Stopped or cleared in between: the others are looked at again.
        if (claim) this.#start(claim, next)
        else losses++
      }
    } catch (error) {
      this.#deps.log('claiming a crawl failed', { cause: describeError(error) })
    }
  }

  /** A long crawl that is given back goes on where it was, once it is its turn again. */
  #makeRoom(waiting: readonly FirstInLine[]): void {
    const crawlId = this.#turns.toGiveBack(waiting, this.#deps.now())
    if (crawlId !== null) this.#running.get(crawlId)?.giveBack.abort()
  }

  #start(claim: Claim, crawl: FirstInLine): void {
    const giveBack = new AbortController()
    const stopping = AbortSignal.any([this.#stopping.signal, giveBack.signal])
    this.#turns.began(crawl, this.#deps.now())
    const job = holdClaim(claim, this.#deps, { run: this.#run, stopping }).finally(() => {
      this.#running.delete(claim.crawlId)
      this.#turns.ended(claim.crawlId)
      this.wake()
    })
    this.#running.set(claim.crawlId, { job, giveBack })
  }
}
