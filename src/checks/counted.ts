/** A number with its noun: `1 image`, `3 images`, `2 addresses`; digits are grouped in English, whatever the machine's language. */
export function counted(count: number, noun: string): string {
  const plural = noun.endsWith('s') ? `${noun}es` : `${noun}s`
  // Formatting takes a microsecond, and most numbers have nothing to group.
  return `${count < 1_000 ? count : number.format(count)} ${count === 1 ? noun : plural}`
}

const number = new Intl.NumberFormat('en-US')
