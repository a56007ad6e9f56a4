import { describeError } from '#shared/errors.ts'
import { wait } from '#shared/wait.ts'
import type { Claim, CrawlStore, FirstInLine } from '#store/store.ts'
import { FairTurns, LONG_CRAWL_PAGES } from './fair-turns.ts'
import { type HoldClaimDeps, holdClaim } from './hold-claim.ts'
import type { RunCrawl, Work } from './jobs.ts'

/** Owners and kinds of crawls that are read at a time. */
const MAX_IN_LINE = 1_000
/** How soon to look again while a crawl waits for a slot: the turn of another may end. */
const WAITING_POLL_MS = 1_000
/** Other processes may be quicker again and again: then this one looks again a little later. */
const MAX_LOST_CLAIMS = 10

export interface CrawlWorkerDeps extends HoldClaimDeps {
  store: { crawls: Pick<CrawlStore, 'claim' | 'firstInLine' | 'renew' | 'release'> }
  /** Names this process in the crawl row, for operators. */
  worker: string
  /** How many crawls run at once. */
  concurrency: number
  /** How often to look for crawls without being woken: those of a process that died, and short ones that wait for a slot. */
  pollMs: number
}

/**
 * Works on crawls straight from their rows, in the order of the policy: claims what may start, gives back what has had its turn. The
 * rows are the queue, so nothing is lost with the process. For one process `wake` is all that is needed beside it; where there are
 * several, pg-boss wakes one that has a free slot.
 */
export class CrawlWorker implements Work {
  readonly #deps: CrawlWorkerDeps
  readonly #run: RunCrawl
  readonly #stopping = new AbortController()
  readonly #running = new Map<number, { job: Promise<void>; giveBack: AbortController }>()
  readonly #turns: FairTurns
  readonly #loop: Promise<void>
  /** Of one round of the loop: looking, then waiting. */
  #round = new AbortController()

  constructor(deps: CrawlWorkerDeps, run: RunCrawl) {
    this.#deps = deps
    this.#run = run
    this.#turns = new FairTurns(deps.concurrency)
    this.#loop = this.#work()
  }

  get freeSlots(): number {
    return this.#turns.freeSlots
  }

  wake(): void {
    this.#round.abort()
  }

  /** Aborts what runs, waits until it has ended, and gives its claims up. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort()
    await this.#loop
    await Promise.all([...this.#running.values()].map(({ job }) => job))
  }

  async #work(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      // A round begins before looking: a wake that comes while we look ends the wait at once.
      this.#round = new AbortController()
      const isAnyLeft = await this.#takeTurns()
      const { after, pollMs } = this.#deps
      const pauseMs = isAnyLeft ? Math.min(pollMs, WAITING_POLL_MS) : pollMs
      await wait(after, pauseMs, AbortSignal.any([signal, this.#round.signal]))
    }
  }

  /** True when crawls are left that wait for a slot. */
  async #takeTurns(): Promise<boolean> {
    const { store, worker, now, leaseMs } = this.#deps
    try {
      let lost = 0
      while (lost < MAX_LOST_CLAIMS && !this.#stopping.signal.aborted) {
        const waiting = await store.crawls.firstInLine(now(), { longerThan: LONG_CRAWL_PAGES, limit: MAX_IN_LINE })
        const turn = this.#turns.next(waiting, now())
        if (turn === null) return waiting.length > 0
        // It goes on where it was, once it is its turn again; when its run has ended, its slot is free.
        if (turn.kind === 'give-back') {
          this.#running.get(turn.crawlId)?.giveBack.abort()
          return true
        }
        const claim = await store.crawls.claim(worker, now(), leaseMs, turn.crawl.crawlId)
        // Taken by another process, stopped or cleared in between: the others are looked at again.
        if (claim) this.#start(claim, turn.crawl)
        else lost++
      }
    } catch (error) {
      this.#deps.log('claiming a crawl failed', { cause: describeError(error) })
    }
    return false
  }

  #start(claim: Claim, crawl: FirstInLine): void {
    const giveBack = new AbortController()
    const stopping = AbortSignal.any([this.#stopping.signal, giveBack.signal])
    const { now } = this.#deps
    this.#turns.began(crawl, now())
    const onWaiting = (isWaiting: boolean) => {
      this.#turns.waitsForServers(claim.crawlId, isWaiting, now())
      if (isWaiting) this.wake()
    }
    const run = (claimed: Claim, signal: AbortSignal) => this.#run(claimed, signal, onWaiting)
    const job = holdClaim(claim, this.#deps, { run, stopping }).finally(() => {
      this.#running.delete(claim.crawlId)
      this.#turns.ended(claim.crawlId, now())
      this.wake()
    })
    this.#running.set(claim.crawlId, { job, giveBack })
  }
}
