import type { FieldValue } from './custom-fields.ts'
import { parseTypedList, type TypedList } from './typed-list.ts'
import { indexOfLinear } from './url-pattern.ts'

/**
 * Custom search: texts that the pages of a crawl must or must not contain. `*` stands for anything within a line; letter case does not
 * matter. A search is made in the source, one that begins with `text:` in the visible text. Nothing is ever read as a regular expression,
 * and the time is linear in the page.
 */
export const MAX_SEARCHES = 10
/** Characters of one search. */
export const MAX_SEARCH_LENGTH = 200
const MAX_PLACES = 3
const MAX_EXCERPT = 160
/** Before the text that was found. */
const EXCERPT_START = 40
const VISIBLE = /^text:\s*/i

/** Searches as typed, each once. */
export function parseTextSearches(typed: readonly string[]): TypedList {
  return parseTypedList(typed, {
    maxCount: MAX_SEARCHES,
    maxLength: MAX_SEARCH_LENGTH,
    isValid: isTextSearch,
    problems: {
      tooMany: `must be at most ${MAX_SEARCHES}`,
      tooLong: `must have at most ${MAX_SEARCH_LENGTH} characters each`,
      invalid: rule => `must be texts: “${rule}” is none`,
    },
  })
}

export function isTextSearch(rule: string): boolean {
  return !/\p{Cc}/u.test(rule) && rule.length <= MAX_SEARCH_LENGTH && compileSearch(rule).parts.length > 0
}

/** The searches of one text, one a line. */
export function splitTextSearches(text: string): string[] {
  return text.split(/[\r\n]+/).filter(line => line.trim() !== '')
}

/** What a page contains of a search. */
export interface SearchFact {
  /** As written. */
  rule: string
  isRequired: boolean
  count: number
  /** The first that were found; `line` is 1-based, 0 in the visible text. */
  places: { line: number; excerpt: string }[]
}

export interface CompiledSearch {
  rule: string
  isRequired: boolean
  isVisible: boolean
  /** In small letters, between the wildcards. */
  parts: string[]
}

export function compileSearches(options: {
  requiredTexts: readonly string[]
  unwantedTexts: readonly string[]
}): CompiledSearch[] {
  const compile = (isRequired: boolean) => (rule: string) => ({ ...compileSearch(rule), isRequired })
  return [...options.requiredTexts.map(compile(true)), ...options.unwantedTexts.map(compile(false))]
}

function compileSearch(rule: string): Omit<CompiledSearch, 'isRequired'> {
  const parts = rule.replace(VISIBLE, '').toLowerCase().split('*').filter(Boolean)
  return { rule, isVisible: VISIBLE.test(rule), parts }
}

/** Searches a page: its source, and its visible text with a line for each block. */
export function searchPage(
  searches: readonly CompiledSearch[],
  page: { source: string; visibleText(): string },
): SearchFact[] {
  const source = searchable(page.source)
  const visible = searches.some(({ isVisible }) => isVisible) ? searchable(page.visibleText()) : null
  return searches.map(search => factOf(search, search.isVisible && visible ? visible : source))
}

/** The name of a search among the custom fields of a page, whose names have no quotation marks. */
export function searchName(rule: string): string {
  return `“${rule}”`
}

/** How often a page contains each search, as values of fields: a column of the pages list is made of them. */
export function searchValues(searches: readonly SearchFact[]): FieldValue[] {
  const counts = new Map(searches.map(({ rule, count }) => [rule, count]))
  return [...counts].map(([rule, number]) => ({ name: searchName(rule), text: String(number), number }))
}

interface Searchable {
  text: string
  /** Of the same length, in small letters. */
  folded: string
}

function searchable(text: string): Searchable {
  const folded = text.toLowerCase()
  // The small letters of a few capitals are longer, so that places would not match.
  return folded.length === text.length ? { text, folded } : { text: folded, folded }
}

function factOf({ rule, isRequired, isVisible, parts }: CompiledSearch, { text, folded }: Searchable): SearchFact {
  const places: SearchFact['places'] = []
  let [count, line, counted] = [0, 1, 0]
  for (const at of matchesOf(parts, folded)) {
    count++
    if (places.length >= MAX_PLACES) continue
    for (let end = text.indexOf('\n', counted); end !== -1 && end < at; end = text.indexOf('\n', end + 1)) {
      line++
      counted = end + 1
    }
    places.push({ line: isVisible ? 0 : line, excerpt: excerptAt(text, at) })
  }
  return { rule, isRequired, count, places }
}

/**
 * Where the parts stand one after the other within a line. Where a part is missing in the rest of a line, no later match begins in that line
 * either: so nothing is searched twice.
 */
function* matchesOf([first = '', ...rest]: readonly string[], text: string): Generator<number> {
  let [from, lineEnd] = [0, -1]
  for (;;) {
    const at = indexOfLinear(text, first, from)
    if (at === -1) return
    from = at + first.length
    if (from > lineEnd) {
      const newline = text.indexOf('\n', from)
      lineEnd = newline === -1 ? text.length : newline
    }
    const length = lengthOf(rest, text.slice(from, lineEnd))
    from = length === null ? lineEnd : from + length
    if (length !== null) yield at
  }
}

/** Characters of a line up to the end of the last part; null where one is missing. */
function lengthOf(parts: readonly string[], line: string): number | null {
  let end = 0
  for (const part of parts) {
    const at = indexOfLinear(line, part, end)
    if (at === -1) return null
    end = at + part.length
  }
  return end
}

function excerptAt(text: string, at: number): string {
  const from = Math.max(0, at - EXCERPT_START)
  return text
    .slice(from, from + MAX_EXCERPT)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toWellFormed()
}
