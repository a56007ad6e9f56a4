import { fnvOf } from '#shared/fnv.ts'

const WORDS_PER_SHINGLE = 5
/** Scripts without spaces between words: each character counts as one. */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|[[\p{L}\p{M}\p{N}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]]+/gv

/** Words of a text in lower case, without punctuation; linear in its length. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? []
}

/**
 * The distinct 5-word shingles of a text as sorted 53-bit hashes: among the 17,000 shingles of the longest text two differ in
 * words and agree in hash with probability 2 in 10^8, so sets of hashes are compared as if they were the shingles.
 */
export function shinglesOf(text: string): Float64Array {
  const words = wordsOf(text).map(word => fnvOf(word) >>> 0)
  const shingles = new Set<number>()
  for (let start = 0; start + WORDS_PER_SHINGLE <= words.length; start++) {
    let high = 0x811c_9dc5
    let low = 0x1234_5678
    for (let index = start; index < start + WORDS_PER_SHINGLE; index++) {
      const word = words[index] ?? 0
      high = mix(high ^ word, 0x85eb_ca6b)
      low = mix(low + word, 0xc2b2_ae35)
    }
    shingles.add((high >>> 11) * 2 ** 32 + (low >>> 0))
  }
  return Float64Array.from(shingles).sort()
}

/** Jaccard similarity of two sorted sets, 0 to 1; 0 when both are empty. */
export function jaccard(a: Float64Array, b: Float64Array): number {
  let indexA = 0
  let indexB = 0
  let common = 0
  while (indexA < a.length && indexB < b.length) {
    const valueA = a[indexA] ?? 0
    const valueB = b[indexB] ?? 0
    if (valueA === valueB) common++
    if (valueA <= valueB) indexA++
    if (valueB <= valueA) indexB++
  }
  const all = a.length + b.length - common
  return all === 0 ? 0 : common / all
}

function mix(value: number, factor: number): number {
  const product = Math.imul(value ^ (value >>> 15), factor)
  return product ^ (product >>> 13)
}
