import { editDistance } from './edit-distance.ts'

/** Longer input is no slip of a known word; the bound keeps the cost constant. */
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
