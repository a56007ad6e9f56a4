import { opportunityWith, pageSpeedWith } from '#checks/test-page-speed.ts'
import type { MeasurePageSpeed, SpeedQuestion } from '#crawl/page-speed/measure-page-speed.ts'

const KIB = 1_024

/**
 * Measures as a slow but steady browser would: the same page always has the same figures, so that what is made of them can be
 * compared. The home page is fast, every other one is slow and heavy.
 */
export const fixedPageSpeed: MeasurePageSpeed = async ({ url, device }) => {
  const isHome = new URL(url).pathname === '/'
  const opportunities = [
    opportunityWith({ items: [{ url: new URL('/assets/app.js', url).href, bytes: 60_000, ms: 200 }] }),
  ]
  const slow = {
    performance: 43,
    opportunities,
    lab: { lcpMs: 4_800, tbtMs: 700, cls: 0.02, fcpMs: 2_000, ttfbMs: 300, speedIndexMs: 5_000 },
    totalBytes: 4_201 * KIB,
    weight: {
      byType: [{ type: 'Image', requests: 3, bytes: 4_000 * KIB }],
      largest: [{ url: new URL('/assets/hero.png', url).href, bytes: 3_000 * KIB }],
    },
  }
  return { ok: true, pageSpeed: pageSpeedWith({ url, device, ...(isHome ? {} : slow) }) }
}

/** The same, with all that was requested written down. */
export function recordedPageSpeed(): { requested: SpeedQuestion[]; measure: MeasurePageSpeed } {
  const requested: SpeedQuestion[] = []
  return {
    requested,
    measure: question => {
      requested.push(question)
      return fixedPageSpeed(question)
    },
  }
}
