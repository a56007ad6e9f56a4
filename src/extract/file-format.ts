/** First bytes of files, as Latin-1 (MIME Sniffing, sections 6.1 to 6.4, and what is often uploaded besides). */
const SIGNATURES: readonly [pattern: RegExp, format: string][] = [
  [/^%PDF-/, 'PDF file'],
  [/^PK(?:\x03\x04|\x05\x06)/, 'ZIP archive'],
  [/^\x1f\x8b\x08/, 'gzip archive'],
  [/^Rar \x1a\x07|^Rar!\x1a\x07/, 'RAR archive'],
  [/^7z\xbc\xaf\x27\x1c/, '7z archive'],
  [/^\x89PNG\r\n\x1a\n/, 'PNG image'],
  [/^GIF8[79]a/, 'GIF image'],
  [/^\xff\xd8\xff/, 'JPEG image'],
  [/^RIFF[\s\S]{4}WEBPVP/, 'WebP image'],
  [/^[\s\S]{4}ftypavi[fs]/, 'AVIF image'],
  [/^\0\0\x01\0/, 'icon'],
  [/^RIFF[\s\S]{4}(?:WAV|AVI)|^OggS\0|^ID3|^[\s\S]{4}ftyp|^\x1a\x45\xdf\xa3/, 'audio or video file'],
  [/^wOF[F2]|^\0\x01\0\0|^OTTO/, 'font'],
  [/^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/, 'Microsoft Office document'],
  [/^MZ[\s\S]{2}\0|^\x7fELF/, 'program'],
]

/** Bytes by which a browser distinguishes a file from a text (MIME Sniffing, section 7.2). */
const SNIFFED_BYTES = 1_445
/** Fewer may be stray bytes in a text. Of random bytes a tenth are binary data bytes. */
const LEAST_BINARY_SHARE = 0.05
const LEAST_BINARY_BYTES = 8

/**
 * What a body is if it is no text, for a sentence; null for a text. Bytes 0 are not counted: UTF-16 has them.
 */
export function binaryFormatOf(body: Uint8Array): string | null {
  const bytes = body.subarray(0, SNIFFED_BYTES)
  const [first] = bytes
  // Nearly every page begins with a tag.
  if (first === undefined || first === LESS_THAN) return null
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, MAX_SIGNATURE)).toString(
    'latin1',
  )
  const known = SIGNATURES.find(([pattern]) => pattern.test(start))
  if (known) return known[1]
  const binary = bytes.reduce((count, byte) => (isBinary(byte) ? count + 1 : count), 0)
  return binary >= Math.max(LEAST_BINARY_BYTES, bytes.byteLength * LEAST_BINARY_SHARE) ? 'binary file' : null
}

const LESS_THAN = 0x3c
const MAX_SIGNATURE = 32
const ESCAPE = 0x1b

/** "Binary data byte" (MIME Sniffing, section 3), without 0; Japanese text has the escape. */
function isBinary(byte: number): boolean {
  return (byte > 0 && byte < 0x09) || byte === 0x0b || (byte > 0x0d && byte < 0x20 && byte !== ESCAPE)
}
