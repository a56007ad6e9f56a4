import { FIRST_UNSPACED, isLetterOrDigit, isUnspaced } from './code-traits.ts'
import { TextReader } from './text-reader.ts'
import { ESTIMATED_WORD, isSpace, type Words } from './word-list.ts'

/** Splits at white space; see WordList for scripts that have none. */
export function wordsOf(text: string): Words {
  const reader = new TextReader(text)
  reader.read(text.length)
  return reader.finish().words
}

/** Counts words in the same way, up to a limit, without segmenting: enough to tell an empty page. */
export function countWords(text: string, limit: number): number {
  let count = 0
  let hasLetter = false
  for (let at = 0; at <= text.length && count < limit; at++) {
    const code = text.charCodeAt(at)
    const isBetween = at === text.length || isSpace(code)
    if (isBetween && hasLetter) count++
    if (code >= FIRST_UNSPACED && isUnspaced(code) && at % ESTIMATED_WORD === 0) count++
    hasLetter = !isBetween && (hasLetter || isLetterOrDigit(code))
  }
  return count
}
