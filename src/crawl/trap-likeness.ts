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
  const known = hashesOfAddress(facts.url)
  const isFolded = (word: Word) => known.has(word.hash) || dateHashes().has(word.hash) || isYear(word.number)
  const words = withoutSeries(wordsIn(sample(facts.content.mainText).replaceAll(CLOCK, ' '))).map(word =>
    isFolded(word) ? FOLDED : word.hash,
  )
  const titleWords = wordsIn(facts.title).filter(word => !word.hasDigit && !isFolded(word))
  return encoded({
    shingles: leastShingles(words),
    titleWords: distinct(
      titleWords.map(({ hash }) => shortened(hash)),
      MAX_TITLE_WORDS,
    ),
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

interface Word {
  /** Of a number without its leading zeros. */
  hash: number
  /** null where it is none, or too long for one. */
  number: number | null
  hasDigit: boolean
}

/** Runs of letters and digits in lower case, by one linear scan. */
function wordsIn(text: string): Word[] {
  const lower = text.toLowerCase()
  const words: Word[] = []
  let start = 0
  for (let at = 0; at <= lower.length; at++) {
    if (at < lower.length && isLetterOrDigit(lower.charCodeAt(at))) continue
    if (at > start) words.push(wordAt(lower, start, at))
    start = at + 1
  }
  return words
}

function wordAt(text: string, from: number, to: number): Word {
  let hash = FNV_OFFSET
  let digits = 0
  let number = 0
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (isDigit(code)) {
      digits++
      number = 10 * number + code - ZERO
    }
    hash = Math.imul(hash ^ code, MULTIPLIER)
  }
  const isNumber = digits === to - from && digits <= MAX_DIGITS
  const isPadded = isNumber && digits > 1 && text.charCodeAt(from) === ZERO
  return { hash: isPadded ? hashOf(String(number)) : hash, number: isNumber ? number : null, hasDigit: digits > 0 }
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

function isYear(number: number | null): boolean {
  return number !== null && number >= FIRST_YEAR && number <= LAST_YEAR
}

/** Numbers that count on, through the end of a month, too, are folded into one. */
function withoutSeries(words: readonly Word[]): Word[] {
  const kept: Word[] = []
  let start = 0
  for (let end = 1; end <= words.length; end++) {
    if (end < words.length && countsOn(words[end - 1]?.number, words[end]?.number)) continue
    if (end - start >= MIN_SERIES) kept.push({ hash: FOLDED, number: null, hasDigit: true })
    else for (let at = start; at < end; at++) kept.push(words[at] ?? { hash: FOLDED, number: null, hasDigit: true })
    start = end
  }
  return kept
}

function countsOn(number: number | null | undefined, next: number | null | undefined): boolean {
  if (number == null || next == null) return false
  return next === number + 1 || (next === 1 && number >= LEAST_LAST_DAY && number <= LAST_DAY)
}

function hashesOfAddress(url: string): ReadonlySet<number> {
  const { pathname, search } = new URL(url)
  const hashes = new Set<number>()
  for (const { hash, number } of wordsIn(decoded(pathname + search))) {
    hashes.add(hash)
    if (number === null) continue
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
function leastShingles(words: readonly number[]): number[] {
  const least: number[] = []
  const count = words.length === 0 ? 0 : Math.max(1, words.length - WORDS_PER_SHINGLE + 1)
  for (let start = 0; start < count; start++) {
    let hash = 0
    const end = Math.min(words.length, start + WORDS_PER_SHINGLE)
    for (let at = start; at < end; at++) hash = Math.imul(hash, MULTIPLIER) + (words[at] ?? 0)
    insertLeast(least, shortened(hash))
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
const FNV_OFFSET = 0x811c_9dc5

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
  knownDateHashes = new Set(texts.flatMap(wordsIn).map(({ hash }) => hash))
  return knownDateHashes
}
