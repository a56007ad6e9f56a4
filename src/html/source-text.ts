import { decodeReferences } from './character-references.ts'
import { REPLACEMENT } from './characters.ts'

/**
 * Pieces of the source as the standard's input stream has them (13.2.3.5): line ends are LF. What a page does not have
 * (CR, NUL, character references) is not looked for in its pieces, which are asked for in their order. They share the memory of the
 * source, so they are for facts that are soon written down, not to be kept.
 */
export class SourceText {
  readonly source: string
  /** Whether texts may have NUL in them. */
  readonly hasNuls: boolean
  readonly #hasCarriageReturns: boolean
  readonly #isPlain: boolean
  /** First `&` at or behind the last piece; the length when there is none. */
  #ampersand = -1

  constructor(source: string, mayHaveNuls: boolean) {
    this.source = source
    this.hasNuls = mayHaveNuls && source.includes('\0')
    this.#hasCarriageReturns = source.includes('\r')
    this.#isPlain = !this.hasNuls && !this.#hasCarriageReturns
  }

  /** Without references decoded; NUL stays. */
  raw(start: number, end: number): string {
    const text = this.source.slice(start, end)
    return this.#hasCarriageReturns && text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
  }

  /** NUL stays. */
  decoded(start: number, end: number): string {
    if (this.#isPlain && this.#ampersand >= end) return this.source.slice(start, end)
    const text = this.raw(start, end)
    return this.#hasReference(start, end) ? decodeReferences(text, false) : text
  }

  attributeValue(start: number, end: number): string {
    if (start === end) return ''
    if (this.#isPlain && this.#ampersand >= end) return this.source.slice(start, end)
    const text = this.replaced(start, end)
    return this.#hasReference(start, end) ? decodeReferences(text, true) : text
  }

  /** With NUL replaced. */
  replaced(start: number, end: number): string {
    const text = this.raw(start, end)
    return this.hasNuls && text.includes('\0') ? text.replaceAll('\0', REPLACEMENT) : text
  }

  /** With NUL replaced and references decoded. */
  replacedAndDecoded(start: number, end: number): string {
    const text = this.replaced(start, end)
    return this.#hasReference(start, end) ? decodeReferences(text, false) : text
  }

  #hasReference(start: number, end: number): boolean {
    if (this.#ampersand < start) {
      const found = this.source.indexOf('&', start)
      this.#ampersand = found === -1 ? this.source.length : found
    }
    return this.#ampersand < end
  }
}
