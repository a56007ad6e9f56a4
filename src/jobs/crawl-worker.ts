import { describeError } from '#shared/errors.ts'
import { type After, wait } from '#shared/wait.ts'
import { type Claim, type CrawlStore, type FirstInLine, StaleClaimError } from '#store/store.ts'
import { FairTurns, LONG_CRAWL_PAGES } from './fair-turns.ts'
import type { RunCrawl, Work } from './jobs.ts'

/** Owners and kinds of crawls that are read at a time. */
const MAX_IN_LINE = 1_000
/** How soon to look again while a crawl waits for a slot: the turn of another may end. */
const WAITING_POLL_MS = 1_000
/** Other processes may be quicker again and again: then this one looks again a little later. */
const MAX_LOST_CLAIMS = 10
const RENEWALS_PER_LEASE = 3

export interface CrawlWorkerDeps {
  store: { crawls: Pick<CrawlStore, 'claim' | 'firstInLine' | 'renew' | 'release'> }
  /** Names this process in the crawl row, for operators. */
  worker: string
  /** How many crawls run at once. */
  concurrency: number
  /** How long a claim holds unless renewed; it is renewed three times in that time. */
  leaseMs: number
  /** How often to look for crawls without being woken: those of a process that died, and short ones that wait for a slot. */
  pollMs: number
  now: () => number
  after: After
  /** For the operator: a claim or renewal that failed, a run that threw. The work goes on. */
  log(event: string, details: Record<string, unknown>): void
}

/**
 * Works on crawls straight from their rows, in the order of the policy: claims what may start, holds the claim while it runs, gives back
 * what has had its turn. The rows are the queue, so nothing is lost with the process. For one process `wake` is all that is needed
 * beside it; where there are several, pg-boss wakes one that has a free slot.
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

/**
 * Runs one crawl and renews its claim meanwhile. The run's signal aborts when the claim is lost, or when `stopping` does; then the
 * claim is given up. Never rejects.
 */
async function holdClaim(
  claim: Claim,
  deps: CrawlWorkerDeps,
  { run, stopping }: { run(claim: Claim, signal: AbortSignal): Promise<void>; stopping: AbortSignal },
): Promise<void> {
  const lost = new AbortController()
  const ended = new AbortController()
  const renewing = renew(claim, deps, { lost, ended: ended.signal })
  try {
    // A claim that was made while the worker stopped is given up at once.
    if (!stopping.aborted) await run(claim, AbortSignal.any([lost.signal, stopping]))
  } catch (error) {
    // Another worker has claimed it, or it was stopped: no error.
    if (!lost.signal.aborted && !stopping.aborted) report(deps, 'a crawl was left unfinished', { error, claim })
  }
  ended.abort()
  await renewing
  if (!stopping.aborted || lost.signal.aborted) return
  // The next worker need not wait for the claim to lapse.
  await deps.store.crawls
    .release(claim)
    .catch(error => report(deps, 'giving a crawl up failed: it waits for its claim to lapse', { error, claim }))
}

async function renew(
  claim: Claim,
  deps: CrawlWorkerDeps,
  run: { lost: AbortController; ended: AbortSignal },
): Promise<void> {
  const { store, now, leaseMs } = deps
  for (;;) {
    await wait(deps.after, leaseMs / RENEWALS_PER_LEASE, run.ended)
    if (run.ended.aborted) return
    try {
      if (await store.crawls.renew(claim, now(), leaseMs)) continue
    } catch (error) {
      // The fence keeps an overdue claimant from harm; the next renewal may succeed.
      report(deps, 'renewing a claim failed', { error, claim })
      continue
    }
    run.lost.abort(new StaleClaimError(claim.crawlId))
    return
  }
}

function report({ log }: CrawlWorkerDeps, event: string, { error, claim }: { error: unknown; claim: Claim }): void {
  log(event, { crawlId: claim.crawlId, cause: describeError(error) })
}
