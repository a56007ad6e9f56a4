import type { Evidence } from '#shared/model.ts'
import type { Opportunity, PageSpeed } from '#shared/page-speed.ts'
import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { counted } from '../counted.ts'
import { each } from '../each.ts'
import { tableEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'
import { howMeasured, kibibytes, milliseconds, nothingMeasured, shownUrl } from './measured-evidence.ts'

const thresholds = declareThresholds({
  /** Less is within what differs from run to run. */
  minMs: {
    label: 'Minimum time savings',
    unit: 'ms',
    default: 100,
    min: 1,
    max: 60_000,
    explanation: 'An opportunity with smaller time savings and smaller data savings is not reported.',
  },
  minKibibytes: {
    label: 'Minimum data savings',
    unit: 'KB',
    default: 20,
    min: 1,
    max: 100_000,
    explanation: 'An opportunity with smaller data savings and smaller time savings is not reported.',
  },
})

export const lighthouseOpportunity: SiteCheck<typeof thresholds> = {
  id: 'lighthouse-opportunity',
  scope: 'site',
  type: 'performance_issue',
  severity: 'info',
  title: 'Lighthouse opportunity to load faster',
  passedTitle: 'Lighthouse finds no large savings on measured pages',
  why: 'Lighthouse estimates how much time or data one change would save. Pages of one template share the cause, so one change often helps many pages.',
  fix: 'Follow the advice for the listed files, starting with the largest savings. The savings are estimates: measure again afterwards.',
  example: {
    before: 'Cache-Control: max-age=0   (for /logo.3f2a.svg)',
    after: 'Cache-Control: max-age=31536000, immutable',
  },
  sources: [
    {
      title: 'Chrome: Lighthouse performance audits',
      url: 'https://developer.chrome.com/docs/lighthouse/performance',
    },
    { title: 'Chrome: Performance insights', url: 'https://developer.chrome.com/docs/performance/insights' },
  ],
  thresholds,
  check: (site, values) => (site.crawl.measuredPages === 0 ? nothingMeasured : findings(site, values)),
}

interface PageOpportunity {
  url: string
  pageSpeed: PageSpeed
  opportunity: Opportunity
}

/** One finding for each opportunity, with all pages on which it saves enough. */
async function* findings(
  site: SiteFacts,
  { minMs, minKibibytes }: (typeof thresholds)['values'],
): AsyncGenerator<SiteFinding, void, undefined> {
  const byId = new Map<string, PageOpportunity[]>()
  for await (const { url, pageSpeed } of each(site.measuredPages())) {
    for (const opportunity of pageSpeed.opportunities) {
      const { savingsMs, savingsBytes } = opportunity
      if (known(savingsMs) < minMs && known(savingsBytes) < minKibibytes * 1_024) continue
      const pages = byId.get(opportunity.id)
      if (pages) pages.push({ url, pageSpeed, opportunity })
      else byId.set(opportunity.id, [{ url, pageSpeed, opportunity }])
    }
  }
  for (const pages of byId.values()) {
    const [first] = pages
    const sorted = pages.toSorted(bySaving)
    const [most] = sorted
    // Shown under the first that was measured: which one saves most differs from run to run.
    if (first && most) yield finding(first.url, { most, pages: sorted })
  }
}

function finding(url: string, { most, pages }: { most: PageOpportunity; pages: PageOpportunity[] }): SiteFinding {
  const { opportunity } = most
  return {
    url,
    message: `Lighthouse opportunity: ${opportunity.title} (up to ${savings(opportunity)} on ${counted(pages.length, 'measured page')})`,
    affectedUrls: pages.map(page => page.url),
    evidence: [
      pageTable(pages),
      ...resourceTable(pages),
      tableEvidence({
        label: 'Advice',
        columns: ['Opportunity', 'Description'],
        items: [opportunity],
        row: ({ id, description }) => [id, description],
      }),
      howMeasured(pages.map(({ pageSpeed }) => pageSpeed)),
    ],
  }
}

/** What saves most time first, then most bytes; pages alike stay in the order of measuring. */
function bySaving({ opportunity: a }: PageOpportunity, { opportunity: b }: PageOpportunity): number {
  return known(b.savingsMs) - known(a.savingsMs) || known(b.savingsBytes) - known(a.savingsBytes)
}

/** What was not estimated counts as nothing. */
const known = (savings: number | null): number => savings ?? 0

function savings({ savingsMs, savingsBytes }: Opportunity): string {
  const parts = [
    ...(savingsMs === null ? [] : [milliseconds(savingsMs)]),
    ...(savingsBytes === null ? [] : [kibibytes(savingsBytes)]),
  ]
  return parts.join(' and ')
}

function pageTable(pages: readonly PageOpportunity[]): Evidence {
  return tableEvidence({
    label: 'Measured pages',
    columns: ['Page', 'Time savings', 'Data savings'],
    items: pages,
    row: ({ url, opportunity: { savingsMs, savingsBytes } }) => [
      shownUrl(url),
      savingsMs === null ? '' : milliseconds(savingsMs),
      savingsBytes === null ? '' : kibibytes(savingsBytes),
    ],
  })
}

/** Each once, with the most that it costs a page. */
function resourceTable(pages: readonly PageOpportunity[]): Evidence[] {
  const byUrl = new Map<string, { url: string; bytes: number | null; ms: number | null; pages: number }>()
  for (const { url, bytes, ms } of pages.flatMap(({ opportunity }) => opportunity.items)) {
    const before = byUrl.get(url) ?? { url, bytes: null, ms: null, pages: 0 }
    byUrl.set(url, { url, bytes: larger(before.bytes, bytes), ms: larger(before.ms, ms), pages: before.pages + 1 })
  }
  const resources = [...byUrl.values()].sort((a, b) => known(b.ms) - known(a.ms) || known(b.bytes) - known(a.bytes))
  if (resources.length === 0) return []
  return [
    tableEvidence({
      label: 'Resources',
      columns: ['Resource', 'Time', 'Transfer size', 'Measured pages'],
      items: resources,
      row: ({ url, bytes, ms, pages: count }) => [
        shownUrl(url),
        ms === null ? '' : milliseconds(ms),
        bytes === null ? '' : kibibytes(bytes),
        count,
      ],
    }),
  ]
}

function larger(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  return Math.max(a, b)
}
