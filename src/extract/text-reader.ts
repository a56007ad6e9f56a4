import { MAX_CODE_RANGES, MAX_LIST_RANGES } from '#shared/limits.ts'
import {
  CONTEXTUAL,
  FIRST_UNSPACED,
  isLetterOrDigit,
  isSurelyNormal,
  isUnspaced,
  isWhiteSpace,
  lowerCaseOf,
} from './code-traits.ts'
import { ESTIMATED_WORD, isSpace, WordList, type Words } from './word-list.ts'

/** UTF-16 codes per block; most texts fit in one. */
const BLOCK = 65_536
// One block and its words, reused: constant arrays are read in two thirds of the time of others, in half of that of charCodeAt(), and
// leave no garbage.
const codeBytes = Buffer.alloc(2 * BLOCK)
const codes = new Uint16Array(codeBytes.buffer, codeBytes.byteOffset, BLOCK)
const latin1 = Buffer.alloc(BLOCK)
const hashes = new Uint32Array(BLOCK)

// Repeated from fnv.ts: an imported constant is looked up again for every character.
const FNV_OFFSET = 0x811c9dc5 | 0
const FNV_PRIME = 0x01000193
const [LOWER_A, LOWER_Z] = [0x61, 0x7a]
const SPACE = 0x20
const LINE_FEED = 0x0a
/** White space of HTML that no author writes: between blocks, in place of their tags. */
const FORM_FEED = 0x0c
const LAST_OF_LATIN_1 = 0xff

/**
 * Folds the white space of a text, to a line end where it holds a form feed, and hashes its words in one pass: two passes take half as long again. Only one reader may be in use at
 * a time.
 */
export class TextReader {
  /** In NFC; false also when that is not certain. */
  isNormal = true
  readonly #text: string
  readonly #words = new WordList()
  #at = 0
  #folded = ''
  #endsBlank = true
  #blockStart = 0
  #blockEnd = 0
  /** Of the block: folded codes overwrite its codes. */
  #length = 0
  #wordCount = 0
  #isLatin1 = true
  /** The word that is being read: its first code, its hash, and whether it is one. */
  #start = 0
  #hash = FNV_OFFSET
  #hasLetter = false
  /** End of the last run whose words were found by the word list. */
  #contextualEnd = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Length of the folded text so far. */
  get foldedLength(): number {
    return this.#folded.length + this.#length
  }

