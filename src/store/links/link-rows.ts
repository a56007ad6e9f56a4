import type { StoredLink } from '#shared/link-codec.ts'
import { linkKinds, regions } from '#shared/model.ts'

/** Of one link, in the order in which `encodeLinks` writes its numbers. */
const [URL_INDEX, KIND, REGION, TEXT, PATH, REL, FRAGMENT, LINE, NOFOLLOW, FIELDS] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

/** Begin the numbers, and what goes before. Nothing else reads so: within a text each quotation mark has a backslash before it. */
const ROWS_MARK = '"rows":'
const [COMMA, MINUS, ZERO, NINE, CLOSING] = [0x2c, 0x2d, 0x30, 0x39, 0x5d]

const FRAGMENTS_MARK = '"fragments":'

type Fragments = (string | null)[]
type Texts = { texts: string[]; paths: string[]; rels: string[]; fragments: Fragments }

/**
 * The links of one page, still packed as `encodeLinks` packs them. Most reads need numbers alone, without an object for each link or
 * strings of texts and paths: a quarter of the time of `decodeLinks`.
 */
export class LinkRows {
  readonly length: number
  readonly #bytes: Buffer
  readonly #rowsStart: number
  readonly #numbers: Int32Array
  #texts: Texts | null = null
  #fragments: Fragments | null = null

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#rowsStart = this.#bytes.lastIndexOf(ROWS_MARK)
    const { numbers, count } = readNumbers(bytes, this.#rowsStart + ROWS_MARK.length)
    this.#numbers = numbers
    this.length = count
  }

  /** Place of the link's URL among the distinct URLs of the page. */
  urlIndexOf(link: number): number {
    return this.#number(link, URL_INDEX)
  }

  /** Place in `linkKinds`. */
  kindIndexOf(link: number): number {
    return this.#number(link, KIND)
  }

  /** Place in `regions`. */
  regionIndexOf(link: number): number {
    return this.#number(link, REGION)
  }

  isNofollow(link: number): boolean {
    return this.#number(link, NOFOLLOW) === 1
  }

  fragmentOf(link: number): string | null {
    this.#fragments ??= this.#readFragments()
    return this.#fragments[this.#number(link, FRAGMENT)] ?? null
  }

  /** All of one link. */
  link(link: number): StoredLink {
    const { texts, paths, rels } = this.#readTexts()
    return {
      urlIndex: this.urlIndexOf(link),
      kind: linkKinds[this.kindIndexOf(link)] ?? 'anchor',
      region: regions[this.regionIndexOf(link)] ?? 'body',
      text: texts[this.#number(link, TEXT)] ?? '',
      path: paths[this.#number(link, PATH)] ?? '',
      rel: (rels[this.#number(link, REL)] ?? '').split(' ').filter(Boolean),
      fragment: this.fragmentOf(link),
      line: this.#number(link, LINE),
      isNofollow: this.isNofollow(link),
    }
  }

  #number(link: number, field: number): number {
    return this.#numbers[link * FIELDS + field] ?? 0
  }

  #readTexts(): Texts {
    if (this.#texts === null) {
      const texts: Texts = JSON.parse(`${this.#bytes.toString('utf8', 0, this.#rowsStart)}${ROWS_MARK}[]}`)
      this.#texts = texts
    }
    return this.#texts
  }

  #readFragments(): Fragments {
    const start = this.#bytes.lastIndexOf(FRAGMENTS_MARK, this.#rowsStart) + FRAGMENTS_MARK.length
    return JSON.parse(this.#bytes.toString('utf8', start, this.#rowsStart - ','.length))
  }
}

/** Numbers of rows such as `[[0,2,-1],[…]]`, one after the other. */
function readNumbers(bytes: Uint8Array, start: number): { numbers: Int32Array; count: number } {
  // Each number takes a digit and what parts it from the next.
  const numbers = new Int32Array((bytes.length - start) >>> 1)
  let position = 0
  let value = 0
  let sign = 1
  for (let index = start; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0
    if (byte >= ZERO && byte <= NINE) value = value * 10 + byte - ZERO
    else if (byte === MINUS) sign = -1
    else if (byte === COMMA || byte === CLOSING) {
      // The first bracket that ends a row follows its last number; the character after it follows none.
      if (byte === CLOSING) index++
      numbers[position++] = sign * value
      value = 0
      sign = 1
    }
  }
  return { numbers, count: Math.floor(position / FIELDS) }
}
