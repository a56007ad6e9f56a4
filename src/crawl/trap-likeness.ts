import type { PageFacts } from '#shared/facts.ts'
import type { LinkKind } from '#shared/model.ts'

/**
 * What a page shows, in little, so that the engine can tell whether pages of one pattern show anything new: a sample of its text,
 * the words of its title, the pictures and films on it. What merely repeats the address (numbers and words of it, the next number
 * and the one before) counts as nothing, and so do years, names of months and days, times of day, and numbers that count on: they are
 * what moves in a trap.
 */
export interface Likeness {
  /** Hashes of 24 bits of the least of all sequences of five words. */
  shingles: number[]
  titleWords: number[]
  media: number[]
}

const MAX_SHINGLES = 32
const MAX_TITLE_WORDS = 16
const MAX_MEDIA = 8
const WORDS_PER_SHINGLE = 5
/** Characters at the beginning and at the end of the text. */
const MAX_READ = 10_000
const HASH_BYTES = 3
const HASH_MASK = 0xff_ffff
/** Longer ones are no numbers that count. */
const MAX_DIGITS = 9
/** When a page was made, or is to be. */
const CLOCK = /\b\d{1,2}:\d\d(?::\d\d)?\b/g
const [FIRST_YEAR, LAST_YEAR] = [1900, 2199]
/** So many numbers that count on are days of a month, pages of a list or lines of code. */
const MIN_SERIES = 4
const [LEAST_LAST_DAY, LAST_DAY] = [28, 31]
/** Stands for a word that counts as nothing. */
const FOLDED = 0
const mediaKinds: readonly LinkKind[] = ['image', 'media', 'frame']

/** Written with the page, in base 64; '' for an empty shell, which shows nothing until its scripts have run. */
export function likenessOf(facts: PageFacts): string {
  if (facts.isAppShell) return ''
  const known = new FoldedHashes(dateHashes(), hashesOfAddress(facts.url))
  const isFolded = (hash: number, number: number) => isYear(number) || known.has(hash)
  const text = sample(facts.content.mainText)
  const words = withoutSeries(wordsIn(text.includes(':') ? text.replaceAll(CLOCK, ' ') : text), isFolded)
  const title = wordsIn(facts.title)
  const titleWords: number[] = []
  for (let at = 0; at < title.count; at++) {
    const hash = title.hashes[at] ?? 0
    if (title.hasDigits[at] === 0 && !isFolded(hash, title.numbers[at] ?? NO_NUMBER)) titleWords.push(shortened(hash))
  }
  return encoded({
    shingles: leastShingles(words),
    titleWords: distinct(titleWords, MAX_TITLE_WORDS),
    media: distinct(
      facts.links.filter(({ kind }) => mediaKinds.includes(kind)).map(({ url }) => shortened(hashOf(url))),
      MAX_MEDIA,
    ),
  })
}

/** null for '' and for pages of earlier versions. */
export function readLikeness(text: string | undefined): Likeness | null {
  if (!text) return null
  const bytes = Buffer.from(text, 'base64')
  const [shingles = 0, titleWords = 0] = bytes
  const hashes: number[] = []
  for (let at = LENGTHS; at + HASH_BYTES <= bytes.length; at += HASH_BYTES)
    hashes.push(bytes.readUIntBE(at, HASH_BYTES))
  return {
    shingles: hashes.slice(0, shingles),
    titleWords: hashes.slice(shingles, shingles + titleWords),
    media: hashes.slice(shingles + titleWords),
  }
}

/** How many shingles and how many words of the title, in a byte each. */
const LENGTHS = 2

function encoded({ shingles, titleWords, media }: Likeness): string {
  const bytes = Buffer.alloc(LENGTHS + HASH_BYTES * (shingles.length + titleWords.length + media.length))
  bytes[0] = shingles.length
  bytes[1] = titleWords.length
  for (const [index, hash] of [...shingles, ...titleWords, ...media].entries())
    bytes.writeUIntBE(hash, LENGTHS + index * HASH_BYTES, HASH_BYTES)
  return bytes.toString('base64')
}

