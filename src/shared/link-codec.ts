import type { LinkFact } from './element-facts.ts'
import { linkKinds, regions } from './model.ts'
import { TextNumbers } from './text-numbers.ts'

/*
 * Links of one page in a fifth of the space of a list of objects, read back by `LinkRows` without knowing any other page: a byte that
 * says whether a link has a fragment, two sizes (links, bytes of their numbers), six numbers for each link, and as JSON the fragments; the
 * other texts apart, since most reads need none of them, and nearly all others those of one link.
 * Numbers are written in groups of seven bits, the lowest first, with a bit that says whether another follows (LEB128): nearly all take
 * a byte. What is written here is the only thing that `LinkRows` understands.
 */

/** Places of the numbers of one link. */
export const [URL_PLACE, FLAGS, TEXT, REL, FRAGMENT, LINE] = [0, 1, 2, 3, 4, 5]
export const NUMBERS_PER_LINK = 6
export const [REGION_SHIFT, KIND_SHIFT, REGION_MASK] = [1, 4, 0x7]
export const [GROUP_BITS, GROUP_MASK, MORE] = [7, 0x7f, 0x80]
/** Of 32 bits in groups of seven. */
const MAX_BYTES_PER_NUMBER = 5
const SIZES = 2

/** The first one is that of links without a fragment. */
export type LinkFragments = (string | null)[]

/** `places` has of each link the place of its URL among the distinct URLs of the page; the links refer to the URL by it. */
export function encodeLinks(links: readonly LinkFact[], places: ArrayLike<number>): EncodedLinks {
  const texts = new TextNumbers(links.length)
  const rels = new Map<string, number>()
  const fragments = new Map<string | null, number>([[null, 0]])
  const numbers = new NumberWriter(links.length * NUMBERS_PER_LINK)
  let at = 0
  for (const link of links) {
    // Those of URLs that were not taken in have none.
    numbers.write((places[at++] ?? -1) + 1)
    numbers.write(flagsOf(link))
    numbers.write(texts.of(link.text))
    numbers.write(numberOf(rels, link.rel.length === 0 ? '' : link.rel.join(' ')))
    numbers.write(numberOf(fragments, link.fragment))
    numbers.write(link.line)
  }
  const kept: LinkFragments = [...fragments.keys()]
  const sizes = new NumberWriter(SIZES)
  for (const size of [links.length, numbers.written.length]) sizes.write(size)
  const hasFragment = Uint8Array.of(kept.length > 1 ? 1 : 0)
  return {
    rows: joined([hasFragment, sizes.written, numbers.written, utf8(JSON.stringify(kept))]),
    texts: links.length === 0 ? new Uint8Array() : joinedTexts([...rels.keys()], texts.values, shortenedPaths(links)),
  }
}

/** Between two texts. A parser puts U+FFFD in its place, so that no text of a document has one. */
export const TEXT_SEPARATOR = '\0'
const REPLACEMENT = '\ufffd'

/** How many rels and texts there are; then these, by number, and the paths of the links in their order, since hardly two links have the same. */
function joinedTexts(...lists: readonly (readonly string[])[]): Uint8Array {
  const sizes = lists.map(({ length }) => length)
  const parts = [sizes.join(' '), ...lists.flat()]
  const isSeparated = !parts.some(part => part.includes(TEXT_SEPARATOR))
  return utf8((isSeparated ? parts : parts.map(withoutSeparators)).join(TEXT_SEPARATOR))
}

const withoutSeparators = (part: string): string => part.replaceAll(TEXT_SEPARATOR, REPLACEMENT)

export interface EncodedLinks {
  rows: Uint8Array
  /** What `LinkTexts` reads; empty without links. */
  texts: Uint8Array
}

/** In base 36, so in as many digits. */
export const [SHARED_BASE, SHARED_DIGITS] = [36, 2]
const MAX_SHARED = SHARED_BASE ** SHARED_DIGITS - 1

/** For the beginning that a path shares with the one before its length, and the rest: a third of the space, since links stand side by side. */
function shortenedPaths(links: readonly LinkFact[]): string[] {
  let before = ''
  return links.map(({ path }) => {
    const most = Math.min(path.length, before.length, MAX_SHARED)
    let shared = 0
    while (shared < most && path.charCodeAt(shared) === before.charCodeAt(shared)) shared++
    // No text begins with half a character.
    if (isHighSurrogate(path.charCodeAt(shared - 1))) shared--
    before = path
    return shared.toString(SHARED_BASE).padStart(SHARED_DIGITS, '0') + path.slice(shared)
  })
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function flagsOf({ kind, region, isNofollow }: LinkFact): number {
  return (linkKinds.indexOf(kind) << KIND_SHIFT) | (regions.indexOf(region) << REGION_SHIFT) | (isNofollow ? 1 : 0)
}

function numberOf<Value>(numbers: Map<Value, number>, value: Value): number {
  const known = numbers.get(value)
  if (known !== undefined) return known
  numbers.set(value, numbers.size)
  return numbers.size - 1
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** Writes so many numbers that are not negative. */
class NumberWriter {
  readonly #bytes: Uint8Array
  #length = 0

  constructor(count: number) {
    this.#bytes = new Uint8Array(count * MAX_BYTES_PER_NUMBER)
  }

  write(number: number): void {
    let left = number
    while (left > GROUP_MASK) {
      this.#bytes[this.#length++] = (left & GROUP_MASK) | MORE
      left >>>= GROUP_BITS
    }
    this.#bytes[this.#length++] = left
  }

  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }
}
