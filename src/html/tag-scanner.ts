import { APOSTROPHE, EQUALS, GREATER_THAN, isWhitespace, QUOTATION_MARK, SLASH } from './characters.ts'
import { attributeNameCharacters, NameReader, tagNameCharacters } from './name-reader.ts'
import type { Attribute } from './node.ts'
import type { SourceText } from './source-text.ts'
import { NO_ATTRIBUTES, type TagToken } from './tag-token.ts'

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
    return this.#tag(start, start + 1)
  }

  /** The same of an end tag, whose attributes mean nothing. */
  endTag(start: number): number {
    return this.#tag(start, start + 2)
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
      if (known ? known.has(name) : this.#isNamed(name, count)) continue
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
