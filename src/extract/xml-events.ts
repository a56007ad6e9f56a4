/**
 * A streaming XML reader for sitemaps: reports tags and text in order while the document arrives. It reads no DTD and
 * resolves only the five entities of XML (§4.6) and character references, so nothing expands or is fetched. Time is linear; only an
 * incomplete tag is buffered.
 */
export interface XmlHandler {
  /** `attributes` is the text between the name and the end of the tag, as written. */
  onOpen(name: string, attributes: string): void
  onClose(name: string): void
  /** Part of the text of the innermost element. References are resolved unless it stood in a CDATA section. */
  onText(text: string, isLiteral: boolean): void
}

/** A document type declaration, a tag that never ends, or a name that closes what is not open. */
export type XmlProblem = 'doctype' | 'html' | 'malformed'

/** A longer tag is no tag of a sitemap. */
const MAX_TAG_LENGTH = 65_536
/** Enough to recognise markup by its start; the longest is `<!doctype html`. */
const LONGEST_START = 16

/** 1-based line, and 1-based column in UTF-16 code units. */
export interface SourcePosition {
  line: number
  column: number
}

const SKIPPED = [
  { start: '<!--', end: '-->' },
  { start: '<?', end: '?>' },
] as const
const CDATA_START = '<![CDATA['
const CDATA_END = ']]>'

export class XmlEvents {
  readonly #handler: XmlHandler
  #rest = ''
  /** The end that is searched for: of a comment or instruction, whose text is dropped, or of a CDATA section. */
  #until: string | null = null
  /** The current text, and the start of the current token in it. */
  #text = ''
  #tokenAt = 0
  /** Lines before `#countedTo` of the text are counted; the next one begins after `#lineEnd`. */
  #line = 1
  #column = 1
  #countedTo = 0
  #lineEnd = -1
  #detail = ''

  constructor(handler: XmlHandler) {
    this.#handler = handler
  }

  /** Takes the next piece; returns what is wrong with the document, null while nothing is. */
  push(piece: string): XmlProblem | null {
    const text = this.#rest + piece
    this.#text = text
    this.#countedTo = 0
    this.#lineEnd = text.indexOf('\n')
    let position = 0
    while (position < text.length) {
      this.#tokenAt = position
      const next = this.#step(text, position)
      if (typeof next === 'string') return next
      if (next === position) break
      position = next
    }
    this.#tokenAt = position
    this.#countTo(position)
    this.#rest = text.slice(position)
    this.#text = this.#rest
    this.#tokenAt = 0
    this.#countedTo = 0
    this.#lineEnd = this.#rest.indexOf('\n')
    return this.#rest.length > MAX_TAG_LENGTH ? this.#malformed('a tag that does not end') : null
  }

  /** End of the document. */
  end(): XmlProblem | null {
    if (this.#rest.trim() === '' && this.#until === null) return null
    return this.#malformed('the file ends inside a tag, comment or CDATA section')
  }

  /** Position of the current token. Cheap as long as positions ascend. */
  place(): SourcePosition {
    this.#countTo(this.#tokenAt)
    return { line: this.#line, column: this.#column }
  }

  /** What made the document malformed; '' when nothing did. */
  get detail(): string {
    return this.#detail
  }

  #malformed(detail: string): XmlProblem {
    this.#detail = detail
    return 'malformed'
  }

  #countTo(position: number): void {
    while (this.#lineEnd !== -1 && this.#lineEnd < position) {
      this.#line++
      this.#column = 1
      this.#countedTo = this.#lineEnd + 1
      this.#lineEnd = this.#text.indexOf('\n', this.#countedTo)
    }
    this.#column += position - this.#countedTo
    this.#countedTo = position
  }

  /** Handles one token; returns where the next begins, the same position when more of the text is needed. */
  #step(text: string, position: number): number | XmlProblem {
    if (this.#until !== null) return this.#skip(text, { from: position, until: this.#until })
    if (text[position] !== '<') {
      const markup = text.indexOf('<', position)
      // An incomplete reference at the end of a piece waits for the rest.
      const end = markup === -1 ? wholeReferences(text, position) : markup
      if (end > position) this.#handler.onText(text.slice(position, end), false)
      return end
    }
    for (const { start, end } of SKIPPED) {
      if (text.startsWith(start, position)) return this.#begin(position + start.length, end)
    }
    if (text.startsWith(CDATA_START, position)) return this.#begin(position + CDATA_START.length, CDATA_END)
    if (text.startsWith('<!', position)) return this.#declaration(text, position)
    return this.#tag(text, position)
  }

