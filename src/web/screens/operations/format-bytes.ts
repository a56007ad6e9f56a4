const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const
const STEP = 1_000
const figures = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

/** `0 B`, `1.25 MB`, `20 GB`: decimal units (ISO 80000-13) to three digits. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let step = 0
  // Rounded to three digits first, so that 999,999 bytes are 1 MB and not 1,000 kB.
  while (Number(value.toPrecision(3)) >= STEP && step < UNITS.length - 1) {
    value /= STEP
    step += 1
  }
  return `${figures.format(value)} ${UNITS[step]}`
}
