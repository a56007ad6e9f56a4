import { CHARACTER_REFERENCE_NAMES } from './character-reference-names.ts'
import { EQUALS, isDigit, isLetter, NUMBER_SIGN, REPLACEMENT, SEMICOLON } from './characters.ts'

/**
 * Pieces of the source as the standard's input stream has them (13.2.3.5), with line ends normalised to LF. Pieces are read in order. Characters that the
 * source does not contain (CR, NUL, ampersand) are not searched for in its pieces. Pieces share the memory of the source: encode the
 * facts made of them, do not keep them.
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

/** Of all names, with the semicolon that some of them need not have. */
const LONGEST_NAME = 32
const LONGEST_WITHOUT_SEMICOLON = 6

/** Filled at the first use. */
const texts = new Map<string, string>()

/**
 * Replaces character references (HTML standard, 13.2.5.72 to 80). In an attribute, a name without semicolon that is followed by `=` or
 * a letter or digit is none: it is a parameter in a URL.
 */
export function decodeReferences(text: string, isAttribute: boolean): string {
  let decoded = ''
  let last = 0
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', Math.max(last, at + 1))) {
    const code = text.charCodeAt(at + 1)
    const reference = code === NUMBER_SIGN ? numeric(text, at) : isNameStart(code) ? named(text, at, isAttribute) : null
    if (reference === null) continue
    decoded += text.slice(last, at) + reference.text
    last = reference.end
  }
  return last === 0 ? text : decoded + text.slice(last)
}

interface Reference {
  text: string
  /** Offset behind it. */
  end: number
}

function isNameStart(code: number): boolean {
  return isLetter(code) || isDigit(code)
}

function named(text: string, ampersand: number, isAttribute: boolean): Reference | null {
  if (texts.size === 0) readNames()
  const start = ampersand + 1
  const limit = Math.min(text.length, start + LONGEST_NAME)
  let end = start
  while (end < limit && isNameStart(text.charCodeAt(end))) end++
  if (text.charCodeAt(end) === SEMICOLON) {
    const whole = texts.get(text.slice(start, end + 1))
    if (whole !== undefined) return { text: whole, end: end + 1 }
  }
  for (let length = Math.min(end - start, LONGEST_WITHOUT_SEMICOLON); length > 1; length--) {
    const known = texts.get(text.slice(start, start + length))
    if (known === undefined) continue
    const next = text.charCodeAt(start + length)
    return isAttribute && (next === EQUALS || isNameStart(next)) ? null : { text: known, end: start + length }
  }
  return null
}

function numeric(text: string, ampersand: number): Reference | null {
  const isHexadecimal = (text.charCodeAt(ampersand + 2) | 0x20) === 0x78
  const base = isHexadecimal ? 16 : 10
  const start = ampersand + (isHexadecimal ? 3 : 2)
  let end = start
  let point = 0
  for (; end < text.length; end++) {
    const digit = digitOf(text.charCodeAt(end))
    if (digit >= base) break
    point = Math.min(point * base + digit, BEYOND_UNICODE)
  }
  if (end === start) return null
  return { text: characterOf(point), end: text.charCodeAt(end) === SEMICOLON ? end + 1 : end }
}

const BEYOND_UNICODE = 0x110000

/** 16 when it is no digit. */
function digitOf(code: number): number {
  if (isDigit(code)) return code - 48
  const lower = code | 0x20
  return lower >= 97 && lower <= 102 ? lower - 87 : 16
}

function characterOf(point: number): string {
  if (point === 0 || point >= BEYOND_UNICODE || (point >= 0xd800 && point <= 0xdfff)) return REPLACEMENT
  if (point >= 0x80 && point <= 0x9f) return WINDOWS_1252.charAt(point - 0x80)
  return String.fromCodePoint(point)
}

/** What 0x80 to 0x9F stand for. */
const WINDOWS_1252 =
  '\u20AC\x81\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\x8D\u017D\x8F' +
  '\x90\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\x9D\u017E\u0178'

function readNames(): void {
  for (const line of CHARACTER_REFERENCE_NAMES)
    for (const pair of line.split(' ')) {
      const [name = '', ...characters] = pair.split('=')
      const text = String.fromCodePoint(...characters.map(each => Number.parseInt(each, 36)))
      if (name.endsWith(':')) {
        texts.set(name.slice(0, -1), text)
        texts.set(`${name.slice(0, -1)};`, text)
      } else texts.set(`${name};`, text)
    }
}
