/**
 * Text for element content and for attributes in double quotes (XML 1.0, 2.4). Line ends and tabs become references, because a
 * parser would turn those of an attribute into blanks and each CR into LF (2.11, 3.3.3). What XML cannot hold even as a reference
 * (2.2: controls, halves of surrogate pairs, U+FFFE and U+FFFF) becomes U+FFFD.
 */
export function xmlText(text: string): string {
  return text.replace(NOT_LITERAL, character => references.get(character) ?? '\ufffd')
}

const NOT_LITERAL = /[&<>"'\0-\x1f\p{Surrogate}\ufffe\uffff]/gu
const references: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
  ['\t', '&#9;'],
  ['\n', '&#10;'],
  ['\r', '&#13;'],
])
