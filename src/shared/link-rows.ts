import type { LinkFact } from './element-facts.ts'
import {
  FLAGS,
  FRAGMENT,
  GROUP_BITS,
  GROUP_MASK,
  KIND_SHIFT,
  LINE,
  type LinkFragments,
  MORE,
  NUMBERS_PER_LINK,
  REGION_MASK,
  REGION_SHIFT,
  REL,
  SHARED_BASE,
  SHARED_DIGITS,
  TEXT,
  TEXT_SEPARATOR,
  URL_PLACE,
} from './link-codec.ts'
import { linkKinds, regions } from './model.ts'

/** A stored link: a LinkFact whose URL is an index into the page's distinct URLs, -1 for one that was not taken in. */
export type StoredLink = Omit<LinkFact, 'url'> & { urlIndex: number }

/** Whether a link of the page has a fragment, of rows that `encodeLinks` made. */
export function nameFragments(bytes: Uint8Array): boolean {
  return bytes[0] === 1
}

/**
 * The texts of the links of one page, still packed as `encodeLinks` packs them: of the thousand pages that link to a URL, each is read for the
 * text and path of one link.
 */
export class LinkTexts {
  readonly #parts: readonly string[]
  readonly #firstText: number
  readonly #firstPath: number
  /** The path that was read last, from which the next one follows. */
  #lastLink = -1
  #lastPath = ''

  constructor(bytes: Uint8Array) {
    this.#parts = decoder.decode(bytes).split(TEXT_SEPARATOR)
    const [rels = 0, texts = 0] = (this.#parts[0] ?? '').split(' ', 2).map(Number)
    this.#firstText = 1 + rels
    this.#firstPath = this.#firstText + texts
  }

  rel(number: number): string[] {
    const rel = this.#parts[1 + number] ?? ''
    return rel === '' ? [] : copied(rel).split(' ').filter(Boolean)
  }

  text(number: number): string {
    return copied(this.#parts[this.#firstText + number] ?? '')
  }

  /** In at most one step for each link since the path that was read last: most share little with those before them. */
  path(link: number): string {
    let path = ''
    let missing = Number.POSITIVE_INFINITY
    for (let at = link; missing > 0 && at >= 0; at--) {
      if (at === this.#lastLink) {
        path = this.#lastPath.slice(0, missing) + path
        break
      }
      const part = this.#parts[this.#firstPath + at] ?? ''
      const shared = Number.parseInt(part.slice(0, SHARED_DIGITS), SHARED_BASE) || 0
      if (shared >= missing) continue
      path = part.slice(SHARED_DIGITS, missing - shared + SHARED_DIGITS) + path
      missing = shared
    }
    this.#lastLink = link
    this.#lastPath = copied(path)
    return this.#lastPath
  }
}

/** A part of a text would keep the whole text in memory, and a thousand pages may be read for one finding. */
function copied(text: string): string {
  return ` ${text}`.slice(1)
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

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
  link(link: number, texts: LinkTexts): StoredLink {
    return {
      urlIndex: this.urlIndexOf(link),
      kind: linkKinds[this.kindIndexOf(link)] ?? 'anchor',
      region: regions[this.regionIndexOf(link)] ?? 'body',
      text: texts.text(this.#number(link, TEXT)),
      path: texts.path(link),
      rel: texts.rel(this.#number(link, REL)),
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