  /** Continues up to an offset; white space and words may cross it. */
  read(end: number): void {
    while (this.#at < end) {
      if (this.#at === this.#blockEnd) this.#nextBlock()
      const limit = Math.min(end, this.#blockEnd)
      if (this.#at < this.#contextualEnd) this.#copy(Math.min(limit, this.#contextualEnd))
      else this.#readPlain(limit)
    }
  }

  /** The folded text without a space at the end, and its words. */
  finish(): { text: string; words: Words } {
    this.#flushBlock()
    if (this.#hasLetter) this.#words.add(this.#hash)
    return { text: this.#folded.trimEnd(), words: this.#words.taken() }
  }

  #nextBlock(): void {
    const isLineEnd = this.#endsBlank && this.#length > 0 && this.#isFormFeedNext()
    if (isLineEnd) codes[this.#length - 1] = LINE_FEED
    this.#flushBlock()
    this.#blockStart = this.#at
    this.#blockEnd = Math.min(this.#at + BLOCK, this.#text.length)
    // The byte order of nearly every processor that Node.js runs on.
    codeBytes.write(this.#text.slice(this.#at, this.#blockEnd), 'utf16le')
  }

  /** Whether the white space that ends the block goes on with a form feed. */
  #isFormFeedNext(): boolean {
    let at = this.#at
    while (at < this.#text.length && isWhiteSpace(this.#text.charCodeAt(at))) {
      if (this.#text.charCodeAt(at) === FORM_FEED) return true
      at++
    }
    return false
  }

  #flushBlock(): void {
    const length = this.#length
    // Latin-1 strings take half the memory and are faster to hash, compare and send.
    if (this.#isLatin1) latin1.set(codes.subarray(0, length))
    this.#folded += this.#isLatin1 ? latin1.toString('latin1', 0, length) : codeBytes.toString('utf16le', 0, 2 * length)
    this.#length = 0
    this.#isLatin1 = true
    this.#flushWords()
  }

  #flushWords(): void {
    this.#words.addAll(hashes.subarray(0, this.#wordCount))
    this.#wordCount = 0
  }

  /**
   * Reads up to a code that is not plain. Local variables instead of fields, and no rare cases in the loop: otherwise this takes half as
   * long again.
   */
  #readPlain(end: number): void {
    const offset = this.#blockStart
    const limit = end - offset
    let at = this.#at - offset
    let length = this.#length
    let wordCount = this.#wordCount
    let endsBlank = this.#endsBlank
    let start = this.#start - offset
    let hash = this.#hash
    let hasLetter = this.#hasLetter
    for (; at < limit; at++) {
      const code = codes[at] ?? SPACE
      if (code >= LOWER_A && code <= LOWER_Z) {
        // The common case.
        hash = Math.imul(hash ^ code, FNV_PRIME)
        hasLetter = true
      } else if (code === SPACE || isWhiteSpace(code)) {
        if (hasLetter) hashes[wordCount++] = hash
        start = at + 1
        hash = FNV_OFFSET
        hasLetter = false
        if (endsBlank) {
          if (code === FORM_FEED && length > 0) codes[length - 1] = LINE_FEED
          continue
        }
        endsBlank = true
        codes[length++] = code === FORM_FEED ? LINE_FEED : SPACE
        continue
      } else {
        const lower = lowerCaseOf(code)
        if (lower === CONTEXTUAL) break
        if (code > LAST_OF_LATIN_1) this.#seeBeyondLatin1(code)
        hash = Math.imul(hash ^ lower, FNV_PRIME)
        hasLetter ||= isLetterOrDigit(lower)
      }
      codes[length++] = code
      endsBlank = false
    }
    this.#at = at + offset
    this.#length = length
    this.#wordCount = wordCount
    this.#endsBlank = endsBlank
    this.#start = start + offset
    this.#hash = hash
    this.#hasLetter = hasLetter
    if (at < limit) this.#addContextual()
  }

  /** Adds the words of the run without white space around a code that depends on its context. */
  #addContextual(): void {
    let end = this.#at
    while (end < this.#text.length && !isWhiteSpace(this.#text.charCodeAt(end))) end++
    this.#flushWords()
    this.#words.addRun(this.#text.slice(this.#start, end))
    this.#contextualEnd = end
    this.#hasLetter = false
  }

  /** Copies a run whose words are added already. */
  #copy(end: number): void {
    for (let at = this.#at - this.#blockStart; at < end - this.#blockStart; at++) {
      const code = codes[at] ?? SPACE
      if (code > LAST_OF_LATIN_1) this.#seeBeyondLatin1(code)
      codes[this.#length++] = code
    }
    this.#endsBlank = false
    this.#at = end
  }

  #seeBeyondLatin1(code: number): void {
    this.#isLatin1 = false
    if (!isSurelyNormal(code)) this.isNormal = false
  }
}

/** What a piece of text belongs to. */
interface TextKind {
  isCode: boolean
  isInList: boolean
}

/** Collects text in pieces, keeping apart what is code and what stands in lists. */
export interface TextSink {
  add(text: string, kind: TextKind): void
  /** Text before and after belongs to other blocks. */
  separate(): void
  finish(): MainText
}

interface MainText {
  /** Runs of white space as one space, between blocks as one line end; none at the ends. */
  text: string
  codeRanges: [number, number][]
  listRanges: [number, number][]
  words: Words
  /** In NFC; false also when that is not certain. */
  isNormal: boolean
}

/** A stretch of one kind; it begins where the one before it ends. */
interface Run extends TextKind {
  end: number
}

export function createTextSink(): TextSink {
  const runs: Run[] = []
  // Concatenated by the engine and flattened once: joining a list takes four times as long.
  let text = ''
  let isCode = false
  let isInList = false
  let isSeparated = true
  return {
    add(piece, kind) {
      if (kind.isCode !== isCode || kind.isInList !== isInList) {
        runs.push({ end: text.length, isCode, isInList })
        isCode = kind.isCode
        isInList = kind.isInList
      }
      text += piece
      isSeparated = false
    },
    separate() {
      if (!isSeparated) text += '\f'
      isSeparated = true
    },
    finish: () => readRuns(text, [...runs, { end: text.length, isCode, isInList }]),
  }
}

function readRuns(text: string, runs: readonly Run[]): MainText {
  const reader = new TextReader(text)
  const codeRanges: [number, number][] = []
  const listRanges: [number, number][] = []
  for (const { end, isCode, isInList } of runs) {
    const start = reader.foldedLength
    reader.read(end)
    if (reader.foldedLength === start) continue
    if (isCode && codeRanges.length < MAX_CODE_RANGES) addRange(codeRanges, start, reader.foldedLength)
    if (isInList && listRanges.length < MAX_LIST_RANGES) addRange(listRanges, start, reader.foldedLength)
  }
  return { ...reader.finish(), codeRanges, listRanges, isNormal: reader.isNormal }
}

function addRange(ranges: [number, number][], start: number, end: number): void {
  const last = ranges.at(-1)
  if (last?.[1] === start) last[1] = end
  else ranges.push([start, end])
}

/** Splits at white space; see WordList for scripts that have none. */
export function wordsOf(text: string): Words {
  const reader = new TextReader(text)
  reader.read(text.length)
  return reader.finish().words
}

/** Counts words in the same way, up to a limit, without segmenting: enough to recognise an empty page. */
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
