/** Bytes in which the XML declaration ends, if there is one. */
const DECLARATION_BYTES = 200
const DECLARED = /^\s{0,20}<\?xml[^>]{1,150}?encoding\s{0,5}=\s{0,5}["']([\w.:-]{1,40})["']/

/**
 * WHATWG name of the encoding of an XML document or text file: byte order mark, the pattern that `<?` makes in UTF-16, the
 * encoding of the XML declaration, else UTF-8 (XML 1.0, appendix F).
 */
export function sitemapEncoding(bytes: Uint8Array): string {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  const label = DECLARED.exec(String.fromCharCode(...bytes.subarray(0, DECLARATION_BYTES)))?.[1] ?? 'utf-8'
  try {
    const { encoding } = new TextDecoder(label)
    // A declaration that can be read octet by octet is in no encoding of two octets a character.
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding
  } catch {
    // A RangeError: no encoding of that name.
    return 'utf-8'
  }
}
