import type { LinkFact } from './facts.ts'
import {
  FLAGS,
  FRAGMENT,
  GROUP_BITS,
  GROUP_MASK,
  KIND_SHIFT,
  LINE,
  type LinkFragments,
  type LinkTexts,
  MORE,
  NUMBERS_PER_LINK,
  REGION_MASK,
  REGION_SHIFT,
  REL,
  SHARED_BASE,
  SHARED_DIGITS,
  TEXT,
  URL_PLACE,
} from './link-codec.ts'
import { linkKinds, regions } from './model.ts'

/** A stored link: a LinkFact whose URL is an index into the page's distinct URLs, -1 for one that was not taken in. */
export type StoredLink = Omit<LinkFact, 'url'> & { urlIndex: number }

/** Whether a link of the page has a fragment, of rows that `encodeLinks` made. */
export function nameFragments(bytes: Uint8Array): boolean {
  return bytes[0] === 1
}

/** The texts of the links, of bytes that `encodeLinks` made. */
export function readLinkTexts(bytes: Uint8Array): LinkTexts {
  if (bytes.length === 0) return { texts: [], paths: [], rels: [] }
  const { texts, paths, rels }: LinkTexts = JSON.parse(new TextDecoder().decode(bytes))
  let before = ''
  const whole = paths.map(path => {
    const shared = Number.parseInt(path.slice(0, SHARED_DIGITS), SHARED_BASE)
    before = before.slice(0, shared) + path.slice(SHARED_DIGITS)
    return before
  })
  return { texts, paths: whole, rels }
}

/** The links of one page, still packed as `encodeLinks` packs them. Most reads need numbers alone, without an object for each link. */
export class LinkRows {
  readonly length: number
  readonly #numbers: Int32Array
  readonly #fragmentBytes: Uint8Array
  #fragments: LinkFragments | null = null

  constructor(bytes: Uint8Array) {
    const count = readNumber(bytes, 1)
    const numberSize = readNumber(bytes, count.end)
    const fragmentStart = numberSize.end + numberSize.number
    this.length = count.number
    this.#numbers = readNumbers(bytes.subarray(numberSize.end, fragmentStart), this.length * NUMBERS_PER_LINK)
    this.#fragmentBytes = bytes.subarray(fragmentStart)
  }

  /** Place of the link's URL among the distinct URLs of the page. */
  urlIndexOf(link: number): number {
    return this.#number(link, URL_PLACE) - 1
  }

  /** Place in `linkKinds`. */
  kindIndexOf(link: number): number {
    return this.#number(link, FLAGS) >>> KIND_SHIFT
  }

  /** Place in `regions`. */
  regionIndexOf(link: number): number {
    return (this.#number(link, FLAGS) >>> REGION_SHIFT) & REGION_MASK
  }

  isNofollow(link: number): boolean {
    return (this.#number(link, FLAGS) & 1) === 1
  }

  fragmentOf(link: number): string | null {
    const fragment = this.#number(link, FRAGMENT)
    if (fragment === 0) return null
    this.#fragments ??= readFragments(this.#fragmentBytes)
    return this.#fragments[fragment] ?? null
  }

  /** All of one link. */
  link(link: number, { texts, paths, rels }: LinkTexts): StoredLink {
    return {
      urlIndex: this.urlIndexOf(link),
      kind: linkKinds[this.kindIndexOf(link)] ?? 'anchor',
      region: regions[this.regionIndexOf(link)] ?? 'body',
      text: texts[this.#number(link, TEXT)] ?? '',
      path: paths[link] ?? '',
      rel: (rels[this.#number(link, REL)] ?? '').split(' ').filter(Boolean),
      fragment: this.fragmentOf(link),
      line: this.#number(link, LINE),
      isNofollow: this.isNofollow(link),
    }
  }

  /** Each of them, in document order. */
  all(texts: LinkTexts): StoredLink[] {
    return Array.from({ length: this.length }, (_, link) => this.link(link, texts))
  }

  #number(link: number, place: number): number {
    return this.#numbers[link * NUMBERS_PER_LINK + place] ?? 0
  }
}

function readFragments(bytes: Uint8Array): LinkFragments {
  return JSON.parse(new TextDecoder().decode(bytes))
}

function readNumber(bytes: Uint8Array, start: number): { number: number; end: number } {
  let end = start
  while ((bytes[end] ?? 0) >= MORE) end++
  end++
  return { number: readNumbers(bytes.subarray(start, end), 1)[0] ?? 0, end }
}

/** With constants of its own: those of another module would be looked up for each byte. */
function readNumbers(bytes: Uint8Array, count: number): Int32Array {
  const [bits, mask, more] = [GROUP_BITS, GROUP_MASK, MORE]
  const numbers = new Int32Array(count)
  let position = 0
  let value = 0
  let shift = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    value |= (byte & mask) << shift
    shift += bits
    if (byte >= more) continue
    numbers[position++] = value
    value = 0
    shift = 0
  }
  return numbers
}
