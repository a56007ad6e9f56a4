/**
 * Controls (terminal escapes begin with one) and the marks that reorder the text around them: U+061C, U+200E, U+200F,
 * U+202A to U+202E and U+2066 to U+2069 (UAX #9), the line separators and the byte order mark.
 */
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

/** Text of a crawled site as a terminal may be given it: on one line, harmless. */
export function terminalText(text: string): string {
  return text.replace(UNPRINTABLE, '')
}

/** At most `width` characters, with an ellipsis at the end for what was cut. */
export function cutEnd(text: string, width: number): string {
  const characters = [...text]
  if (characters.length <= width) return text
  return `${characters.slice(0, Math.max(0, width - 1)).join('')}…`
}

/** At most `width` characters, with an ellipsis in the middle: both ends of an address say something. */
export function cutMiddle(text: string, width: number): string {
  const characters = [...text]
  if (characters.length <= width) return text
  const kept = Math.max(0, width - 1)
  const head = Math.ceil(kept / 2)
  const tail = characters.length - (kept - head)
  return `${characters.slice(0, head).join('')}…${characters.slice(tail).join('')}`
}
