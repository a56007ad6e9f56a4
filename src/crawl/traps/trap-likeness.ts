import type { LinkFact } from '#shared/element-facts.ts'
import type { PageFacts } from '#shared/facts.ts'
import { fnvOf } from '#shared/fnv.ts'
import type { LinkKind } from '#shared/model.ts'
import { percentDecoded } from '#shared/url.ts'
import { hasDigit, isDigit, NO_NUMBER, type Words, wordsIn } from './shown-text.ts'

/**
 * What a page shows, in little, so that the engine can see whether pages of one pattern show anything new: a sample of its text,
 * the words of its title, the pictures and films on it. What merely repeats the URL (numbers and words of it, the next number
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
/** When a page was made, or is to be. */
const CLOCK = /\b\d{1,2}:\d\d(?::\d\d)?\b/g
const mediaKinds: readonly LinkKind[] = ['image', 'media', 'frame']

/** Written with the page, in base 64; '' for an empty shell, which shows nothing until its scripts have run. */
export function likenessOf({ isAppShell, url, title, content, links }: PageFacts): string {
  if (isAppShell) return ''
  const moving = movingWords(url)
  const ofTitle = wordsIn(title)
  const titleWords: number[] = []
  for (let at = 0; at < ofTitle.count; at++) {
    const hash = ofTitle.hashes[at] ?? 0
    if (!hasDigit(ofTitle, at) && !moving.has(hash)) titleWords.push(shortened(hash))
  }
  return encoded({
    shingles: leastShingles(stillHashes(wordsIn(withoutClocks(sample(content.mainText))), moving)),
    titleWords: distinct(titleWords, MAX_TITLE_WORDS),
    media: distinct(mediaHashes(links), MAX_MEDIA),
  })
}

function mediaHashes(links: readonly LinkFact[]): number[] {
  const hashes: number[] = []
  for (const { kind, url } of links) if (mediaKinds.includes(kind)) hashes.push(shortened(fnvOf(url)))
  return hashes
}

/** null for ''. */
export function readLikeness(text: string): Likeness | null {
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
  let at = LENGTHS
  for (const hashes of [shingles, titleWords, media])
    for (const hash of hashes) at = bytes.writeUIntBE(hash, at, HASH_BYTES)
  return bytes.toString('base64')
}

function sample(text: string): string {
  return text.length <= 2 * MAX_READ ? text : `${text.slice(0, MAX_READ)} ${text.slice(-MAX_READ)}`
}

function withoutClocks(text: string): string {
  return mayShowClock(text) ? text.replaceAll(CLOCK, ' ') : text
}

/** Whether a colon stands between digits: to look for colons takes a tenth of what the pattern does. */
function mayShowClock(text: string): boolean {
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1))
    if (isDigit(text.charCodeAt(at - 1)) && isDigit(text.charCodeAt(at + 1))) return true
  return false
}

/** Few words are one shingle. */
function leastShingles(words: Int32Array): number[] {
  const least: number[] = []
  // Most hashes of a long text are larger than all that is kept.
  let limit = HASH_MASK + 1
  let hash = 0
  for (let last = 0; last < words.length; last++) {
    // Rolling: the word that leaves the shingle is taken out before the next one comes in.
    const left = last < WORDS_PER_SHINGLE ? 0 : Math.imul(words[last - WORDS_PER_SHINGLE] ?? 0, LEAVING)
    hash = (Math.imul(hash - left, MULTIPLIER) + (words[last] ?? 0)) | 0
    if (last < WORDS_PER_SHINGLE - 1 && last < words.length - 1) continue
    const short = shortened(hash)
    if (short >= limit) continue
    insertLeast(least, short)
    if (least.length === MAX_SHINGLES) limit = least[MAX_SHINGLES - 1] ?? limit
  }
  return least
}

/** Keeps them distinct and in ascending order. */
function insertLeast(least: number[], hash: number): void {
  let at = least.length
  while (at > 0 && (least[at - 1] ?? 0) >= hash) at--
  if (least[at] === hash) return
  if (least.length === MAX_SHINGLES) least.pop()
  least.push(hash)
  for (let to = least.length - 1; to > at; to--) least[to] = least[to - 1] ?? 0
  least[at] = hash
}

/** In ascending order, so that the least stand first. */
function distinct(hashes: readonly number[], limit: number): number[] {
  return [...new Set(hashes)].sort((a, b) => a - b).slice(0, limit)
}

const MULTIPLIER = 0x0100_0193
/** What the first word of a shingle has been multiplied by: the multiplier to the fourth, modulo 2^32. */
const LEAVING = [1, 2, 3, 4].reduce(power => Math.imul(power, MULTIPLIER), 1)

