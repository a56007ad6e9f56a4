/** A whole number, its digits grouped in English, whatever the machine's language: `12,345`. */
export function grouped(count: number): string {
  // Formatting takes a microsecond, and most numbers have nothing to group.
  return Number.isInteger(count) && count < 1_000 ? String(count) : number.format(count)
}

/** A number with its noun: `1 image`, `3 images`, `2 classes`. */
export function counted(count: number, noun: string): string {
  const plural = noun.endsWith('s') ? `${noun}es` : `${noun}s`
  return `${grouped(count)} ${count === 1 ? noun : plural}`
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

const EXACT_BELOW = 100
const HIGHEST_STEP = 3

/**
 * `12 pages`, and from a hundred on `more than 300 pages`: a whole number of 1, 2 or 3 at its front. The exact count stands
 * beside the message; in the message, a number such as 404 or 503 could be read as a status code.
 */
export function roughCount(count: number, noun: string): string {
  if (count < EXACT_BELOW) return counted(count, noun)
  const power = 10 ** Math.floor(Math.log10(count))
  const step = Math.min(HIGHEST_STEP, Math.floor(count / power))
  const prefix = step * power === count ? '' : 'more than '
  return `${prefix}${counted(step * power, noun)}`
}
