import { AppError } from '#shared/errors.ts'

/**
 * Counts requests that are held until long work is done, and refuses those of one network beyond a bound.
 *
 * @throws AppError 429.
 */
export function heldRequests({ atOnce, refusal }: { atOnce: number; refusal: string }) {
  const counts = new Map<string, number>()
  return async <T>(network: string, work: () => Promise<T>): Promise<T> => {
    const count = counts.get(network) ?? 0
    if (count >= atOnce) throw new AppError('too-many', refusal)
    counts.set(network, count + 1)
    try {
      return await work()
    } finally {
      const left = (counts.get(network) ?? 1) - 1
      if (left > 0) counts.set(network, left)
      else counts.delete(network)
    }
  }
}
