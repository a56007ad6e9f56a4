import { MAX_TEXT } from '#shared/limits.ts'
import { foldWhitespace } from '#shared/white-space.ts'
import { isWhiteSpace } from './code-traits.ts'

/** A text of at most `limit` UTF-16 units, an ellipsis where it was cut, no half surrogate pairs. */
export function cutText(text: string, limit = MAX_TEXT): string {
  if (text.length <= limit) return text.toWellFormed()
  const end = limit - 1
  const isPairSplit = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800
  return `${text.slice(0, isPairSplit ? end - 1 : end).toWellFormed()}…`
}

/** Folded and cut: titles, headings, names. */
export function cutFolded(text: string): string {
  if (text.length <= MAX_TEXT && isFolded(text)) return text
  // Text far behind the cut is not folded: a title may be megabytes long.
  return cutText(foldWhitespace(text.length > MAX_UNFOLDED ? text.slice(0, MAX_UNFOLDED) : text))
}

const MAX_UNFOLDED = 50 * MAX_TEXT
const SPACE = 0x20
const FIRST_SURROGATE = 0xd800

/** The common case: this check makes extraction 5% faster. False also for a text that may hold half a surrogate pair. */
function isFolded(text: string): boolean {
  let endsBlank = true
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === SPACE) {
      if (endsBlank) return false
      endsBlank = true
    } else if (isWhiteSpace(code) || code >= FIRST_SURROGATE) return false
    else endsBlank = false
  }
  return !endsBlank || text === ''
}
