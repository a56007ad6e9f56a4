import type { CharsetFacts } from '#shared/facts.ts'

export interface DecodedBody {
  text: string
  charset: CharsetFacts
  /** False when the text has no U+0000 for sure. */
  mayHaveNuls: boolean
}

interface Encoded {
  bytes: Uint8Array
  /** Content-Type header, null when absent. */
  contentType: string | null
  /** Bytes are missing at the end, so an incomplete character there is not an error of the page. */
  isTruncated: boolean
}

/** A declaration must end within these bytes to count during parsing (HTML standard, 13.2.3.2). */
const PRESCAN_BYTES = 1_024
/** Browsers restart for a later declaration; beyond this none is searched for. */
const LATE_PRESCAN_BYTES = 100_000

/**
 * Decodes by the encoding sniffing algorithm of the HTML standard (13.2.3.2): byte order mark, Content-Type header, meta within
 * the first 1,024 bytes; then, as browsers do, a later meta; then a guess: UTF-8 when the bytes are, else windows-1252.
 */
export function decodeBody(encoded: Encoded): DecodedBody {
  const { bytes } = encoded
  // Every encoding writes U+0000 with a byte 0. Searching the text takes twenty times as long.
  const mayHaveNuls = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(0)
  return { ...decodeKnown(encoded), mayHaveNuls }
}

type Decoded = Omit<DecodedBody, 'mayHaveNuls'>

function decodeKnown({ bytes, contentType, isTruncated }: Encoded): Decoded {
  const declared = declaredEncoding(bytes, contentType)
  if (declared === null) return guess(bytes, isTruncated)
  const exact = decode(bytes, { label: declared.used, isFatal: true, isTruncated })
  const text = exact ?? decode(bytes, { label: declared.used, isFatal: false, isTruncated }) ?? ''
  return { text, charset: { ...declared, hasInvalidBytes: exact === null } }
}

type Declared = Omit<CharsetFacts, 'hasInvalidBytes'>

function declaredEncoding(bytes: Uint8Array, contentType: string | null): Declared | null {
  const mark = byteOrderMark(bytes)
  if (mark !== null) return { used: mark, from: 'bom' }
  const header = encodingOf(charsetParameter(contentType ?? ''))
  if (header !== null) return { used: header, from: 'header' }
  const meta = prescanCharset(bytes.subarray(0, PRESCAN_BYTES), encodingOf)
  if (meta !== null) return { used: meta, from: 'meta' }
  const late = prescanCharset(bytes.subarray(0, LATE_PRESCAN_BYTES), encodingOf)
  return late === null ? null : { used: late, from: 'meta-late' }
}

