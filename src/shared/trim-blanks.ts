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
