import {
  APOSTROPHE,
  EQUALS,
  GREATER_THAN,
  isWhitespace,
  lowerCaseOf,
  NUL,
  QUOTATION_MARK,
  REPLACEMENT,
  SLASH,
} from './characters.ts'
import type { Attribute, RepeatedName } from './node.ts'
import type { SourceText } from './source-text.ts'
import { OTHER_TAG, tagNumber } from './tags.ts'

/** The tag that was read last. There is one of it for a page: tags are handled one after the other. */
export interface TagToken {
  /** In lower case; SVG has some of its names adjusted. */
  name: string
  tag: number
  /** Of a start tag. */
  attrs: Attribute[]
  isSelfClosing: boolean
  /** Offset of `<`. */
  start: number
  /** Offset behind `>`. */
  end: number
}

/** Of one page: enough to see that its author erred. */
export const MAX_REPEATED_NAMES = 100

/** Shared by all elements without attributes: never written to. */
export const NO_ATTRIBUTES: Attribute[] = []

export function createTagToken(): TagToken {
  return { name: '', tag: 0, attrs: NO_ATTRIBUTES, isSelfClosing: false, start: -1, end: -1 }
}

/** Size of the table of interned names: a page repeats the same few dozen thousands of times. A power of two. */
const SLOTS = 2_048
/** Longer names are rare and are not interned. */
const LONGEST_INTERNED = 48
/** A name of up to this many characters, six bits each, fits in one number. */
const LONGEST_IN_NUMBER = 5

/**
 * Interned names of tags and attributes, in lower case. A new name replaces the one in its slot, so the table cannot grow.
 */
const names: string[] = new Array<string>(SLOTS).fill('')
/** The name as a number; 0 when it is none. */
const numbers = new Int32Array(SLOTS)
const tags = new Uint8Array(SLOTS)

const END = 64
/** By character code: the six bits of a character, in either case; 0 where a name with it fits no number; END where the name ends. */
const tagNameCharacters = characterTable('\t\n\f\r />')
const attributeNameCharacters = characterTable('\t\n\f\r />=')

function characterTable(ends: string): Uint8Array {
  const table = new Uint8Array(128)
  const plain = 'abcdefghijklmnopqrstuvwxyz0123456789-_:'
  for (const [index, character] of [...plain].entries()) {
    table[character.charCodeAt(0)] = index + 1
    table[character.toUpperCase().charCodeAt(0)] = index + 1
  }
  for (const end of ends) table[end.charCodeAt(0)] = END
  return table
}

/** Reads names of tags and attributes. */
class NameReader {
  /** Offset behind the name that was read last. */
  end = 0
  name = ''
  /** Of a tag. */
  tag = OTHER_TAG
  readonly #source: string

  constructor(source: string) {
    this.#source = source
  }

  /** The first character belongs to the name whatever it is. */
  read(start: number, characters: Uint8Array): void {
    const source = this.#source
    let hash = 0
    let isPlain = true
    let at = start
    for (; ; at++) {
      const code = source.charCodeAt(at)
      const added = characters[code] ?? 0
      if (added === END && at > start) break
      if (added > 0 && added < END) hash = ((hash << 6) | (hash >>> 26)) ^ added
      else {
        // Behind the end of the source there is no code.
        if (at >= source.length) break
        isPlain = false
        hash = Math.imul(hash, 31) + code
      }
    }
    this.end = at
    this.#find(start, hash, isPlain && at - start <= LONGEST_IN_NUMBER)
  }

  #find(start: number, hash: number, isNumber: boolean): void {
    const place = (hash ^ (hash >>> 11) ^ (hash >>> 22)) & (SLOTS - 1)
    const isKnown = isNumber ? numbers[place] === hash : this.#isWritten(start, names[place] ?? '')
    if (!isKnown) {
      if (this.end - start > LONGEST_INTERNED) {
        this.name = longName(this.#source.slice(start, this.end))
        this.tag = OTHER_TAG
        return
      }
      const name = copyOf(this.#source, start, this.end)
      names[place] = name
      numbers[place] = isNumber ? hash : 0
      tags[place] = tagNumber(name)
    }
    this.name = names[place] ?? ''
    this.tag = tags[place] ?? OTHER_TAG
  }

  #isWritten(start: number, name: string): boolean {
    if (name.length !== this.end - start) return false
    for (let i = 0; i < name.length; i++) {
      const code = this.#source.charCodeAt(start + i)
      const known = name.charCodeAt(i)
      if (code !== known && lowerCaseOf(code) !== known) return false
    }
    return true
  }
}

function longName(written: string): string {
  const name = written.replace(/[A-Z]+/g, letters => letters.toLowerCase())
  return name.includes('\0') ? name.replaceAll('\0', REPLACEMENT) : name
}