function byteOrderMark([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xff && second === 0xfe ? 'utf-16le' : null
}

/** Value of the charset parameter of a media type, quoted or not; '' when there is none. */
function charsetParameter(contentType: string): string {
  const match = /;\s*charset\s*=\s*("[^"]*"|'[^']*'|[^\s;]*)/i.exec(contentType.slice(0, 1_000))
  return (match?.[1] ?? '').replace(/^["']|["']$/g, '')
}

/** WHATWG name of the encoding of a label, null for an unknown one. */
function encodingOf(label: string): string | null {
  if (label.trim() === '') return null
  try {
    return new TextDecoder(label.trim()).encoding
  } catch {
    // A RangeError: no encoding of that name, or one that the standard replaces because of its dangers.
    return null
  }
}

function guess(bytes: Uint8Array, isTruncated: boolean): Decoded {
  const utf8 = decode(bytes, { label: 'utf-8', isFatal: true, isTruncated })
  if (utf8 !== null) return { text: utf8, charset: { used: 'utf-8', from: 'guess', hasInvalidBytes: false } }
  const text = decode(bytes, { label: 'windows-1252', isFatal: false, isTruncated }) ?? ''
  return { text, charset: { used: 'windows-1252', from: 'guess', hasInvalidBytes: false } }
}

function decode(bytes: Uint8Array, options: { label: string; isFatal: boolean; isTruncated: boolean }): string | null {
  try {
    return new TextDecoder(options.label, { fatal: options.isFatal }).decode(bytes, { stream: options.isTruncated })
  } catch {
    return null
  }
}

/**
 * Looks for a charset declaration in the beginning of a page ("prescan a byte stream to determine its encoding", HTML standard
 * 13.2.3.2). `encodingOf` turns a label into an encoding, null for an unknown one. Linear in the bytes.
 */
export function prescanCharset(bytes: Uint8Array, encodingOf: (label: string) => string | null): string | null {
  const text = asciiOf(bytes)
  let at = text.indexOf('<')
  while (at !== -1) {
    if (text.startsWith('<!--', at)) {
      // `<!-->` is a whole comment.
      const end = text.indexOf('-->', at + 2)
      if (end === -1) return null
      at = end + 2
    } else if (META_START.test(text.slice(at, at + 6))) {
      const read = readAttributes(text, at + 5)
      const encoding = encodingOfMeta(read.attributes, encodingOf)
      if (encoding !== null) return encoding
      at = read.end
    } else if (TAG_START.test(text.slice(at, at + 3))) {
      const nameEnd = skipUntil(text, at + 1, isBlankOrEnd)
      at = readAttributes(text, nameEnd).end
    } else if (OTHER_MARKUP.test(text.slice(at, at + 2))) {
      const end = text.indexOf('>', at)
      if (end === -1) return null
      at = end
    } else at++
    at = text.indexOf('<', at)
  }
  return null
}

const META_START = /^<meta[\t\n\f\r /]/i
const TAG_START = /^<\/?[a-z]/i
const OTHER_MARKUP = /^<[!/?]/

/** One UTF-16 unit per byte, so that offsets agree. */
function asciiOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

function encodingOfMeta(
  attributes: ReadonlyMap<string, string>,
  encodingOf: (label: string) => string | null,
): string | null {
  const charset = attributes.get('charset')
  const isPragma = attributes.get('http-equiv')?.toLowerCase() === 'content-type'
  const label = charset ?? (isPragma ? charsetInContent(attributes.get('content') ?? '') : null)
  const encoding = label === null ? null : encodingOf(label)
  // A page whose meta can be read byte by byte is not in UTF-16.
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return 'utf-8'
  if (encoding === null && label?.trim().toLowerCase() === 'x-user-defined') return 'windows-1252'
  return encoding
}

/** "Algorithm for extracting a character encoding from a meta element" (HTML standard, 2.4.3). */
function charsetInContent(content: string): string | null {
  const match = /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^"'\t\n\f\r ;][^\t\n\f\r ;]*))/i.exec(content)
  return match ? (match[1] ?? match[2] ?? match[3] ?? null) : null
}

/** Attributes of a tag from behind its name; the first of a name counts. */
function readAttributes(text: string, from: number): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>()
  let at = from
  for (;;) {
    at = skipUntil(text, at, char => !isBlank(char) && char !== '/')
    if (at >= text.length || text.charAt(at) === '>') return { attributes, end: at }
    const nameEnd = skipUntil(text, at + 1, char => char === '=' || char === '/' || isBlankOrEnd(char))
    const name = text.slice(at, nameEnd).toLowerCase()
    at = skipUntil(text, nameEnd, char => !isBlank(char))
    let value = ''
    if (text.charAt(at) === '=') {
      const read = readValue(
        text,
        skipUntil(text, at + 1, char => !isBlank(char)),
      )
      value = read.value.toLowerCase()
      at = read.end
    }
    if (!attributes.has(name)) attributes.set(name, value)
  }
}

function readValue(text: string, from: number): { value: string; end: number } {
  const quote = text.charAt(from)
  if (quote !== '"' && quote !== "'") {
    const end = skipUntil(text, from, isBlankOrEnd)
    return { value: text.slice(from, end), end }
  }
  const end = text.indexOf(quote, from + 1)
  return end === -1 ? { value: '', end: text.length } : { value: text.slice(from + 1, end), end: end + 1 }
}

function skipUntil(text: string, from: number, isFound: (char: string) => boolean): number {
  let at = from
  while (at < text.length && !isFound(text.charAt(at))) at++
  return at
}

function isBlank(char: string): boolean {
  return char === ' ' || char === '\n' || char === '\t' || char === '\r' || char === '\f'
}

function isBlankOrEnd(char: string): boolean {
  return char === '>' || isBlank(char)
}
