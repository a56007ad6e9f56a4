/** The line of the score trend: where its points are, and what they are called. */

interface TrendSize {
  width: number
  height: number
  /** Around the outermost points. */
  margin: number
}

/** A change of a point or two is no cliff: the height stands for at least this many points. */
const SMALLEST_RANGE = 10

/** Evenly spaced, the largest score on top; all scores are on one scale. At least two. */
export function trendPoints(
  scores: readonly number[],
  { width, height, margin }: TrendSize,
): { x: number; y: number }[] {
  const [least, most] = [Math.min(...scores), Math.max(...scores)]
  const range = Math.max(SMALLEST_RANGE, most - least)
  const top = (most + least + range) / 2
  const step = (width - 2 * margin) / (scores.length - 1)
  return scores.map((score, index) => ({
    x: tenth(margin + index * step),
    y: tenth(margin + ((top - score) / range) * (height - 2 * margin)),
  }))
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10
}

const days = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' })
const times = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' })

/** Month and day; the times where all are of one day. '' where the time is unknown. */
export function trendDates(startTimes: readonly (string | null)[]): string[] {
  const dates = startTimes.map(iso => (iso === null ? null : new Date(iso)))
  const names = dates.map(date => (date === null ? '' : days.format(date)))
  if (new Set(names).size > 1) return names
  return dates.map(date => (date === null ? '' : times.format(date)))
}
