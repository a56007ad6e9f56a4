import { describeError } from '#shared/errors.ts'
import { wait } from '#shared/wait.ts'
import type { Claim, CrawlStore } from '#store/store.ts'
import { type HoldClaimDeps, holdClaim, type RunCrawl } from './hold-claim.ts'
import type { Jobs } from './jobs.ts'

export interface InProcessJobsDeps extends HoldClaimDeps {
  store: { crawls: Pick<CrawlStore, 'claim' | 'renew' | 'release'> }
  /** Names this process in the crawl row, for operators. */
  worker: string
  /** Crawls at once. */
  concurrency: number
  /** How often to look for crawls that nobody said were waiting, such as those of a process that died. */
  pollMs: number
}

/**
 * Jobs for one process, straight from the store: the crawl rows are the queue, so nothing is lost with the process. `enqueue`
 * merely shortens the wait.
 */
export function createInProcessJobs(deps: InProcessJobsDeps): Jobs {
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
  readonly #deps: InProcessJobsDeps
  readonly #run: RunCrawl
  readonly #stopping = new AbortController()
  readonly #running = new Set<Promise<void>>()
  readonly #loop: Promise<void>
  /** Of one round of the loop: claiming, then waiting. */
  #round = new AbortController()

  constructor(deps: InProcessJobsDeps, run: RunCrawl) {
    this.#deps = deps
    this.#run = run
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
    await Promise.all(this.#running)
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
      while (this.#running.size < concurrency && !this.#stopping.signal.aborted) {
        const claim = await store.crawls.claim(worker, now(), leaseMs)
        if (!claim) return
        this.#start(claim)
      }
    } catch (error) {
      this.#deps.log('claiming a crawl failed', { cause: describeError(error) })
    }
  }

  #start(claim: Claim): void {
    const job = holdClaim(claim, this.#deps, { run: this.#run, stopping: this.#stopping.signal }).finally(() => {
      this.#running.delete(job)
      this.wake()
    })
    this.#running.add(job)
  }
}
