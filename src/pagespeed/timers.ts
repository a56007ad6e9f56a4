/** Calls back once after so many milliseconds; returns a function that cancels it. */
export type After = (ms: number, callback: () => void) => () => void

/** Resolves after so long, or as soon as the signal is aborted. */
export function pause(ms: number, { after, signal }: { after: After; signal: AbortSignal }): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) return resolve()
    const end = () => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = after(ms, end)
    signal.addEventListener('abort', end, { once: true })
  })
}
