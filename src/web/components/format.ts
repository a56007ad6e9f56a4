/** Numbers, times and sizes as text, in English. */
const numbers = new Intl.NumberFormat('en')
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' })
const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
const datesWithSeconds = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })

export function formatNumber(value: number): string {
  return numbers.format(value)
}

/** `1 page`, `2 pages`. */
export function formatCount(value: number, one: string, many = `${one}s`): string {
  return `${numbers.format(value)} ${value === 1 ? one : many}`
}

/** `79 %`. */
export function formatPercent(part: number, whole: number): string {
  return `${whole === 0 ? 0 : Math.round((part / whole) * 100)}\u00a0%`
}

/** Points of the health score: `+15.0`. */
export function formatGain(points: number): string {
  return `+${points.toFixed(1)}`
}

/** For a label that stands alone. */
export function upperFirst(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1)
}

/** For a sentence within another. */
export function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}

const MINUTE_MS = 60_000
const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 24 * 60 * MINUTE_MS],
  ['month', 30 * 24 * 60 * MINUTE_MS],
  ['day', 24 * 60 * MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
  ['minute', MINUTE_MS],
]

/** `5 minutes ago`; a time in the future, of a clock that runs ahead, is `seconds ago`. */
export function formatRelativeTime(iso: string, nowMs: number): string {
  const elapsedMs = nowMs - Date.parse(iso)
  if (Number.isNaN(elapsedMs)) return ''
  const unit = units.find(([, lengthMs]) => elapsedMs >= lengthMs)
  if (!unit) return 'seconds ago'
  return relative.format(-Math.floor(elapsedMs / unit[1]), unit[0])
}

/** `Nov 22, 2026, 7:05 PM`, or with seconds `Nov 22, 2026, 7:05:31 PM`; '' for what is no date. */
export function formatDateTime(iso: string, { hasSeconds = false } = {}): string {
  const date = new Date(iso)
  const format = hasSeconds ? datesWithSeconds : dates
  return Number.isNaN(date.getTime()) ? '' : format.format(date)
}

/** `Nov 22, 2026`. */
export function formatDay(iso: string): string {
  return days.format(new Date(iso))
}

/** Kilobytes of 1,024 bytes, to one decimal. */
export function formatKilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`
}

/** `84 ms`, `1.3 s`. */
export function formatDuration(durationMs: number): string {
  return durationMs < 1_000 ? `${Math.round(durationMs)} ms` : `${(durationMs / 1_000).toFixed(1)} s`
}

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3_600

/** `14 s`, `1 min 14 s`, `2 h 5 min`. */
export function formatElapsed(elapsedMs: number): string {
  const seconds = Math.max(0, Math.round(elapsedMs / 1_000))
  const [hours, minutes] = [Math.floor(seconds / HOUR_SECONDS), Math.floor((seconds % HOUR_SECONDS) / MINUTE_SECONDS)]
  if (hours > 0) return `${formatNumber(hours)} h ${minutes} min`
  return minutes > 0 ? `${minutes} min ${seconds % MINUTE_SECONDS} s` : `${seconds} s`
}

const durationUnits = [
  ['day', 24 * 60 * MINUTE_SECONDS],
  ['hour', 60 * MINUTE_SECONDS],
  ['minute', MINUTE_SECONDS],
] as const

/** `30 minutes`, `2 days`: rounded, in the largest unit that is not longer than the duration. */
export function formatLongDuration(seconds: number): string {
  const unit = durationUnits.find(([, length]) => seconds >= length)
  return unit ? formatCount(Math.round(seconds / unit[1]), unit[0]) : formatCount(Math.round(seconds), 'second')
}
