/** Part of a text, from one offset to before another. */
export interface TextRange {
  from: number
  to: number
}

const NOTHING: TextRange = { from: 0, to: 0 }

/** A whole word or one other character: a mark begins and ends between two of them. */
const TOKENS = /[\p{L}\p{N}_-]+|[^\p{L}\p{N}_-]/gu

/**
 * What differs between two versions of a source text: all between what begins and what ends alike. Nothing where they have nothing in
 * common.
 */
export function differenceOf(before: string, after: string): { before: TextRange; after: TextRange } {
  const [one, other] = [before.match(TOKENS) ?? [], after.match(TOKENS) ?? []]
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start++
  let end = 0
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end++
  if (start + end === 0) return { before: NOTHING, after: NOTHING }
  const from = one.slice(0, start).join('').length
  const alike = end === 0 ? 0 : one.slice(-end).join('').length
  return { before: { from, to: before.length - alike }, after: { from, to: after.length - alike } }
}
