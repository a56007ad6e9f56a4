import { EXCLAMATION_MARK, GREATER_THAN, isLetter, QUESTION_MARK, SLASH } from './characters.ts'
import { isQuirksDoctype } from './doctype.ts'
import type { RepeatedName } from './node.ts'
import { endOfRawText, endOfScript } from './raw-text.ts'
import type { SourceText } from './source-text.ts'
import { TagScanner } from './tag-scanner.ts'
import type { TreeBuilder } from './tree-builder.ts'

const DOCTYPE = 'doctype'
const CDATA = '[CDATA['

/** Splits a source into tags and texts (HTML standard, 13.2.5) and passes each to the tree builder. */
export class Tokenizer {
  readonly #source: string
  readonly #text: SourceText
  readonly #scanner: TagScanner
  readonly #builder: TreeBuilder
  /** Start of the current text. */
  #textStart = 0
  /** The first `-->` at or behind the last comment, the length of the source when there is none; -1 while unknown. */
  #commentEnd = -1

  constructor(text: SourceText, builder: TreeBuilder) {
    this.#source = text.source
    this.#text = text
    this.#scanner = new TagScanner(this.#text, builder.token)
    this.#builder = builder
    builder.mayHaveNuls = this.#text.hasNuls
  }

  /** Attributes that start tags have twice. */
  get repeatedAttributes(): readonly RepeatedName[] {
    return this.#scanner.repeated
  }

  run(): void {
    const source = this.#source
    let at = 0
    for (let found = source.indexOf('<'); found !== -1; found = source.indexOf('<', at)) {
      const code = source.charCodeAt(found + 1)
      if (isLetter(code)) at = this.#startTag(found)
      else if (code === SLASH) at = this.#endTag(found)
      else if (code === EXCLAMATION_MARK) at = this.#declaration(found)
      else if (code === QUESTION_MARK) at = this.#bogusComment(found)
      else at = found + 1
      if (this.#builder.isStopped) return
    }
    this.#flush(source.length)
    this.#builder.end()
  }

  /** Passes the text up to `end`. */
  #flush(end: number): void {
    const start = this.#textStart
    if (start < end) this.#builder.text(this.#text.decoded(start, end))
    this.#textStart = end
  }

  /** Offset at which to continue. -1 is the end of the source within a tag, which is dropped. */
  #goOn(end: number): number {
    this.#textStart = end === -1 ? this.#source.length : end
    return this.#textStart
  }

  #startTag(start: number): number {
    this.#flush(start)
    const end = this.#scanner.startTag(start)
    if (end === -1) return this.#goOn(end)
    const { name } = this.#builder.token
    this.#builder.startTag()
    if (this.#builder.textModel === 'markup') return this.#goOn(end)
    return this.#goOn(this.#rawText(end, name))
  }

  /** Passes a raw text. Its end tag is read next. */
  #rawText(start: number, tagName: string): number {
    const builder = this.#builder
    const model = builder.textModel
    builder.textModel = 'markup'
    const end = this.#endOfRawText(start, model, tagName)
    if (end > start) {
      const isEscapable = model === 'escapable raw text'
      builder.text(isEscapable ? this.#text.replacedAndDecoded(start, end) : this.#text.replaced(start, end))
    }
    return end
  }

  #endOfRawText(start: number, model: TreeBuilder['textModel'], tagName: string): number {
    if (model === 'plain text') return this.#source.length
    return model === 'script' ? endOfScript(this.#source, start) : endOfRawText(this.#source, start, tagName)
  }

  #endTag(start: number): number {
    const code = this.#source.charCodeAt(start + 2)
    if (isLetter(code)) {
      this.#flush(start)
      const end = this.#scanner.endTag(start)
      if (end !== -1) this.#builder.endTag()
      return this.#goOn(end)
    }
    if (code === GREATER_THAN) {
      // `</>` is dropped.
      this.#flush(start)
      return this.#goOn(start + 3)
    }
    return start + 2 >= this.#source.length ? start + 2 : this.#bogusComment(start)
  }

  /** Up to the next `>`. */
  #bogusComment(start: number): number {
    this.#flush(start)
    this.#builder.comment()
    return this.#goOn(behind(this.#source, '>', start + 2))
  }

  #declaration(start: number): number {
    const source = this.#source
    if (source.startsWith('--', start + 2)) {
      this.#flush(start)
      this.#builder.comment()
      return this.#goOn(this.#endOfComment(start + 4))
    }
    if (source.slice(start + 2, start + 2 + DOCTYPE.length).toLowerCase() === DOCTYPE) {
      this.#flush(start)
      const end = behind(source, '>', start + 2)
      this.#builder.doctype(isQuirksDoctype(source.slice(start + 2 + DOCTYPE.length, end - 1)))
      return this.#goOn(end)
    }
    if (!source.startsWith(CDATA, start + 2)) return this.#bogusComment(start)
    this.#flush(start)
    if (!this.#builder.isInForeignContent) return this.#bogusComment(start)
    const from = start + 2 + CDATA.length
    const found = source.indexOf(']]>', from)
    const end = found === -1 ? source.length : found
    if (end > from) this.#builder.text(this.#text.raw(from, end))
    return this.#goOn(found === -1 ? end : end + 3)
  }

  /** Offset behind a comment whose content begins at `from`. */
  #endOfComment(from: number): number {
    const source = this.#source
    if (source.charCodeAt(from) === GREATER_THAN) return from + 1
    if (source.startsWith('->', from)) return from + 2
    if (this.#commentEnd < from) {
      const found = source.indexOf('-->', from)
      this.#commentEnd = found === -1 ? source.length : found
    }
    const bangEnd = source.slice(from, this.#commentEnd).indexOf('--!>')
    return bangEnd === -1 ? Math.min(this.#commentEnd + 3, source.length) : from + bangEnd + 4
  }
}

/** Offset behind the next occurrence, the length of the source when there is none. */
function behind(source: string, searched: string, from: number): number {
  const found = source.indexOf(searched, from)
  return found === -1 ? source.length : found + searched.length
}
