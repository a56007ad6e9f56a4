/** ISO 8601 in UTC from epoch milliseconds; null stays null. */
export function isoTime(ms: number): string
export function isoTime(ms: number | null): string | null
export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}

/** The day in UTC, such as `2026-01-31`. */
export function isoDay(ms: number): string {
  return isoTime(ms).slice(0, 'yyyy-mm-dd'.length)
}
