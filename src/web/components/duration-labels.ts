import { formatCount } from './format.ts'

const MINUTE = 60
const units = [
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const

/** `30 minutes`, `2 days`: in the largest unit that is no more than the whole, rounded. */
export function durationWords(seconds: number): string {
  const unit = units.find(([, length]) => seconds >= length)
  return unit ? formatCount(Math.round(seconds / unit[1]), unit[0]) : formatCount(Math.round(seconds), 'second')
}
