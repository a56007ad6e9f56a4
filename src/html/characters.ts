/** Characters by UTF-16 code. */
export const NUL = 0
const TAB = 9
export const LINE_FEED = 10
const FORM_FEED = 12
const CARRIAGE_RETURN = 13
const SPACE = 32
export const EXCLAMATION_MARK = 33
export const QUOTATION_MARK = 34
export const NUMBER_SIGN = 35
export const APOSTROPHE = 39
export const SLASH = 47
export const SEMICOLON = 59
export const EQUALS = 61
export const GREATER_THAN = 62
export const QUESTION_MARK = 63
export const REPLACEMENT = '\uFFFD'

const whitespace = new Uint8Array(128)
for (const code of [TAB, LINE_FEED, FORM_FEED, CARRIAGE_RETURN, SPACE]) whitespace[code] = 1

export function isWhitespace(code: number): boolean {
  return whitespace[code] === 1
}

export function isLetter(code: number): boolean {
  const lower = code | 0x20
  return lower >= 97 && lower <= 122
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** Letters of ASCII only, as the standard wants: `K` (the Kelvin sign) stays. */
export function lowerCaseOf(code: number): number {
  return code >= 65 && code <= 90 ? code + 32 : code
}

/** Where the first character that is no white space stands, or `end`. */
export function skipWhitespace(text: string, from: number, end: number): number {
  let at = from
  while (at < end && isWhitespace(text.charCodeAt(at))) at++
  return at
}
