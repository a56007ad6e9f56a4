import { describeError } from '#shared/errors.ts'
import { type After, wait } from '#shared/wait.ts'
import { type Claim, type CrawlStore, StaleClaimError } from '#store/store.ts'

export interface HoldClaimDeps {
  store: { crawls: Pick<CrawlStore, 'renew' | 'release'> }
  /** How long a claim holds unless renewed; it is renewed three times in that time. */
  leaseMs: number
  now: () => number
  after: After
  /** For the operator: a claim or renewal that failed, a run that threw. The work goes on. */
  log(event: string, details: Record<string, unknown>): void
}

const RENEWALS_PER_LEASE = 3

/**
 * Runs one crawl and renews its claim meanwhile. The run's signal aborts when the claim is lost, or when `stopping` does; then the
 * claim is given up. Never rejects.
 */
export async function holdClaim(
  claim: Claim,
  deps: HoldClaimDeps,
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
  deps: HoldClaimDeps,
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

function report({ log }: HoldClaimDeps, event: string, { error, claim }: { error: unknown; claim: Claim }): void {
  log(event, { crawlId: claim.crawlId, cause: describeError(error) })
}
