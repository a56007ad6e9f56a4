/** Links of one page: numbers of pages. */
export interface PageTargets {
  from: number
  targets: readonly number[]
}

/** So many are found sooner one by one than by sorting all. */
const FEW = 16

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
    for (const target of this.#least(targets, room)) this.#pairs.push(from, target)
  }

  /** Pairs flattened, and how many links there were. */
  result(): { links: number[]; totalLinks: number } {
    return { links: this.#pairs, totalLinks: this.#total }
  }

  /** Those to which the fewest link, in order. There is room for two of a hundred mostly, so that sorting all would be a waste. */
  #least(targets: readonly number[], count: number): number[] {
    if (count > FEW) return targets.toSorted((one, other) => this.#compare(one, other)).slice(0, count)
    const least: number[] = []
    for (const target of targets) {
      let at = least.length
      while (at > 0 && this.#compare(target, least[at - 1] ?? 0) < 0) at -= 1
      if (at === count) continue
      least.splice(at, 0, target)
      if (least.length > count) least.pop()
    }
    return least
  }

  #compare(one: number, other: number): number {
    return (this.#inlinkCounts[one] ?? 0) - (this.#inlinkCounts[other] ?? 0) || one - other
  }
}
