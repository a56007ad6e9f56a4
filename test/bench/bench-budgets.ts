/** Pages per second, in those of the download loop, that we want to reach. */
export const TARGET_RATIO = 0.4

/** Peak memory of the whole process: up to 5,000 pages, and beyond. */
export function targetMegabytes(pages: number): number {
  return pages <= 5_000 ? 250 : 400
}

/** Time per page on the largest site in that on the smallest. */
export const TARGET_GROWTH = 1.3

/** Below this the benchmark fails, by size of the site: about a fifth below what was measured on two cores, with nginx serving. */
export const ratioBudgets: ReadonlyMap<number, number> = new Map([
  [500, 0.11],
  [5_000, 0.08],
  [20_000, 0.075],
])
