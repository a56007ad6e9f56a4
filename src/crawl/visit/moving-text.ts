import { fnvOf } from '#shared/fnv.ts'
import { NO_NUMBER, type Words, wordsIn } from './shown-text.ts'

/**
 * Words that move in a trap, and so tell nothing of what its pages show: years, names of months and days, words and numbers of the
 * address, the next number and the one before, and numbers that count on.
 */
interface MovingWords {
  /** Of years, their numbers tell. */
  has(hash: number): boolean
}

const [FIRST_YEAR, LAST_YEAR] = [1900, 2199]
/** So many numbers that count on are days of a month, pages of a list or lines of code. */
const MIN_SERIES = 4
const [LEAST_LAST_DAY, LAST_DAY] = [28, 31]
/** Stands for a word that counts as nothing. */
const FOLDED = 0
/** A power of two, many times the names of months and days. */
const FILTER_SIZE = 8_192
const FILTER_MASK = FILTER_SIZE - 1
/** By the lower bits of a hash, of the page that is being read: nearly every word is none of them, which a look at it tells. */
const isPossible = new Uint8Array(FILTER_SIZE)

/** Those of a page, until they are asked for of another. */
export function movingWords(url: string): MovingWords {
  const dates = dateWords()
  const ofAddress = hashesOfAddress(url)
  isPossible.set(dates.filter)
  for (const hash of ofAddress) isPossible[hash & FILTER_MASK] = 1
  return { has: hash => dates.hashes.has(hash) || ofAddress.has(hash) }
}

/**
 * Hashes of the words without those that move; numbers that count on, through the end of a month, too, are folded into one. Takes
 * the place of the hashes that it reads.
 */
export function stillHashes({ count, hashes, numbers }: Words, moving: MovingWords): Int32Array {
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

function hashesOfAddress(url: string): ReadonlySet<number> {
  const { pathname, search } = new URL(url)
  const hashes = new Set<number>()
  const words = wordsIn(decoded(pathname + search))
  for (let at = 0; at < words.count; at++) {
    const number = words.numbers[at] ?? NO_NUMBER
    hashes.add(words.hashes[at] ?? 0)
    if (number === NO_NUMBER) continue
    hashes.add(fnvOf(String(number + 1)))
    hashes.add(fnvOf(String(number - 1)))
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
