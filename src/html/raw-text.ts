import { GREATER_THAN, isLetter, isWhitespace, SLASH } from './characters.ts'

/** How the text after a start tag is read (HTML standard, 13.2.5.1 to 5). */
export type TextModel = 'markup' | 'escapable raw text' | 'raw text' | 'script' | 'plain text'

/** Offset of the end tag that ends the raw text of an element, the length of the source when it has none. */
export function endOfRawText(source: string, from: number, tagName: string): number {
  for (let at = source.indexOf('</', from); at !== -1; at = source.indexOf('</', at + 2))
    if (isNameAt(source, at + 2, tagName)) return at
  return source.length
}

/**
 * The same for a script, whose text may have a comment with a script in it (13.2.5.15 to 31): within `<!-- <script> ... -->`, the
 * first end tag belongs to the inner one.
 */
export function endOfScript(source: string, from: number): number {
  let isInComment = false
  let isInInnerScript = false
  let commentEnd = -1
  for (let at = source.indexOf('<', from); at !== -1; ) {
    if (isInComment && commentEnd < at) {
      isInComment = false
      isInInnerScript = false
    }
    const isEnd = source.charCodeAt(at + 1) === SLASH
    if (!isInComment) {
      if (isEnd && isNameAt(source, at + 2, 'script')) return at
      if (source.startsWith('!--', at + 1)) {
        // `<!-->` is a whole comment.
        commentEnd = indexOrEnd(source, '-->', at + 2)
        isInComment = true
      }
    } else if (isInInnerScript) {
      if (isEnd && isNameAt(source, at + 2, 'script')) isInInnerScript = false
    } else if (isEnd) {
      if (isNameAt(source, at + 2, 'script')) return at
    } else if (isNameAt(source, at + 1, 'script')) isInInnerScript = true
    at = source.indexOf('<', at + 1)
  }
  return source.length
}

/** Whether a tag of the name, in either case, is written there. */
function isNameAt(source: string, at: number, name: string): boolean {
  if (!isLetter(source.charCodeAt(at))) return false
  for (let i = 0; i < name.length; i++) if ((source.charCodeAt(at + i) | 0x20) !== name.charCodeAt(i)) return false
  const next = source.charCodeAt(at + name.length)
  return isWhitespace(next) || next === SLASH || next === GREATER_THAN
}

function indexOrEnd(source: string, searched: string, from: number): number {
  const found = source.indexOf(searched, from)
  return found === -1 ? source.length : found
}
