/** Counted tries at something that may be tried only so often. Keys are hashes: what people type is not kept. */
export interface AttemptStore {
  /**
   * Counts one try for each key, in one transaction, unless one of them has to wait: then nothing is counted, and the answer says
   * until when. A key forgets after `forgetAfterMs` without a try, but never while it has to wait.
   */
  take(limits: readonly AttemptLimit[], nowMs: number): Promise<{ ok: true } | { ok: false; retryAtMs: number }>
  /** Takes back the last try of each key, and the pause after it. */
  giveBack(keys: readonly string[]): Promise<void>
  forget(keys: readonly string[]): Promise<void>
}

export interface AttemptLimit {
  key: string
  /**
   * Tries, at least one, that nothing holds up. A pause follows the last of them and each further one: it doubles from
   * `firstPauseMs` to `maxPauseMs`.
   */
  freeTries: number
  firstPauseMs: number
  maxPauseMs: number
  forgetAfterMs: number
}
