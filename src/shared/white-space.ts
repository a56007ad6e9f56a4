/** Runs of white space (no-break spaces and line ends included) become one space; none at the ends. */
export function foldWhitespace(text: string): string {
  return text.replace(UNFOLDED, ' ').trim()
}

/** White space that is not one space already: the single spaces between words, nearly all there is, need no replacing. */
const UNFOLDED = / \s+|[^\S ]\s*/g

/**
 * The key under which two texts count as the same: NFC, white space folded, case folded. JavaScript has no case folding;
 * upper then lower case does the same for what titles contain (ß equals ss, the two lower-case sigmas are one).
 */
export function foldedKey(text: string): string {
  const folded = foldWhitespace(text)
  if (ASCII.test(folded)) return folded.toLowerCase()
  return folded.normalize('NFC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC')
}

const ASCII = /^[\x00-\x7f]*$/

/**
 * Takes ASCII whitespace off both ends. `String.trim` takes U+00A0, too, and where text holds one character per octet that is
 * the last octet of letters such as `à` (C3 A0): the rest of it would be another letter.
 */
export function trimBlanks(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isBlank(text.charCodeAt(start))) start += 1
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1
  return text.slice(start, end)
}

function isBlank(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d)
}
