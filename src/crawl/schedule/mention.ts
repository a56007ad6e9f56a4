import { isKnownDepth } from '#shared/crawl-depth.ts'
import type { UrlRow } from '#store/store.ts'

/** What decides when a URL is visited: by which page it is named, and where on it. */
export type Mention = Pick<UrlRow, 'depth' | 'redirectDepth' | 'firstNumber' | 'firstPosition'>

/** By a page, in the first of its places. */
export function mentionOf({ row, isRedirect }: { row: UrlRow; isRedirect: boolean }): Mention {
  return {
    depth: isRedirect || !isKnownDepth(row.depth) ? row.depth : row.depth + 1,
    redirectDepth: isRedirect ? row.redirectDepth + 1 : 0,
    firstNumber: row.number,
    firstPosition: 0,
  }
}

export function setMention(row: UrlRow, { depth, redirectDepth, firstNumber, firstPosition }: Mention): void {
  row.depth = depth
  row.redirectDepth = redirectDepth
  row.firstNumber = firstNumber
  row.firstPosition = firstPosition
}

/** Unknown depth comes after all known ones. */
export function depthRank({ depth }: Pick<UrlRow, 'depth'>): number {
  return isKnownDepth(depth) ? depth : Number.MAX_SAFE_INTEGER
}

export function comesBefore(a: Mention, b: Mention): boolean {
  if (a.depth !== b.depth) return depthRank(a) < depthRank(b)
  if (a.firstNumber !== b.firstNumber) return a.firstNumber < b.firstNumber
  return a.firstPosition < b.firstPosition
}
