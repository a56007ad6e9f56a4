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

/** First elements of XML files that are not pages, behind an XML declaration, processing instructions and comments. */
const XML_FILE =
  /^(?:\xef\xbb\xbf)?\s{0,100}(?:<\?[^>]{1,500}>\s{0,100}|<!--[^>]{0,500}-->\s{0,100}){0,5}<(rss|rdf:RDF|feed|urlset|sitemapindex)[\s>]/
const XML_FORMATS: ReadonlyMap<string, string> = new Map([
  ['rss', 'RSS feed'],
  ['rdf:RDF', 'RSS feed'],
  ['feed', 'Atom feed'],
  ['urlset', 'sitemap'],
  ['sitemapindex', 'sitemap index'],
])

/**
 * What a body is if it is no page but a file, for a sentence; null for a page or a text. Bytes 0 are not counted: UTF-16 has them.
 */
export function fileFormatOf(body: Uint8Array): string | null {
  const bytes = body.subarray(0, SNIFFED_BYTES)
  const [first] = bytes
  if (first === undefined) return null
  const beginning = (length: number) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, length)).toString('latin1')
  // Nearly every page begins with a tag.
  if (STARTS_OF_MARKUP.has(first)) {
    const xml = XML_FORMATS.get(XML_FILE.exec(beginning(SNIFFED_BYTES))?.[1] ?? '')
    if (xml !== undefined || first === LESS_THAN) return xml ?? null
  }
  const start = beginning(MAX_SIGNATURE)
  const known = SIGNATURES.find(([pattern]) => pattern.test(start))
  if (known) return known[1]
  const binary = bytes.reduce((count, byte) => (isBinary(byte) ? count + 1 : count), 0)
  return binary >= Math.max(LEAST_BINARY_BYTES, bytes.byteLength * LEAST_BINARY_SHARE) ? 'binary file' : null
}

const LESS_THAN = 0x3c
/** White space, `<` and the first byte of a byte order mark. */
const STARTS_OF_MARKUP: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20, LESS_THAN, 0xef])
const MAX_SIGNATURE = 32
const ESCAPE = 0x1b

/** "Binary data byte" (MIME Sniffing, section 3), without 0; Japanese text has the escape. */
function isBinary(byte: number): boolean {
  return (byte > 0 && byte < 0x09) || byte === 0x0b || (byte > 0x0d && byte < 0x20 && byte !== ESCAPE)
}
