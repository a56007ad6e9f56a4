/**
 * A clock for fetches on a busy thread. While a page worker processes a page it reads nothing from its sockets; the clock is paused then,
 * so that this time counts neither for limits nor for the time to first byte.
 */
export interface PausableClock {
  /** Monotonic milliseconds without the pauses. */
  now(): number
  pause(): void
  resume(): void
}

export function createPausableClock(now: () => number): PausableClock {
  let pausedMs = 0
  let pausedAtMs: number | null = null
  return {
    now: () => (pausedAtMs ?? now()) - pausedMs,
    pause() {
      pausedAtMs ??= now()
    },
    resume() {
      if (pausedAtMs !== null) pausedMs += now() - pausedAtMs
      pausedAtMs = null
    },
  }
}
