import { setImmediate } from 'node:timers/promises'
import { passOn } from './internal-rank-edges.ts'
import type { linkClasses } from './link-source-mask.ts'

/** The chance that a visitor follows a link rather than begin anew somewhere (Page and others, 1999). */
export const DAMPING = 0.85
/**
 * Weights of a link by region: a link in the content says more than one that a template repeats, and a footer says least. All are
 * powers of two, so that sums are exact in any order.
 */
export const LINK_WEIGHTS = { none: 0, footer: 0.25, navigation: 0.5, content: 1 } as const satisfies Record<
  (typeof linkClasses)[number],
  number
>
/** The sum of all changes of one round below which the ranks count as found: scores are whole numbers on a logarithmic scale. */
export const TOLERANCE = 1e-6
/** Each round leaves at most DAMPING of the error of the one before, and in practice much less. */
export const MAX_ROUNDS = 100

const weights = [LINK_WEIGHTS.none, LINK_WEIGHTS.footer, LINK_WEIGHTS.navigation, LINK_WEIGHTS.content]

/** Pages by their place in the order of the pages list, and the links among them. */
export interface RankGraph {
  /** 1 for a page that takes part. */
  isRanked: Uint8Array
  /** The weights of all links of a page to others that take part; 0 where it has none. */
  outWeights: Float64Array
  /** The same chunks in the same order each time. */
  chunks(): AsyncIterable<Uint8Array>
}

export interface Ranks {
  /** They add up to 1; 0 for a page that takes no part. */
  ranks: Float64Array
  /** What a page has that no link leads to. */
  base: number
}

/**
 * PageRank over the links of a site. What pages without links would pass on is spread evenly. Every sum is added up in the order of
 * the pages, so that the same pages give the same numbers to the last bit. null when abandoned.
 */
export async function internalRanks(graph: RankGraph, abandon?: AbortSignal): Promise<Ranks | null> {
  const { isRanked, outWeights } = graph
  let count = 0
  for (let page = 0; page < isRanked.length; page++) count += isRanked[page] ?? 0
  let ranks = new Float64Array(isRanked.length)
  let received = new Float64Array(isRanked.length)
  const shares = new Float64Array(isRanked.length)
  if (count === 0) return { ranks, base: 0 }
  let base = 1 / count
  for (let page = 0; page < isRanked.length; page++) if (isRanked[page] === 1) ranks[page] = base
  for (let round = 0; round < MAX_ROUNDS; round++) {
    base = (1 - DAMPING) / count + (DAMPING * setShares(shares, { ranks, outWeights })) / count
    received.fill(0)
    for await (const chunk of graph.chunks()) {
      passOn(chunk, { shares, weights, received })
      await setImmediate()
      if (abandon?.aborted) return null
    }
    const change = finish(received, { ranks, isRanked, base })
    ;[ranks, received] = [received, ranks]
    await setImmediate()
    if (change < TOLERANCE) break
  }
  return { ranks, base }
}

/** What a page passes on by each unit of weight; returns what all pages have that pass nothing on. */
function setShares(
  shares: Float64Array,
  { ranks, outWeights }: { ranks: Float64Array; outWeights: Float64Array },
): number {
  let kept = 0
  for (let page = 0; page < shares.length; page++) {
    const weight = outWeights[page] ?? 0
    const rank = ranks[page] ?? 0
    if (weight === 0) kept += rank
    else shares[page] = (DAMPING * rank) / weight
  }
  return kept
}

/** Makes ranks of what was received; returns how much they differ from those before. */
function finish(
  received: Float64Array,
  { ranks, isRanked, base }: { ranks: Float64Array; isRanked: Uint8Array; base: number },
): number {
  let change = 0
  for (let page = 0; page < received.length; page++) {
    if (isRanked[page] !== 1) continue
    const rank = base + (received[page] ?? 0)
    change += Math.abs(rank - (ranks[page] ?? 0))
    received[page] = rank
  }
  return change
}

/** Of link scores. */
export const MAX_SCORE = 100

/**
 * Ranks as whole numbers for people, on a logarithmic scale: 0 for a page that no counted link leads to, 100 for the strongest. A page
 * to which one leads has at least 1.
 */
export function scoreOf({ ranks, base }: Ranks): (page: number) => number {
  let highest = 0
  for (let page = 0; page < ranks.length; page++) highest = Math.max(highest, ranks[page] ?? 0)
  const range = Math.log(highest / base)
  return page => {
    const rank = ranks[page] ?? 0
    if (rank >= highest) return MAX_SCORE
    if (rank <= base) return 0
    return Math.max(1, Math.round((MAX_SCORE * Math.log(rank / base)) / range))
  }
}
