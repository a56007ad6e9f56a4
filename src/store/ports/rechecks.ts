import type { RecheckState, RecheckVerdict } from '#shared/recheck.ts'

/**
 * Requests to check one issue of a crawl again, and what came of them. The API asks and reads; whoever claims a request answers it.
 * They go with their crawl.
 */
export interface RecheckStore {
  /**
   * Asks. An issue that waits to be checked, or is being checked, is not asked for twice: that request is given. Of one issue so many
   * requests are kept as `KEPT_RECHECKS`.
   */
  ask(asked: NewRecheck): Promise<{ ok: true; recheck: RecheckRow } | { ok: false; reason: 'waiting' | 'often' }>
  /** Of one issue, newest first. */
  ofIssue(issue: { crawlId: number; issueId: number }): Promise<RecheckRow[]>
  /** Of one finding in several crawls, by its fingerprint, newest first. */
  ofFinding(finding: { crawlIds: readonly number[]; fingerprint: string; limit: number }): Promise<RecheckRow[]>
  /** Claims the oldest request that waits, or whose claim has lapsed. `worker` names the claimer for operators. */
  claim(worker: string, nowMs: number, leaseMs: number): Promise<RecheckClaim | null>
  /** Notes the result; false when somebody else has claimed the request since. */
  finish(claim: RecheckClaim, result: RecheckOutcome): Promise<boolean>
  /** Gives a claim up in good order: the request waits again, and the try does not count. */
  release(claim: RecheckClaim): Promise<void>
  /** Takes over all claims at once: only the holder of the data folder's lock may. */
  releaseAllClaims(): Promise<void>
}

export interface NewRecheck {
  ownerId: number
  crawlId: number
  issueId: number
  /** The same in every crawl that finds the same. */
  fingerprint: string
  nowMs: number
  /** Requests of the owner that may wait or be under way at once, and that may be made within a minute. */
  maxWaiting: number
  maxPerMinute: number
}

export interface RecheckRow {
  id: number
  crawlId: number
  issueId: number
  askedMs: number
  state: RecheckState
  /** null until it is done, and when it failed. */
  verdict: RecheckVerdict | null
  /** When the addresses were asked; null until then. */
  checkedMs: number | null
}

export interface RecheckClaim {
  recheckId: number
  crawlId: number
  issueId: number
  /** Claims so far, this one among them: the fence, and what tells that somebody is lost with it every time. */
  attempts: number
}

export type RecheckOutcome = { nowMs: number } & ({ ok: true; verdict: RecheckVerdict } | { ok: false })
