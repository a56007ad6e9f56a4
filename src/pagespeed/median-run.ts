import type { PageSpeedResult } from './result.ts'

/** Runs one after the other, and gives the median one by performance: the lower one of two. The first failure ends them. */
export async function medianRun(runs: number, run: () => Promise<PageSpeedResult>): Promise<PageSpeedResult> {
  const measured = []
  for (let index = 0; index < runs; index++) {
    const result = await run()
    if (!result.ok) return result
    measured.push(result.pageSpeed)
  }
  measured.sort((a, b) => (a.performance ?? 0) - (b.performance ?? 0))
  const median = measured[Math.floor((runs - 1) / 2)]
  if (!median) throw new RangeError('at least one run')
  return { ok: true, pageSpeed: { ...median, runCount: runs } }
}