/** The finaliser of MurmurHash3, and what fits into three bytes of it. */
function shortened(value: number): number {
  let hash = value | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35)
  return (hash ^ (hash >>> 16)) & HASH_MASK
}

/**
 * Words that change from page to page of a trap: years, names of months and days, words and numbers of the URL, the next number
 * and the one before, and numbers that count on.
 */
interface MovingWords {
  /** Years are recognised by their numbers. */
  has(hash: number): boolean
}

const [FIRST_YEAR, LAST_YEAR] = [1900, 2199]
/** So many numbers that count on are days of a month, pages of a list or lines of code. */
const MIN_SERIES = 4
const [LEAST_LAST_DAY, LAST_DAY] = [28, 31]
/** Stands for a word that does not count. */
const FOLDED = 0
/** A power of two, many times the names of months and days. */
const FILTER_SIZE = 8_192
const FILTER_MASK = FILTER_SIZE - 1
/** By the lower bits of a hash, for the page that is being read: nearly every word is none of them, which one lookup shows. */
const isPossible = new Uint8Array(FILTER_SIZE)

/** The moving words of a page; valid until the next call. */
function movingWords(url: string): MovingWords {
  const dates = dateWords()
  const ofUrl = hashesOfUrl(url)
  isPossible.set(dates.filter)
  for (const hash of ofUrl) isPossible[hash & FILTER_MASK] = 1
  return { has: hash => dates.hashes.has(hash) || ofUrl.has(hash) }
}

/**
 * Hashes of the words without those that move; numbers that count on, through the end of a month, too, are folded into one. Takes
 * the place of the hashes that it reads.
 */
function stillHashes({ count, hashes, numbers }: Words, moving: MovingWords): Int32Array {
  let length = 0
  for (let at = 0; at < count; at++) {
    const hash = hashes[at] ?? 0
    const number = numbers[at] ?? NO_NUMBER
    let isStill = isPossible[hash & FILTER_MASK] === 0 || !moving.has(hash)
    if (number !== NO_NUMBER) {
      const last = endOfSeries(numbers, { start: at, count }) - 1
      const isSeries = last - at >= MIN_SERIES - 1
      isStill &&= !isSeries && !isYear(number)
      if (isSeries) at = last
    }
    hashes[length++] = isStill ? hash : FOLDED
  }
  return hashes.subarray(0, length)
}

function endOfSeries(numbers: Int32Array, { start, count }: { start: number; count: number }): number {
  let end = start + 1
  while (end < count && countsOn(numbers[end - 1] ?? NO_NUMBER, numbers[end] ?? NO_NUMBER)) end++
  return end
}

function isYear(number: number): boolean {
  return number >= FIRST_YEAR && number <= LAST_YEAR
}

function countsOn(number: number, next: number): boolean {
  if (next === NO_NUMBER) return false
  return next === number + 1 || (next === 1 && number >= LEAST_LAST_DAY && number <= LAST_DAY)
}

function hashesOfUrl(url: string): ReadonlySet<number> {
  const { pathname, search } = new URL(url)
  const hashes = new Set<number>()
  const words = wordsIn(percentDecoded(pathname + search))
  for (let at = 0; at < words.count; at++) {
    const number = words.numbers[at] ?? NO_NUMBER
    hashes.add(words.hashes[at] ?? 0)
    if (number === NO_NUMBER) continue
    hashes.add(fnvOf(String(number + 1)))
    hashes.add(fnvOf(String(number - 1)))
  }
  return hashes
}

const dateLanguages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl']
let knownDates: { hashes: ReadonlySet<number>; filter: Uint8Array } | null = null

/** Names of months and days in the languages in which most calendars are written. */
function dateWords(): { hashes: ReadonlySet<number>; filter: Uint8Array } {
  if (knownDates) return knownDates
  const texts: string[] = []
  for (const language of dateLanguages)
    for (const style of ['long', 'short'] as const) {
      const month = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' })
      const day = new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' })
      for (let index = 0; index < 12; index++) texts.push(month.format(Date.UTC(2024, index)))
      for (let index = 1; index <= 7; index++) texts.push(day.format(Date.UTC(2024, 0, index)))
    }
  const { count, hashes } = wordsIn(texts.join(' '))
  const filter = new Uint8Array(FILTER_SIZE)
  for (const hash of hashes.subarray(0, count)) filter[hash & FILTER_MASK] = 1
  knownDates = { hashes: new Set(hashes.subarray(0, count)), filter }
  return knownDates
}
