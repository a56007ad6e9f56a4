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
  // A page whose meta could be read byte by byte is not in UTF-16, whatever it says.
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
