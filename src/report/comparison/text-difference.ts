import { type Change, diffWordsWithSpace } from 'diff'

export interface TextDifference {
  parts: { kind: 'same' | 'added' | 'removed'; text: string }[]
  /** The texts are longer, or differ more, than what is compared. */
  isCut: boolean
}

/** Of each text; some fifty pages of a book. */
const MAX_CHARACTERS = 100_000
/** Words that differ: the time to compare grows with their square. */
const MAX_EDITS = 1_000
const MAX_MS = 10_000

/**
 * How a text changed, word by word. Texts that differ too much are removed and added as a whole. Others are served before each further edit:
 * the worst of texts take half a second of a processor.
 */
export async function textDifference(earlier: string, later: string): Promise<TextDifference> {
  const before = earlier.slice(0, MAX_CHARACTERS)
  const after = later.slice(0, MAX_CHARACTERS)
  const changes = await new Promise<Change[] | undefined>(resolve =>
    diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS, timeout: MAX_MS, callback: resolve }),
  )
  if (!changes)
    return {
      parts: [
        { kind: 'removed', text: before },
        { kind: 'added', text: after },
      ],
      isCut: true,
    }
  return {
    parts: changes.map(({ value, added, removed }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value,
    })),
    isCut: before.length < earlier.length || after.length < later.length,
  }
}
