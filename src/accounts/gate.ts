import { AppError } from '#shared/errors.ts'

/** Runs work with at most `atOnce` pieces under way, first come first served. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>

/** The gate throws AppError unavailable, without beginning the work, when `maxWaiting` pieces wait already. */
export function createGate(bounds: { atOnce: number; maxWaiting: number }): Gate {
  let running = 0
  const waiting: (() => void)[] = []
  return async work => {
    if (running >= bounds.atOnce) {
      if (waiting.length >= bounds.maxWaiting)
        throw new AppError('unavailable', 'The server is busy. Please try again in a moment.')
      await new Promise<void>(resolve => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      // The slot passes to the next in line, so that a later caller cannot take it.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
