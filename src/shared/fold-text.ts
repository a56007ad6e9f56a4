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
