/**
 * Properties of single UTF-16 code units: white space, letters, lower case, normalisation.
 */

/** Thai is the first block of the scripts without spaces. */
export const FIRST_UNSPACED = 0x0e00

/** Thai, Lao, Myanmar, Khmer, Kana, Han, and the high surrogates by which further Han is written. */
export function isUnspaced(code: number): boolean {
  if (code < 0x1000) return code >= FIRST_UNSPACED && code <= 0x0eff
  if (code < 0x3000) return code <= 0x109f || (code >= 0x1780 && code <= 0x17ff) || (code >= 0x2e80 && code <= 0x2fdf)
  if (code < 0xa000) return code >= 0x3400 || (code >= 0x3041 && code <= 0x312f) || (code >= 0x3005 && code <= 0x3007)
  return (code >= 0xd840 && code <= 0xd8bf) || (code >= 0xf900 && code <= 0xfaff) || (code >= 0xff66 && code <= 0xff9f)
}

/** Beyond ASCII, everything outside punctuation and symbol blocks counts as a letter: exact enough to separate words from ornaments. */
export function isLetterOrDigit(code: number): boolean {
  if (code < 0x80)
    return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a)
  if (code < 0xc0) return code === 0xaa || code === 0xb5 || code === 0xba
  if (code >= 0x2000 && code <= 0x2bff) return code >= 0x2100 && code <= 0x218b
  if (code >= 0xd83c && code <= 0xdfff) return false
  return code !== 0xd7 && code !== 0xf7 && !(code >= 0x3000 && code <= 0x303f) && !(code >= 0xfe00 && code <= 0xfe6f)
}

/** Marks a code whose lower case depends on its neighbours, or that may separate words. */
export const CONTEXTUAL = 0
/** Hebrew is the first of many blocks without capitals. */
const FIRST_WITHOUT_CAPITALS = 0x0590
/** White space between words, but not for a regular expression. */
const NEXT_LINE = 0x85
const CAPITAL_SIGMA = 0x03a3

const lowerCase = Uint16Array.from({ length: FIRST_WITHOUT_CAPITALS }, (_, code) => {
  const lower = String.fromCharCode(code).toLowerCase()
  return lower.length > 1 || code === NEXT_LINE || code === CAPITAL_SIGMA ? CONTEXTUAL : lower.charCodeAt(0)
})

export function lowerCaseOf(code: number): number {
  if (code < FIRST_WITHOUT_CAPITALS) return lowerCase[code] ?? CONTEXTUAL
  const isAlone = code < FIRST_UNSPACED || isPunctuation(code) || isHangul(code)
  return isAlone ? code : CONTEXTUAL
}

/** Whether NFC keeps the code in any context. May be false where that is so. */
export function isSurelyNormal(code: number): boolean {
  if (code < 0x0388) return code < 0x0300
  return code < 0x0483 || isPunctuation(code) || (code >= 0x3400 && code < 0xa000)
}

/** Dashes, quotation marks, currency signs. */
function isPunctuation(code: number): boolean {
  return code > 0x200a && code < 0x20d0
}

function isHangul(code: number): boolean {
  return code >= 0xac00 && code <= 0xd7a3
}

const SPACE = 0x20
const NO_BREAK_SPACE = 0xa0
const OTHER_SPACES: ReadonlySet<number> = new Set([
  NO_BREAK_SPACE,
  0x1680,
  0x2028,
  0x2029,
  0x202f,
  0x205f,
  0x3000,
  0xfeff,
])

/** Whether a UTF-16 code is what a regular expression's `\s` stands for. */
export function isWhiteSpace(code: number): boolean {
  if (code < NO_BREAK_SPACE) return code === SPACE || (code >= 0x09 && code <= 0x0d)
  return (code >= 0x2000 && code <= 0x200a) || OTHER_SPACES.has(code)
}
