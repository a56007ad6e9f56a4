import { describeError } from '#shared/errors.ts'
import type { RecheckReport } from '#shared/recheck.ts'
import { wait } from '#shared/wait.ts'
import type { RecheckClaim } from '#store/store.ts'
import { MAX_RECHECK_MS, type RecheckRunDeps, runRecheck } from './recheck-run.ts'

/**
 * Works through the requests to check an issue again, a few at once. The rows of the store are the queue: a request whose worker
 * was lost is claimed by the next one, and given up when that happens every time.
 */
export interface Rechecks extends AsyncDisposable {
  /** Looks for waiting requests now. */
  wake(): void
}

export interface RechecksDeps extends RecheckRunDeps {
  /** Names this process in the row, for operators. */
  worker: string
  /** How often to look for requests without being woken. */
  pollMs: number
}

/** Beside the crawls, whose page workers and connections they share. */
const RECHECKS_AT_ONCE = 2
/** A recheck is bounded in time; a claim held longer is lost. */
const LEASE_MS = 3 * MAX_RECHECK_MS
/** A request that kills its worker is not claimed for ever. */
const MAX_ATTEMPTS = 3

const FIXED: RecheckReport = { result: 'fixed', sentence: 'It is fixed.' }
const NOT_LISTED: RecheckReport = { result: 'cannot-tell', sentence: 'The issue is no longer in the report.' }

export function startRechecks(deps: RechecksDeps): Rechecks {
  const workers = Array.from({ length: RECHECKS_AT_ONCE }, () => new RecheckWorker(deps))
  return {
    wake: () => {
      for (const worker of workers) worker.wake()
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(workers.map(worker => worker.stop()))
    },
  }
}

class RecheckWorker {
  readonly #deps: RechecksDeps
  readonly #stopping = new AbortController()
  readonly #working: Promise<void>
  /** Of one round: claiming, then waiting. */
  #round = new AbortController()

  constructor(deps: RechecksDeps) {
    this.#deps = deps
    this.#working = this.#work()
  }

  wake(): void {
    this.#round.abort()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#working
  }

  async #work(): Promise<void> {
    const { after, log, pollMs } = this.#deps
    const { signal } = this.#stopping
    while (!signal.aborted) {
      // A round begins before looking: a request made meanwhile ends the next wait at once.
      this.#round = new AbortController()
      try {
        while (await this.#finishNext()) {}
      } catch (error) {
        log('checking an issue again failed', { cause: describeError(error) })
      }
      await wait(after, pollMs, AbortSignal.any([signal, this.#round.signal]))
    }
  }

  /** False when nothing waits. */
  async #finishNext(): Promise<boolean> {
    const { store, worker, now, log } = this.#deps
    const { signal } = this.#stopping
    const claim = signal.aborted ? null : await store.rechecks.claim(worker, now(), LEASE_MS)
    if (claim === null) return false
    try {
      const report = await this.#resultOf(claim)
      if (report === null) await store.rechecks.release(claim)
      else await this.#finish(claim, report)
    } catch (error) {
      log('checking an issue again failed', { recheckId: claim.recheckId, cause: describeError(error) })
      await store.rechecks.finish(claim, { ok: false, nowMs: now() })
    }
    return true
  }

  async #resultOf(claim: RecheckClaim): Promise<RecheckReport | null> {
    const { reading } = this.#deps.store
    if (claim.attempts > MAX_ATTEMPTS) throw new Error(`its work broke off ${MAX_ATTEMPTS} times`)
    const crawl = await reading.crawl(claim.crawlId)
    if (!crawl) return NOT_LISTED
    const issue = await reading.issue(crawl.id, claim.issueId)
    // An earlier attempt got as far as closing the issue.
    if (issue?.suppressed === 'fixed') return FIXED
    if (issue?.suppressed !== null) return NOT_LISTED
    return await runRecheck({ recheckId: claim.recheckId, crawl, issue }, this.#deps, this.#stopping.signal)
  }

  /** The issue is closed first: a repeated request finds it closed. */
  async #finish(claim: RecheckClaim, report: RecheckReport): Promise<void> {
    const { store, now } = this.#deps
    const nowMs = now()
    if (report.result === 'fixed') {
      const cause = { kind: 'fixed', checkedAtMs: nowMs } as const
      await store.issues.suppress({ crawlId: claim.crawlId, issueIds: [claim.issueId], cause, nowMs })
    }
    await store.rechecks.finish(claim, { ok: true, report, nowMs })
  }
}
