/**
 * Time as a fetch on a busy thread should count it. While a page worker reads a page it takes nothing from its sockets, so
 * that time is no fault of the servers that are being waited for: the clock stands still, and neither a limit nor a time to
 * the first byte is charged with it.
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
