import type { CharsetFacts } from '#shared/facts.ts'
import { prescanCharset } from './prescan-charset.ts'

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
  /** Bytes are missing at the end: half a character there is no fault of the page. */
  isTruncated: boolean
}

/** Where a declaration must end to be heeded while the page is parsed (HTML standard, 13.2.3.2). */
const PRESCAN_BYTES = 1_024
/** Browsers start over for a later declaration; beyond this none is looked for. */
const LATE_PRESCAN_BYTES = 100_000

/**
 * Decodes by the encoding sniffing algorithm of the HTML standard (13.2.3.2): byte order mark, Content-Type header, meta within
 * the first 1,024 bytes; then, as browsers do, a later meta; then a guess: UTF-8 when the bytes are, else windows-1252.
 */
export function decodeBody(encoded: Encoded): DecodedBody {
  const { bytes } = encoded
  // Every encoding writes U+0000 with a byte 0. To find none in the text takes twenty times as long.
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