  #declaration(text: string, position: number): number | XmlProblem {
    const result = endOfDeclaration(text, position)
    return result === 'malformed' ? this.#malformed('a declaration that XML does not define') : result
  }

  #begin(position: number, until: string): number {
    this.#until = until
    return position
  }

  #skip(text: string, { from, until }: { from: number; until: string }): number {
    const found = text.indexOf(until, from)
    // The text may end with a part of it.
    const end = found === -1 ? Math.max(from, text.length - until.length + 1) : found
    if (until === CDATA_END && end > from) this.#handler.onText(text.slice(from, end), true)
    if (found === -1) return end
    this.#until = null
    return found + until.length
  }

  #tag(text: string, position: number): number | XmlProblem {
    const end = endOfTag(text, position)
    const isTooLong = (end === -1 ? text.length : end) - position > MAX_TAG_LENGTH
    if (isTooLong) return this.#malformed('a tag that does not end')
    if (end === -1) return position
    const isClosing = text[position + 1] === '/'
    const isEmpty = !isClosing && text[end - 1] === '/'
    const inner = text.slice(position + (isClosing ? 2 : 1), isEmpty ? end - 1 : end)
    const nameEnd = inner.search(/[\s/]/)
    const name = nameEnd === -1 ? inner : inner.slice(0, nameEnd)
    if (name === '' || name.includes('<')) return this.#malformed('a tag without a name')
    if (isClosing) this.#handler.onClose(name)
    else this.#handler.onOpen(name, nameEnd === -1 ? '' : inner.slice(nameEnd))
    if (isEmpty) this.#handler.onClose(name)
    return end + 1
  }
}

/** Position of the `>` that ends a tag, not counting those in quotes; -1 when it has not come yet. */
function endOfTag(text: string, position: number): number {
  let quote = ''
  for (let index = position + 1; index < text.length; index++) {
    const char = text[index] ?? ''
    if (quote !== '') {
      if (char === quote) quote = ''
    } else if (char === '>') return index
    else if (char === '"' || char === "'") quote = char
  }
  return -1
}

/** The same position while too little has arrived to decide. */
function endOfDeclaration(text: string, position: number): number | XmlProblem {
  const start = text.slice(position, position + LONGEST_START)
  const mayBecome = (token: string) => start.length < token.length && token.startsWith(start)
  if (mayBecome(CDATA_START) || mayBecome('<!--')) return position
  if (!/^<!doctype/i.test(start)) return start.length < LONGEST_START ? position : 'malformed'
  if (start.length < LONGEST_START && !start.includes('>')) return position
  return /^<!doctype\s+html/i.test(start) ? 'html' : 'doctype'
}

/** Longest reference that is resolved: `&#x10FFFF;`, with room for zeros before it. */
const MAX_REFERENCE_LENGTH = 16

function wholeReferences(text: string, position: number): number {
  const ampersand = text.lastIndexOf('&')
  const isOpen = ampersand >= position && !text.includes(';', ampersand)
  return isOpen && text.length - ampersand < MAX_REFERENCE_LENGTH ? ampersand : text.length
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])
const REFERENCE = /&(?:#(\d{1,8})|#x([\da-f]{1,8})|(amp|lt|gt|quot|apos));/gi

/** Resolves the five entities and character references; everything else stays as written. */
export function resolveReferences(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ENTITIES.get(name) ?? whole
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : whole
  })
}

/** Value of one attribute with references resolved, null when it is not there. One pass over the text. */
export function attributeOf(attributes: string, wanted: string): string | null {
  let position = 0
  for (;;) {
    const equals = attributes.indexOf('=', position)
    if (equals === -1) return null
    const name = lastWord(attributes.slice(position, equals))
    let start = equals + 1
    while (/\s/.test(attributes[start] ?? '')) start++
    const quote = attributes[start]
    if (quote !== '"' && quote !== "'") return null
    const end = attributes.indexOf(quote, start + 1)
    if (end === -1) return null
    if (name === wanted) return resolveReferences(attributes.slice(start + 1, end))
    position = end + 1
  }
}

function lastWord(text: string): string {
  return text.trim().split(/\s/).at(-1) ?? ''
}
