import { fnvOf } from '#shared/fnv.ts'
import { FIRST_UNSPACED, isLetterOrDigit, isUnspaced } from './code-traits.ts'

/** The words of a text as 32-bit hashes of their lower case, in order. */
export interface Words {
  count: number
  hashes: Uint32Array
}

/** Dictionary segmentation costs a hundred times the scan, so beyond this many characters words are estimated. */
const MAX_SEGMENTED = 20_000
/** About the length of a word in Chinese and Japanese, in characters. */
export const ESTIMATED_WORD = 2

const FNV_OFFSET = 0x811c9dc5 | 0
const FNV_PRIME = 0x01000193

const USUAL_WORDS = 4_096

/** Collects the words of a text. */
export class WordList {
  #hashes = new Uint32Array(USUAL_WORDS)
  #count = 0
  #segmented = 0

  add(hash: number): void {
    this.#makeRoom(1)
    this.#hashes[this.#count++] = hash
  }

  addAll(hashes: Uint32Array): void {
    this.#makeRoom(hashes.length)
    this.#hashes.set(hashes, this.#count)
    this.#count += hashes.length
  }

  taken(): Words {
    return { count: this.#count, hashes: this.#hashes.subarray(0, this.#count) }
  }

  #makeRoom(added: number): void {
    const needed = this.#count + added
    if (needed <= this.#hashes.length) return
    const larger = new Uint32Array(2 * needed)
    larger.set(this.#hashes)
    this.#hashes = larger
  }

  /**
   * Splits a run of text without white space; a part without a letter or digit is no word. Stretches of scripts that are written
   * without spaces (Han, Kana, Thai, Lao, Khmer, Myanmar) are segmented with a dictionary.
   */
  addRun(run: string): void {
    const lower = run.toLowerCase()
    const { length } = lower
    let hash = FNV_OFFSET
    let hasLetter = false
    for (let at = 0; at < length; at++) {
      const code = lower.charCodeAt(at)
      const isUnspacedHere = code >= FIRST_UNSPACED && isUnspaced(code)
      if (!isUnspacedHere && !isSpace(code)) {
        hash = Math.imul(hash ^ code, FNV_PRIME)
        hasLetter ||= isLetterOrDigit(code)
        continue
      }
      if (hasLetter) this.add(hash)
      hash = FNV_OFFSET
      hasLetter = false
      if (isUnspacedHere) at = this.#addUnspaced(lower, at) - 1
    }
    if (hasLetter) this.add(hash)
  }

  /** Offset behind the stretch. */
  #addUnspaced(lower: string, start: number): number {
    const end = endOfUnspaced(lower, start)
    const isShort = end - start <= ESTIMATED_WORD
    const known = isShort ? 0 : Math.max(0, Math.min(end - start, MAX_SEGMENTED - this.#segmented))
    this.#segmented += known
    if (known > 0)
      for (const { segment, isWordLike } of segmenter.segment(lower.slice(start, start + known)))
        if (isWordLike) this.add(fnvOf(segment))
    for (let rest = start + known; rest < end; rest += ESTIMATED_WORD)
      this.add(fnvOf(lower.slice(rest, rest + ESTIMATED_WORD)))
    return end
  }
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

function endOfUnspaced(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && (isUnspaced(text.charCodeAt(at)) || isLowSurrogate(text.charCodeAt(at)))) at++
  return at
}

/** Within such a run it completes a Han character. */
function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}

/** White space between words. */
export function isSpace(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  if (code < 0x1680) return code === 0xa0 || code === 0x85
  return (code >= 0x2000 && code <= 0x200a) || code === 0x3000 || code === 0x2028 || code === 0x2029 || code === 0x202f
}