/** Not a slice, which would keep the whole source in memory. */
function copyOf(source: string, start: number, end: number): string {
  const codes: number[] = []
  for (let at = start; at < end; at++) {
    const code = source.charCodeAt(at)
    codes.push(code === NUL ? REPLACEMENT.charCodeAt(0) : lowerCaseOf(code))
  }
  return String.fromCharCode(...codes)
}

/** Above this many attributes the names of a tag are collected in a set: comparing them all would be quadratic. */
const FEW_NAMES = 32

/** Reads tags (HTML standard, 13.2.5.8 and 13.2.5.32 to 40). */
export class TagScanner {
  readonly #text: SourceText
  readonly #source: string
  readonly #token: TagToken
  readonly #names: NameReader
  /** Value of the attribute that was read last. */
  #value = ''
  /** Those of the tag that is read, then of tags before: lists that grow reserve room for seventeen, and most tags have one or two. */
  readonly #attrs: Attribute[] = []
  /** Attributes that a start tag has a second time; only the first of each counts. */
  readonly repeated: RepeatedName[] = []
  /** The last one of the tag that is read. */
  #repeatedName: string | null = null

  constructor(text: SourceText, token: TagToken) {
    this.#text = text
    this.#source = text.source
    this.#token = token
    this.#names = new NameReader(text.source)
  }

  /** Offset behind the start tag at `start`, -1 when the source ends in it. */
  startTag(start: number): number {
    this.#token.isSelfClosing = false
    this.#token.attrs = NO_ATTRIBUTES
    const end = this.#tag(start, start + 1)
    if (this.#repeatedName !== null) {
      if (end !== -1 && this.repeated.length < MAX_REPEATED_NAMES)
        this.repeated.push({ name: this.#repeatedName, start, end })
      this.#repeatedName = null
    }
    return end
  }

  /** The same of an end tag, whose attributes mean nothing. */
  endTag(start: number): number {
    const end = this.#tag(start, start + 2)
    this.#repeatedName = null
    return end
  }

  #tag(start: number, nameStart: number): number {
    const token = this.#token
    const names = this.#names
    names.read(nameStart, tagNameCharacters)
    token.name = names.name
    token.tag = names.tag
    let at = names.end
    if (this.#source.charCodeAt(at) !== GREATER_THAN) at = this.#attributes(at)
    token.start = start
    token.end = at < this.#source.length ? at + 1 : -1
    return token.end
  }

  /** Offset of the `>` that ends the tag, or of the end of the source. */
  #attributes(start: number): number {
    const source = this.#source
    const names = this.#names
    const attrs = this.#attrs
    let count = 0
    let known: Set<string> | null = null
    let at = start
    for (;;) {
      let code = source.charCodeAt(at)
      while (isWhitespace(code) || code === SLASH) {
        const isSlash = code === SLASH
        code = source.charCodeAt(++at)
        if (isSlash && code === GREATER_THAN) this.#token.isSelfClosing = true
      }
      if (code === GREATER_THAN || at >= source.length) break
      names.read(at, attributeNameCharacters)
      const { name } = names
      at = this.#attributeValue(names.end)
      if (known ? known.has(name) : this.#isNamed(name, count)) {
        this.#repeatedName = name
        continue
      }
      attrs[count++] = { name, value: this.#value }
      if (known) known.add(name)
      else if (count > FEW_NAMES) known = new Set(attrs.slice(0, count).map(each => each.name))
    }
    if (count > 0) this.#token.attrs = attrs.slice(0, count)
    return at
  }

  /** Reads the value of an attribute whose name ends at `start`: empty when none follows. Offset behind it. */
  #attributeValue(start: number): number {
    const source = this.#source
    const { length } = source
    this.#value = ''
    let at = start
    let code = source.charCodeAt(at)
    while (isWhitespace(code)) code = source.charCodeAt(++at)
    if (code !== EQUALS) return at
    do code = source.charCodeAt(++at)
    while (isWhitespace(code))
    if (code === QUOTATION_MARK || code === APOSTROPHE) {
      const end = source.indexOf(code === APOSTROPHE ? "'" : '"', at + 1)
      if (end === -1) return length
      this.#value = this.#text.attributeValue(at + 1, end)
      return end + 1
    }
    const valueStart = at
    while (at < length && code !== GREATER_THAN && !isWhitespace(code)) code = source.charCodeAt(++at)
    this.#value = this.#text.attributeValue(valueStart, at)
    return at
  }

  /** Whether one of the first so many attributes has the name. */
  #isNamed(name: string, count: number): boolean {
    for (let at = 0; at < count; at++) if (this.#attrs[at]?.name === name) return true
    return false
  }
}
