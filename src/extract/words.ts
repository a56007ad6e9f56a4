/** The words of a text as 32-bit hashes of their lower case, in order. */
export interface Words {
  count: number
  hashes: Uint32Array
}

/** Dictionary segmentation costs a hundred times the scan, so beyond this many characters words are estimated. */
const MAX_SEGMENTED = 20_000
/** About the length of a word in Chinese and Japanese, in characters. */
const ESTIMATED_WORD = 2

const FNV_OFFSET = 0x811c9dc5 | 0
const FNV_PRIME = 0x01000193

/**
 * Splits at white space, by one linear scan; a run without a letter or digit is no word. Runs of scripts that are written
 * without spaces (Han, Kana, Thai, Lao, Khmer, Myanmar) are segmented with a dictionary.
 */
export function wordsOf(text: string): Words {
  const lower = text.toLowerCase()
  let hashes = new Uint32Array(1024)
  let count = 0
  let segmented = 0
  const add = (hash: number) => {
    if (count === hashes.length) {
      const larger = new Uint32Array(2 * count)
      larger.set(hashes)
      hashes = larger
    }
    hashes[count++] = hash
  }

  const { length } = lower
  let hash = FNV_OFFSET
  let hasLetter = false
  for (let at = 0; at <= length; at++) {
    const code = at < length ? lower.charCodeAt(at) : SPACE
    if (code >= FIRST_LETTER && code <= LAST_LETTER) {
      // Nearly all there is.
      hash = Math.imul(hash ^ code, FNV_PRIME)
      hasLetter = true
    } else if (code === SPACE || isOtherSpace(code)) {
      if (hasLetter) add(hash)
      hash = FNV_OFFSET
      hasLetter = false
    } else if (code >= FIRST_UNSPACED && isUnspaced(code)) {
      if (hasLetter) add(hash)
      hash = FNV_OFFSET
      hasLetter = false
      const end = endOfUnspaced(lower, at)
      const isShort = end - at <= ESTIMATED_WORD
      const known = isShort ? 0 : Math.max(0, Math.min(end - at, MAX_SEGMENTED - segmented))
      segmented += known
      addSegments(lower.slice(at, at + known), add)
      for (let rest = at + known; rest < end; rest += ESTIMATED_WORD)
        add(hashOf(lower.slice(rest, rest + ESTIMATED_WORD)))
      at = end - 1
    } else {
      hash = Math.imul(hash ^ code, FNV_PRIME)
      hasLetter ||= isLetterOrDigit(code)
    }
  }
  return { count, hashes: hashes.subarray(0, count) }
}

/** Counts words in the same way, up to a limit, without segmenting: enough to tell an empty page. */
export function countWords(text: string, limit: number): number {
  let count = 0
  let hasLetter = false
  for (let at = 0; at <= text.length && count < limit; at++) {
    const code = at < text.length ? text.charCodeAt(at) : SPACE
    const isSpace = code === SPACE || isOtherSpace(code)
    if (isSpace && hasLetter) count++
    if (code >= FIRST_UNSPACED && isUnspaced(code) && at % ESTIMATED_WORD === 0) count++
    hasLetter = !isSpace && (hasLetter || isLetterOrDigit(code))
  }
  return count
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

function addSegments(run: string, add: (hash: number) => void): void {
  if (run === '') return
  for (const { segment, isWordLike } of segmenter.segment(run)) if (isWordLike) add(hashOf(segment))
}

function hashOf(word: string): number {
  let hash = FNV_OFFSET
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), FNV_PRIME)
  return hash
}

const SPACE = 0x20
const [FIRST_LETTER, LAST_LETTER] = [0x61, 0x7a]

function isOtherSpace(code: number): boolean {
  if (code < 0x80) return code >= 0x09 && code <= 0x0d
  if (code < 0x1680) return code === 0xa0 || code === 0x85
  return (code >= 0x2000 && code <= 0x200a) || code === 0x3000 || code === 0x2028 || code === 0x2029 || code === 0x202f
}

/** Anything beyond ASCII that is no punctuation or symbol block counts as a letter: exact enough to tell words from ornaments. */
function isLetterOrDigit(code: number): boolean {
  if (code < 0x80)
    return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a)
  if (code < 0xc0) return code === 0xaa || code === 0xb5 || code === 0xba
  if (code >= 0x2000 && code <= 0x2bff) return code >= 0x2100 && code <= 0x218b
  if (code >= 0xd83c && code <= 0xdfff) return false
  return code !== 0xd7 && code !== 0xf7 && !(code >= 0x3000 && code <= 0x303f) && !(code >= 0xfe00 && code <= 0xfe6f)
}

/** Thai is the first block of the scripts without spaces. */
const FIRST_UNSPACED = 0x0e00

/** Thai, Lao, Myanmar, Khmer, Kana, Han, and the high surrogates by which further Han is written. */
function isUnspaced(code: number): boolean {
  if (code < 0x1000) return code >= FIRST_UNSPACED && code <= 0x0eff
  if (code < 0x3000) return code <= 0x109f || (code >= 0x1780 && code <= 0x17ff) || (code >= 0x2e80 && code <= 0x2fdf)
  if (code < 0xa000) return code >= 0x3400 || (code >= 0x3041 && code <= 0x312f) || (code >= 0x3005 && code <= 0x3007)
  return (code >= 0xd840 && code <= 0xd8bf) || (code >= 0xf900 && code <= 0xfaff) || (code >= 0xff66 && code <= 0xff9f)
}

function endOfUnspaced(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && (isUnspaced(text.charCodeAt(at)) || isLowSurrogate(text.charCodeAt(at)))) at++
  return at
}

/** Within such a run it completes a Han character. */
function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}
