import { AppError } from '#shared/errors.ts'

const WINDOW_MS = 60_000
/** Bounds the memory. Whoever sends from so many networks in a minute is not stopped by counting them. */
const MAX_KEYS = 100_000

/**
 * Counts requests by key in fixed windows of a minute, in memory.
 *
 * @throws AppError 429 for each request beyond the limit, with the seconds until the next window.
 */
export function requestCounter({ maxPerMinute, now }: { maxPerMinute: number; now: () => number }) {
  let window = 0
  const counts = new Map<string, number>()
  return (key: string): void => {
    const nowMs = now()
    const current = Math.floor(nowMs / WINDOW_MS)
    if (current !== window) counts.clear()
    window = current
    const count = (counts.get(key) ?? 0) + 1
    if (count > maxPerMinute) {
      const retryAfterSeconds = Math.ceil(((current + 1) * WINDOW_MS - nowMs) / 1_000)
      throw new AppError('too-many', 'Too many requests. Please wait a moment.', { retryAfterSeconds })
    }
    counts.set(key, count)
    const [oldest] = counts.keys()
    if (counts.size > MAX_KEYS && oldest !== undefined) counts.delete(oldest)
  }
}
