import type { Ranks } from './internal-rank.ts'

const MAX_SCORE = 100

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
