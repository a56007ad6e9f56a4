import { foldWhitespace } from '#shared/white-space.ts'

/**
 * A title as the product keeps it, from the text that was put into an HTML document in UTF-8: halves of surrogate pairs do not
 * survive the coding, NUL does not survive the parser (HTML standard, RCDATA state), white space is folded.
 */
export function shownTitle(text: string): string {
  return foldWhitespace(text.toWellFormed().replaceAll('\0', '\ufffd'))
}
