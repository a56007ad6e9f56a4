import { type Opportunity, overallScore, type PageSpeed } from '#shared/page-speed.ts'
import type { MeasuredPage } from '#shared/site-facts.ts'

/** A fast page as it was measured; tests say only what differs. */
export function pageSpeedWith({ url, ...changes }: Partial<PageSpeed> & { url: string }): PageSpeed {
  const scores = { performance: 96, accessibility: 100, bestPractices: 100, seo: 92 }
  return {
    url,
    finalUrl: url,
    provider: 'lighthouse',
    device: 'mobile',
    measuredAt: '2026-01-02T12:00:00.000Z',
    runCount: 1,
    lighthouseVersion: '13.5.0',
    browserVersion: '153.0.0.0',
    ...scores,
    overall: overallScore(scores),
    lab: { lcpMs: 1_200, tbtMs: 40, cls: 0.01, fcpMs: 800, ttfbMs: 90, speedIndexMs: 1_000 },
    field: null,
    opportunities: [],
    warnings: [],
    totalBytes: 200_000,
    weight: null,
    ...changes,
  }
}

export function measuredPageWith({
  template = '/*',
  templatePages = 1,
  ...changes
}: Partial<PageSpeed> & { url: string; template?: string; templatePages?: number }): MeasuredPage {
  return { url: changes.url, pageSpeed: pageSpeedWith(changes), template, templatePages }
}

export function opportunityWith(changes: Partial<Opportunity> = {}): Opportunity {
  return {
    id: 'unused-javascript',
    title: 'Reduce unused JavaScript',
    description: 'Load scripts when they are needed.',
    savingsMs: 300,
    savingsBytes: 60_000,
    display: 'Est savings of 59 KiB',
    items: [],
    ...changes,
  }
}
