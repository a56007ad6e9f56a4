/**
 * Width of a text as a search result shows it: grapheme clusters, of which East Asian wide and fullwidth ones (UAX #11) and
 * emoji count 2, so that a Japanese title of 28 characters measures 56. Invisible characters count 0.
 */
export function textWidth(text: string): number {
  if (ONE_COLUMN_EACH.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += clusterWidth(segment)
  return width
}

/** Characters that a reader counts: grapheme clusters that take up room. */
export function visibleCharacters(text: string): number {
  if (ONE_COLUMN_EACH.test(text)) return text.length
  let count = 0
  for (const { segment } of graphemes.segment(text)) if (clusterWidth(segment) > 0) count++
  return count
}

/** Splits a text where it would exceed `maxWidth` units: what is shown, and what would be cut. */
export function splitAtWidth(text: string, maxWidth: number): [shown: string, cut: string] {
  if (ONE_COLUMN_EACH.test(text)) return [text.slice(0, maxWidth), text.slice(maxWidth)]
  let width = 0
  for (const { segment, index } of graphemes.segment(text)) {
    width += clusterWidth(segment)
    if (width > maxWidth) return [text.slice(0, index), text.slice(index)]
  }
  return [text, '']
}

/**
 * Latin, Greek and Cyrillic letters with ASCII, dashes and quotation marks: one code unit, one cluster, one column. Soft hyphen and
 * marks are omitted.
 */
const ONE_COLUMN_EACH = /^[\x20-\x7e\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027]*$/
const INVISIBLE = /^[\p{Cc}\p{Cf}\p{Mn}]+$/u
const EMOJI = /\p{Emoji_Presentation}|\ufe0f/u
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** East_Asian_Width W and F (UAX #11, Unicode 16), neighbouring blocks merged. Emoji have a property of their own. */
const WIDE: readonly (readonly [from: number, to: number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18d08],
  [0x1aff0, 0x1b2fb],
  [0x1f200, 0x1f265],
  [0x20000, 0x3fffd],
]

function clusterWidth(cluster: string): number {
  const codePoint = cluster.codePointAt(0) ?? 0
  if (INVISIBLE.test(cluster)) return 0
  return WIDE.some(([from, to]) => codePoint >= from && codePoint <= to) || EMOJI.test(cluster) ? 2 : 1
}
