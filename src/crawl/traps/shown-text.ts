import { fnvOf } from '#shared/fnv.ts'

/** The words of a text in order, in columns: thousands of objects a page would cost more than the reading. Valid until the next call. */
export interface Words {
  count: number
  /** Of a number without its leading zeros. */
  hashes: Int32Array
  /** NO_NUMBER where it is none, or too long for one. */
  numbers: Int32Array
  /** Where each begins among the codes of the text. */
  starts: Int32Array
  codes: Uint16Array
}

export const NO_NUMBER = -1
/** Longer runs of digits are no counters. */
const MAX_DIGITS = 9
/** Texts are cut before they are read, so this is rarely too little; columns for longer ones are given back. */
const KEPT_WORDS = 16_384
const kept = columnsFor(KEPT_WORDS)

function columnsFor(size: number): Pick<Words, 'hashes' | 'numbers' | 'starts'> {
  return { hashes: new Int32Array(size), numbers: new Int32Array(size), starts: new Int32Array(size) }
}

const CODE_BYTES = 2
const keptCodes = Buffer.alloc(2 * CODE_BYTES * KEPT_WORDS)

/** Reading the codes at once takes half as long as charCodeAt() one by one. */
function codesOf(text: string): Uint16Array {
  const size = CODE_BYTES * text.length
  const memory = size <= keptCodes.length ? keptCodes : Buffer.alloc(size)
  // The order of bytes of every processor that Node.js is common on.
  memory.write(text, 'utf16le')
  return new Uint16Array(memory.buffer, memory.byteOffset, text.length)
}

/** Runs of letters and digits in lower case. */
export function wordsIn(text: string): Words {
  const words = hashedWords(text)
  return withNumbers(words.isSure ? words : hashedWords(text.toLowerCase()))
}

interface HashedWords extends Words {
  /** Its letters are known by their codes alone, whatever their case. */
  isSure: boolean
}

function hashedWords(text: string): HashedWords {
  const codes = codesOf(text)
  // Between two words there is a character at least.
  const most = (codes.length + 1) >> 1
  const columns = most <= KEPT_WORDS ? kept : columnsFor(most)
  return { ...columns, codes, ...hashWords(codes, columns) }
}

function withNumbers(words: Words): Words {
  const { count, hashes, numbers, starts, codes } = words
  numbers.fill(NO_NUMBER, 0, count)
  for (let index = 0; index < count; index++) {
    const start = starts[index] ?? 0
    // Nearly every word begins with a letter.
    if ((codes[start] ?? 0) > NINE) continue
    const number = numberAt(codes, start)
    numbers[index] = number
    if (number !== NO_NUMBER && codes[start] === ZERO) hashes[index] = fnvOf(String(number))
  }
  return words
}

/** One linear scan, and nothing else is done in it: with the numbers, both together would take a third longer. */
function hashWords(
  codes: Uint16Array,
  { hashes, starts }: Pick<Words, 'hashes' | 'starts'>,
): Pick<HashedWords, 'count' | 'isSure'> {
  const { length } = codes
  let count = 0
  let hash = FNV_OFFSET
  let start = 0
  let seen = 0
  for (let at = 0; at <= length; at++) {
    const letter = at < length ? (letters[codes[at] ?? 0] ?? 0) : 0
    if (letter !== 0) {
      hash = Math.imul(hash ^ (letter & LAST_CODE), FNV_PRIME)
      seen |= letter
      continue
    }
    if (at > start) {
      hashes[count] = hash
      starts[count] = start
      count++
      hash = FNV_OFFSET
    }
    start = at + 1
  }
  return { count, isSure: (seen & UNSURE) === 0 }
}

function numberAt(codes: Uint16Array, start: number): number {
  let number = 0
  let at = start
  for (; isDigit(codes[at]); at++) {
    if (at - start === MAX_DIGITS) return NO_NUMBER
    number = 10 * number + (codes[at] ?? 0) - ZERO
  }
  return letters[codes[at] ?? 0] ? NO_NUMBER : number
}

/** Whether any of the characters of a word is a digit. */
export function hasDigit({ starts, codes }: Words, index: number): boolean {
  for (let at = starts[index] ?? 0; letters[codes[at] ?? 0]; at++) if (isDigit(codes[at])) return true
  return false
}

export function isDigit(code = 0): boolean {
  return code >= ZERO && code <= NINE
}

// Not those of fnv.ts: where constants of another module are read in a loop, the loop takes a third longer.
const FNV_PRIME = 0x0100_0193
const FNV_OFFSET = 0x811c_9dc5 | 0
const [ZERO, NINE] = [0x30, 0x39]
const [FIRST_LETTER, LAST_LETTER] = [0x61, 0x7a]
/** Beyond ASCII nearly everything is a letter of some script, and what is not does no harm. */
const FIRST_OTHER = 0xaa
/** Dashes, quotation marks, arrows, symbols; and the punctuation of East Asia. */
const [FIRST_PUNCTUATION, LAST_PUNCTUATION] = [0x2000, 0x303f]

const LAST_CODE = 0xffff
/** A bit beyond those of a code. */
const UNSURE = 0x1_0000
/** Its lower case is two characters. */
const DOTTED_I = 0x130
/** Its lower case depends on what stands next to it. */
const SIGMA = 0x3a3
/** First halves of the pairs that write the scripts with two cases beyond the first plane; those of emoji come after them. */
const [FIRST_UNSURE_HALF, LAST_UNSURE_HALF] = [0xd801, 0xd83a]

/**
 * By code, its lower case: 0 for all but letters and digits, with UNSURE where the code alone does not decide. To look it up takes
 * half as long as to compare codes, and saves the text in lower case, which takes a fifth of the reading.
 */
const letters = lettersByCode()

/** In loops: with Array.from() a thread would start ten milliseconds later. */
function lettersByCode(): Int32Array {
  const codes = new Uint16Array(LAST_CODE + 1)
  for (let code = 0; code <= LAST_CODE; code++) codes[code] = code === DOTTED_I ? 0 : code
  const bytes = Buffer.from(codes.buffer)
  bytes.write(bytes.toString('utf16le').toLowerCase(), 'utf16le')
  const byCode = new Int32Array(codes)
  for (let code = 0; code <= LAST_CODE; code++)
    byCode[code] = isUnsure(code) ? code | UNSURE : letterOrZero(byCode[code] ?? 0)
  return byCode
}

function letterOrZero(code: number): number {
  if (code >= FIRST_OTHER) return code < FIRST_PUNCTUATION || code > LAST_PUNCTUATION ? code : 0
  return isDigit(code) || (code >= FIRST_LETTER && code <= LAST_LETTER) ? code : 0
}

function isUnsure(code: number): boolean {
  return code === DOTTED_I || code === SIGMA || (code >= FIRST_UNSURE_HALF && code <= LAST_UNSURE_HALF)
}
