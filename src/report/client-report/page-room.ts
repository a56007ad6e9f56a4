import type { ReportPaper } from '#shared/api/client-report.ts'

/** How much fits on a page: estimates in CSS pixels for a wide font, so that nothing is cut where another one is used. */

const PAPER_HEIGHTS: Record<ReportPaper, number> = { A4: 1_122, Letter: 1_056 }
/** The lines at the head and foot of a page, its title and its first sentence. */
const FURNITURE_HEIGHT = 226

export function roomOf(paper: ReportPaper): number {
  return PAPER_HEIGHTS[paper] - FURNITURE_HEIGHT
}

/** Lines that a text takes where so many characters fit on one. */
export function linesOf(text: string, charactersPerLine: number): number {
  return Math.max(1, Math.ceil(text.length / charactersPerLine))
}

/** The first items that fit, at least one where there are any. */
export function thatFit<Item>(items: readonly Item[], room: number, heightOf: (item: Item) => number): Item[] {
  let left = room
  return items.filter((item, index) => {
    left -= heightOf(item)
    return left >= 0 || index === 0
  })
}
