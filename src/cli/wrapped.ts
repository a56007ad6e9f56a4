const MAX_LINE_CHARACTERS = 100

/** Words as indented lines for a terminal; a word that is longer than a line has one of its own. */
export function wrapped(words: readonly string[]): string {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length > MAX_LINE_CHARACTERS) lines.push(`  ${word}`)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines.join('\n')
}
