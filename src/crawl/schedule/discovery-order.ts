import { isKnownDepth } from '#shared/crawl-depth.ts'
import type { UrlRow } from '#store/store.ts'
import type { Mention, UrlColumns } from './url-columns.ts'
import type { UrlTexts } from './url-texts.ts'

/** The order in which URLs were found, which does not depend on the order of arrival. URLs are given by their ids. */
export class DiscoveryOrder {
  readonly #columns: UrlColumns
  readonly #texts: UrlTexts

  constructor(columns: UrlColumns, texts: UrlTexts) {
    this.#columns = columns
    this.#texts = texts
  }

  /** Sorts them in place. */
  byDiscovery(ids: number[]): number[] {
    return ids.sort((a, b) => this.#compare(a, b))
  }

  /** By frontier number, then by discovery; in place. */
  byNumber(ids: number[]): number[] {
    const columns = this.#columns
    return ids.sort((a, b) => columns.number(a) - columns.number(b) || this.#compare(a, b))
  }

  depthRank(id: number): number {
    return rankOf(this.#columns.depth(id))
  }

  /** Whether a mention comes before the one that the URL is known by. */
  comesBefore(mention: Mention, id: number): boolean {
    const columns = this.#columns
    if (mention.depth !== columns.depth(id)) return rankOf(mention.depth) < this.depthRank(id)
    if (mention.firstNumber !== columns.firstNumber(id)) return mention.firstNumber < columns.firstNumber(id)
    return mention.firstPosition < columns.firstPosition(id)
  }

  #compare(a: number, b: number): number {
    const columns = this.#columns
    return (
      columns.firstNumber(a) - columns.firstNumber(b) ||
      columns.firstPosition(a) - columns.firstPosition(b) ||
      (this.#texts.at(a) < this.#texts.at(b) ? -1 : 1)
    )
  }
}

/** The mention by a page, at its first position. */
export function mentionOf(
  { depth, redirectDepth, number }: Pick<UrlRow, 'depth' | 'redirectDepth' | 'number'>,
  isRedirect: boolean,
): Mention {
  return {
    depth: isRedirect || !isKnownDepth(depth) ? depth : depth + 1,
    redirectDepth: isRedirect ? redirectDepth + 1 : 0,
    firstNumber: number,
    firstPosition: 0,
  }
}

/** Unknown depth comes after all known ones. */
export function rankOf(depth: number): number {
  return isKnownDepth(depth) ? depth : Number.MAX_SAFE_INTEGER
}
