import { PAGE_SPEED_MAX_BACKOFF_MS } from '#shared/constants.ts'

const FIRST_BACKOFF_MS = 1_000
const MAX_JITTER_MS = 1_000

/**
 * How long to wait before a try is made again: 1 s, 2 s, 4 s … up to 30 s, or what Retry-After asks for within the same bound, and up to
 * a second more, so that not everybody comes back at once. `tries` counts those made; `random` is from 0 to 1.
 */
export function backoffMs(of: { tries: number; retryAfterMs: number | null; random: number }): number {
  const exponentialMs = FIRST_BACKOFF_MS * 2 ** (of.tries - 1)
  const wantedMs = Math.max(exponentialMs, of.retryAfterMs ?? 0)
  return Math.min(wantedMs, PAGE_SPEED_MAX_BACKOFF_MS) + of.random * MAX_JITTER_MS
}

/** Retry-After (RFC 9110, section 10.2.3): seconds or a date; null for anything else. */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null
  if (/^\d{1,9}$/.test(header.trim())) return Number(header.trim()) * 1_000
  const atMs = /[a-z]/i.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs)
}
