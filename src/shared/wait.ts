/** Calls back once after so many milliseconds; returns a function that cancels it. */
export type After = (ms: number, callback: () => void) => () => void

/** Waits; not at all, or no longer, when the signal aborts. */
export function wait(after: After, ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return Promise.resolve()
  return new Promise(resolve => {
    const onAbort = () => {
      cancel()
      resolve()
    }
    const cancel = after(ms, () => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    })
    signal.addEventListener('abort', onAbort, { once: true })
  })
}
