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

/** Levenshtein distance (insertions, deletions, substitutions) by two rows; the caller bounds the lengths. */
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

const MAX_SUGGESTIONS = 3
/** Ids that are compared at all: keeps the work of one finding small whatever a page holds. */
const MAX_COMPARED_IDS = 500

/** Up to three ids of a page that are spelled most like the wanted one, the nearest first. */
export function nearestIds(wanted: string, ids: readonly string[]): string[] {
  const known = new Map(ids.slice(0, MAX_COMPARED_IDS).map(id => [comparable(id), id]))
  const nearest: string[] = []
  while (nearest.length < MAX_SUGGESTIONS) {
    const key = nearestWord(comparable(wanted), known.keys())
    const id = key === null ? undefined : known.get(key)
    if (key === null || id === undefined) break
    nearest.push(id)
    known.delete(key)
  }
  return nearest
}

/** Most mistakes are in case and separators: `Getting_Started` for `getting-started`. */
function comparable(id: string): string {
  return id.toLowerCase().replace(/[_\s.]/g, '-')
}
