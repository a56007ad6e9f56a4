/** Links of one page: numbers of pages. */
export interface PageTargets {
  from: number
  targets: readonly number[]
}

/**
 * Of each page, the links to the pages that the fewest others link to: what stands in every navigation would cover all else. Every
 * page gets the same share of `maxLinks`, at least one link, and what one leaves over is for those after it.
 */
export class LeastLinked {
  readonly #inlinkCounts: readonly number[]
  readonly #maxLinks: number
  readonly #pairs: number[] = []
  #total = 0

  constructor(options: { inlinkCounts: readonly number[]; maxLinks: number }) {
    this.#inlinkCounts = options.inlinkCounts
    this.#maxLinks = options.maxLinks
  }

  /** Pages in order, each once. */
  add({ from, targets }: PageTargets): void {
    this.#total += targets.length
    const pageCount = this.#inlinkCounts.length
    const shareSoFar = Math.max(from + 1, Math.floor((this.#maxLinks * (from + 1)) / pageCount))
    const room = Math.min(shareSoFar, this.#maxLinks) - this.#pairs.length / 2
    if (room <= 0) return
    const chosen = targets.toSorted((one, other) => this.#inlinks(one) - this.#inlinks(other) || one - other)
    for (const target of chosen.slice(0, room)) this.#pairs.push(from, target)
  }

  /** Pairs flattened, and how many links there were. */
  result(): { links: number[]; totalLinks: number } {
    return { links: this.#pairs, totalLinks: this.#total }
  }

  #inlinks(page: number): number {
    return this.#inlinkCounts[page] ?? 0
  }
}
