import { describeError } from '#shared/errors.ts'
import { type Claim, type CrawlStore, StaleClaimError } from '#store/store.ts'
import type { Jobs } from './jobs.ts'

export interface InProcessJobsDeps {
  store: { crawls: Pick<CrawlStore, 'claim' | 'renew' | 'release'> }
  /** Names this process in the crawl row, for operators. */
  worker: string
  /** Crawls at once. */
  concurrency: number
  /** How long a claim holds unless renewed; it is renewed three times in that time. */
  leaseMs: number
  /** How often to look for crawls that nobody said were waiting, such as those of a process that died. */
  pollMs: number
  now: () => number
  /** Calls back once after so many milliseconds; returns a function that cancels it. */
  after(ms: number, callback: () => void): () => void
  /** For the operator: a claim or renewal that failed, a run that threw. The work goes on. */
  log(event: string, details: Record<string, unknown>): void
}

const RENEWALS_PER_LEASE = 3

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

type Run = (claim: Claim, signal: AbortSignal) => Promise<void>

class Worker {
  readonly #deps: InProcessJobsDeps
  readonly #run: Run
  readonly #stopping = new AbortController()
  readonly #running = new Set<Promise<void>>()
  readonly #loop: Promise<void>
  /** Of one round of the loop: claiming, then waiting. */
  #round = new AbortController()

  constructor(deps: InProcessJobsDeps, run: Run) {
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
      await this.#pause(this.#deps.pollMs, AbortSignal.any([signal, this.#round.signal]))
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
      this.#report('claiming a crawl failed', error)
    }
  }

  #start(claim: Claim): void {
    const job = this.#hold(claim).finally(() => {
      this.#running.delete(job)
      this.wake()
    })
    this.#running.add(job)
  }

  /** Runs one crawl and renews its claim meanwhile. */
  async #hold(claim: Claim): Promise<void> {
    const { store } = this.#deps
    const lost = new AbortController()
    const ended = new AbortController()
    const renewing = this.#renew(claim, { lost, ended: ended.signal })
    try {
      await this.#run(claim, AbortSignal.any([lost.signal, this.#stopping.signal]))
    } catch (error) {
      // Overtaken, or told to stop: nothing went wrong.
      if (!lost.signal.aborted && !this.#stopping.signal.aborted)
        this.#report('a crawl was left unfinished', error, claim)
    }
    ended.abort()
    await renewing
    if (!this.#stopping.signal.aborted || lost.signal.aborted) return
    // Whoever comes next need not wait for the claim to lapse.
    await store.crawls
      .release(claim)
      .catch(error => this.#report('giving a crawl up failed: it waits for its claim to lapse', error, claim))
  }

  async #renew(claim: Claim, run: { lost: AbortController; ended: AbortSignal }): Promise<void> {
    const { store, now, leaseMs } = this.#deps
    for (;;) {
      await this.#pause(leaseMs / RENEWALS_PER_LEASE, run.ended)
      if (run.ended.aborted) return
      try {
        if (await store.crawls.renew(claim, now(), leaseMs)) continue
      } catch (error) {
        // The fence keeps an overdue claimant from harm; the next renewal may succeed.
        this.#report('renewing a claim failed', error, claim)
        continue
      }
      run.lost.abort(new StaleClaimError(claim.crawlId))
      return
    }
  }

  /** Waits, or less when the signal aborts. */
  #pause(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve()
    return new Promise(resolve => {
      const cancel = this.#deps.after(ms, () => {
        signal.removeEventListener('abort', onAbort)
        resolve()
      })
      const onAbort = () => {
        cancel()
        resolve()
      }
      signal.addEventListener('abort', onAbort, { once: true })
    })
  }

  #report(event: string, error: unknown, claim?: Claim): void {
    const cause = describeError(error)
    this.#deps.log(event, claim ? { crawlId: claim.crawlId, cause } : { cause })
  }
}