function sample(text: string): string {
  return text.length <= 2 * MAX_READ ? text : `${text.slice(0, MAX_READ)} ${text.slice(-MAX_READ)}`
}

/** The words of a text in order, in columns: thousands of objects a page would cost more than the reading. */
interface Words {
  count: number
  /** Of a number without its leading zeros. */
  hashes: Int32Array
  /** NO_NUMBER where it is none, or too long for one. */
  numbers: Int32Array
  hasDigits: Uint8Array
}

const NO_NUMBER = -1

/** Runs of letters and digits in lower case, by one linear scan. */
function wordsIn(text: string): Words {
  const lower = text.toLowerCase()
  const { length } = lower
  // Between two words there is a character at least.
  const most = (length + 1) >> 1
  const words: Words = {
    count: 0,
    hashes: new Int32Array(most),
    numbers: new Int32Array(most),
    hasDigits: new Uint8Array(most),
  }
  let hash = FNV_OFFSET
  let start = 0
  let digits = 0
  let number = 0
  for (let at = 0; at <= length; at++) {
    const code = at < length ? lower.charCodeAt(at) : 0
    if (code >= FIRST_LETTER && code <= LAST_LETTER) {
      // Nearly all there is.
      hash = Math.imul(hash ^ code, MULTIPLIER)
      continue
    }
    if (isLetterOrDigit(code)) {
      if (isDigit(code)) {
        digits++
        if (digits <= MAX_DIGITS) number = 10 * number + code - ZERO
      }
      hash = Math.imul(hash ^ code, MULTIPLIER)
      continue
    }
    if (at > start) {
      const isNumber = digits === at - start && digits <= MAX_DIGITS
      const isPadded = isNumber && digits > 1 && lower.charCodeAt(start) === ZERO
      words.hashes[words.count] = isPadded ? hashOf(String(number)) : hash
      words.numbers[words.count] = isNumber ? number : NO_NUMBER
      words.hasDigits[words.count] = digits > 0 ? 1 : 0
      words.count++
    }
    start = at + 1
    hash = FNV_OFFSET
    digits = 0
    number = 0
  }
  return words
}

/** Beyond ASCII nearly everything is a letter of some script, and what is not does no harm. */
function isLetterOrDigit(code: number): boolean {
  if (code >= FIRST_OTHER) return code < FIRST_PUNCTUATION || code > LAST_PUNCTUATION
  return isDigit(code) || (code >= FIRST_LETTER && code <= LAST_LETTER)
}

function isDigit(code: number): boolean {
  return code >= ZERO && code < ZERO + 10
}

const ZERO = 0x30
const FIRST_LETTER = 0x61
const LAST_LETTER = 0x7a
const FIRST_OTHER = 0xaa
/** Dashes, quotation marks, arrows, symbols; and the punctuation of East Asia. */
const FIRST_PUNCTUATION = 0x2000
const LAST_PUNCTUATION = 0x303f

function isYear(number: number): boolean {
  return number >= FIRST_YEAR && number <= LAST_YEAR
}

/** Two sets of hashes; nearly every word is in neither, which a look at one bit of it tells. */
class FoldedHashes {
  readonly #sets: readonly ReadonlySet<number>[]
  readonly #isPossible = new Uint8Array(FILTER_SIZE)

  constructor(...sets: readonly ReadonlySet<number>[]) {
    this.#sets = sets
    for (const set of sets) for (const hash of set) this.#isPossible[hash & (FILTER_SIZE - 1)] = 1
  }

  has(hash: number): boolean {
    return this.#isPossible[hash & (FILTER_SIZE - 1)] === 1 && this.#sets.some(set => set.has(hash))
  }
}

/** A power of two, many times the names of months and days. */
const FILTER_SIZE = 8_192

