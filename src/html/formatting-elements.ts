import type { ElementNode } from './node.ts'

/** The most equal elements that are kept after the last marker ("Noah's Ark clause"). */
const MOST_EQUAL = 3

export interface FormattingEntry {
  /** The element, or the latest copy of it. */
  element: ElementNode
  readonly tag: number
  /** Offsets of the start tag. */
  readonly start: number
  readonly end: number
  /** Slot of the element in the stack of open elements, -1 while it is not open. */
  slot: number
  isListed: boolean
  /** Null while the entries after the last marker are few. */
  equals: Equals | null
  older: FormattingEntry | Marker | null
  newer: FormattingEntry | Marker | null
  olderOfTag: FormattingEntry | null
  newerOfTag: FormattingEntry | null
}

interface Marker {
  slot: null
  older: FormattingEntry | Marker | null
  newer: FormattingEntry | Marker | null
  outerIndex: Index | null
}

/** Entries with the same tag and attributes, oldest first. */
interface Equals {
  key: string
  entries: FormattingEntry[]
}

/** Of the entries after the last marker: without it, thousands of open elements would take quadratic time. */
interface Index {
  equals: Map<string, Equals>
  newestOfTag: Map<number, FormattingEntry>
}

export function isMarker(entry: FormattingEntry | Marker): entry is Marker {
  return entry.slot === null
}

/** The list of active formatting elements (HTML standard, 13.2.4.3). */
export class FormattingElements {
  newest: FormattingEntry | Marker | null = null
  /** Null while there are at most MOST_EQUAL entries after the last marker. */
  #index: Index | null = null

  push(element: ElementNode, tag: number): FormattingEntry {
    if (this.#index === null) this.#indexWhenMany()
    const entry = this.#insert(entryOf(element, tag), this.newest)
    const oldest = entry.equals?.entries[0]
    if (entry.equals && oldest && entry.equals.entries.length > MOST_EQUAL) this.remove(oldest)
    return entry
  }

  /** A copy of an entry, with another element. It becomes the newest of its tag: the caller removes the first. */
  insertAfter(place: FormattingEntry, entry: FormattingEntry, element: ElementNode): FormattingEntry {
    const copy = entryOf(element, entry.tag)
    return this.#insert({ ...copy, start: entry.start, end: entry.end }, place)
  }

  insertMarker(): void {
    const marker: Marker = { slot: null, older: this.newest, newer: null, outerIndex: this.#index }
    if (this.newest) this.newest.newer = marker
    this.newest = marker
    this.#index = null
  }

  clearToMarker(): void {
    let entry = this.newest
    for (; entry && !isMarker(entry); entry = entry.older) entry.isListed = false
    this.newest = entry?.older ?? null
    this.#index = entry?.outerIndex ?? null
    if (this.newest) this.newest.newer = null
  }

  remove(entry: FormattingEntry): void {
    if (!entry.isListed) return
    entry.isListed = false
    if (entry.newer) entry.newer.older = entry.older
    else this.newest = entry.older
    if (entry.older) entry.older.newer = entry.newer
    if (!entry.equals) return
    const { entries, key } = entry.equals
    entries.splice(entries.indexOf(entry), 1)
    if (entries.length === 0) this.#index?.equals.delete(key)
    if (entry.newerOfTag) entry.newerOfTag.olderOfTag = entry.olderOfTag
    else if (entry.olderOfTag) this.#index?.newestOfTag.set(entry.tag, entry.olderOfTag)
    else this.#index?.newestOfTag.delete(entry.tag)
    if (entry.olderOfTag) entry.olderOfTag.newerOfTag = entry.newerOfTag
  }

  /** Newest entry of the tag after the last marker. */
  newestOf(tag: number): FormattingEntry | null {
    if (this.#index) return this.#index.newestOfTag.get(tag) ?? null
    for (let entry = this.newest; entry && !isMarker(entry); entry = entry.older) if (entry.tag === tag) return entry
    return null
  }

  #insert(entry: FormattingEntry, older: FormattingEntry | Marker | null): FormattingEntry {
    entry.older = older
    entry.newer = older?.newer ?? null
    if (entry.newer) entry.newer.older = entry
    else this.newest = entry
    if (older) older.newer = entry
    if (this.#index) addTo(this.#index, entry)
    return entry
  }

  #indexWhenMany(): void {
    const entries: FormattingEntry[] = []
    for (let entry = this.newest; entry && !isMarker(entry); entry = entry.older) entries.push(entry)
    if (entries.length < MOST_EQUAL) return
    this.#index = { equals: new Map(), newestOfTag: new Map() }
    for (const entry of entries.reverse()) addTo(this.#index, entry)
  }
}

function entryOf(element: ElementNode, tag: number): FormattingEntry {
  return {
    element,
    tag,
    start: element.start,
    end: element.end,
    slot: -1,
    isListed: true,
    equals: null,
    older: null,
    newer: null,
    olderOfTag: null,
    newerOfTag: null,
  }
}

function addTo(index: Index, entry: FormattingEntry): void {
  const { attrs } = entry.element
  // Names are different from each other and no NUL is in any, so the sorted pairs stand for the set.
  const pairs = attrs.map(({ name, value }) => `\0${name}\0${value}`)
  const key = entry.tag + (pairs.length > 1 ? pairs.sort() : pairs).join('')
  let equals = index.equals.get(key)
  if (!equals) {
    equals = { key, entries: [] }
    index.equals.set(key, equals)
  }
  equals.entries.push(entry)
  entry.equals = equals
  const older = index.newestOfTag.get(entry.tag) ?? null
  entry.olderOfTag = older
  if (older) older.newerOfTag = entry
  index.newestOfTag.set(entry.tag, entry)
}
