/** The known name with the smallest edit distance. */
export function nearestName(name: string, known: readonly string[]): string {
  const ranked = known
    .map(each => ({ each, distance: editDistance(name, each) }))
    .sort((a, b) => a.distance - b.distance)
  return ranked[0]?.each ?? ''
}

/** Longer input is not a typo of a known word; the limit bounds the cost. */
const MAX_LENGTH = 40
const MAX_EDITS = 2

/** The word of a list nearest to `word`, at most two edits away, else null. */
export function nearestWord(word: string, known: Iterable<string>): string | null {
  if (word.length > MAX_LENGTH) return null
  let best: { candidate: string; distance: number } | null = null
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) > MAX_EDITS) continue
    const distance = editDistance(word, candidate)
    if (distance <= MAX_EDITS && (best === null || distance < best.distance)) best = { candidate, distance }
  }
  return best?.candidate ?? null
}

/** Levenshtein distance (insertions, deletions, substitutions) by two rows. */
function editDistance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const substituted = (previous[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1)
      current.push(Math.min(substituted, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[other.length] ?? 0
}