/** Hashes of the words, in which numbers that count on, through the end of a month, too, are folded into one. */
function withoutSeries(
  { count, hashes, numbers }: Words,
  isFolded: (hash: number, number: number) => boolean,
): Int32Array {
  const kept = new Int32Array(count)
  let length = 0
  let start = 0
  for (let end = 1; end <= count; end++) {
    if (end < count && countsOn(numbers[end - 1] ?? NO_NUMBER, numbers[end] ?? NO_NUMBER)) continue
    if (end - start >= MIN_SERIES) kept[length++] = FOLDED
    else
      for (let at = start; at < end; at++) {
        const hash = hashes[at] ?? 0
        kept[length++] = isFolded(hash, numbers[at] ?? NO_NUMBER) ? FOLDED : hash
      }
    start = end
  }
  return kept.subarray(0, length)
}

function countsOn(number: number, next: number): boolean {
  if (number === NO_NUMBER || next === NO_NUMBER) return false
  return next === number + 1 || (next === 1 && number >= LEAST_LAST_DAY && number <= LAST_DAY)
}

function hashesOfAddress(url: string): ReadonlySet<number> {
  const { pathname, search } = new URL(url)
  const hashes = new Set<number>()
  const words = wordsIn(decoded(pathname + search))
  for (let at = 0; at < words.count; at++) {
    const number = words.numbers[at] ?? NO_NUMBER
    hashes.add(words.hashes[at] ?? 0)
    if (number === NO_NUMBER) continue
    hashes.add(hashOf(String(number + 1)))
    hashes.add(hashOf(String(number - 1)))
  }
  return hashes
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Few words are one shingle. */
function leastShingles(words: Int32Array): number[] {
  const least: number[] = []
  let hash = 0
  for (let last = 0; last < words.length; last++) {
    // Rolling: the word that leaves the shingle is taken out before the next one comes in.
    const left = last < WORDS_PER_SHINGLE ? 0 : Math.imul(words[last - WORDS_PER_SHINGLE] ?? 0, LEAVING)
    hash = (Math.imul(hash - left, MULTIPLIER) + (words[last] ?? 0)) | 0
    if (last >= WORDS_PER_SHINGLE - 1 || last === words.length - 1) insertLeast(least, shortened(hash))
  }
  return least
}

/** Most hashes of a long text are larger than all that is kept. */
function insertLeast(least: number[], hash: number): void {
  if (least.length === MAX_SHINGLES && hash >= (least.at(-1) ?? 0)) return
  const at = least.findIndex(other => other >= hash)
  if (at < 0) least.push(hash)
  else if (least[at] !== hash) least.splice(at, 0, hash)
  if (least.length > MAX_SHINGLES) least.pop()
}

/** In ascending order, so that the least stand first. */
function distinct(hashes: readonly number[], limit: number): number[] {
  return [...new Set(hashes)].sort((a, b) => a - b).slice(0, limit)
}

const MULTIPLIER = 0x0100_0193
const FNV_OFFSET = 0x811c_9dc5 | 0
/** What the first word of a shingle has been multiplied by: MULTIPLIER to the fourth, modulo 2^32. */
const LEAVING = [1, 2, 3, 4].reduce(power => Math.imul(power, MULTIPLIER), 1)

function hashOf(text: string): number {
  let hash = FNV_OFFSET
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), MULTIPLIER)
  return hash
}

/** The finaliser of MurmurHash3, and what fits into three bytes of it. */
function shortened(value: number): number {
  let hash = value | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35)
  return (hash ^ (hash >>> 16)) & HASH_MASK
}

const dateLanguages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl']
let knownDateHashes: ReadonlySet<number> | null = null

/** Names of months and days in the languages in which most calendars are written. */
function dateHashes(): ReadonlySet<number> {
  if (knownDateHashes) return knownDateHashes
  const texts: string[] = []
  for (const language of dateLanguages)
    for (const style of ['long', 'short'] as const) {
      const month = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' })
      const day = new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' })
      for (let index = 0; index < 12; index++) texts.push(month.format(Date.UTC(2024, index)))
      for (let index = 1; index <= 7; index++) texts.push(day.format(Date.UTC(2024, 0, index)))
    }
  knownDateHashes = new Set(
    texts.flatMap(text => {
      const { count, hashes } = wordsIn(text)
      return [...hashes.subarray(0, count)]
    }),
  )
  return knownDateHashes
}
