import type { LaterResponses, SiteFactsCrawl } from '#shared/site-facts.ts'
import { isAbove, TOLERANCE_NOTE } from '#shared/thresholds.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { counted } from '../counted.ts'
import { tableEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'

const thresholds = declareThresholds({
  /** The bounds of web.dev: up to 800 ms is good, more than 1,800 ms is poor. */
  slowMs: {
    label: 'Warning above',
    unit: 'ms',
    default: 800,
    min: 50,
    max: 30_000,
    explanation: `Above this time to first byte (median of the samples) the severity is warning. Pages with a faster first response are not requested again. ${TOLERANCE_NOTE}`,
    atMost: { name: 'poorMs' },
  },
  poorMs: {
    label: 'Error above',
    unit: 'ms',
    default: 1_800,
    min: 50,
    max: 60_000,
    explanation: `Above this time to first byte the severity is error. ${TOLERANCE_NOTE}`,
  },
})

export const responseSlow: SiteCheck<typeof thresholds> = {
  id: 'response-slow',
  scope: 'site',
  type: 'performance_issue',
  severity: 'warning',
  title: 'Slow server response time (TTFB)',
  passedTitle: 'The server responds quickly',
  why: 'A browser can show nothing before the first byte arrives. Every page takes at least that long, and search engines crawl fewer pages of a slow server.',
  fix: 'Cache rendered pages on the server, look for slow database queries, and serve the site from a location near its visitors (CDN).',
  sources: [
    { title: 'web.dev: Time to First Byte', url: 'https://web.dev/articles/ttfb' },
    {
      title: 'Lighthouse: Reduce initial server response time',
      url: 'https://developer.chrome.com/docs/lighthouse/performance/time-to-first-byte',
    },
  ],
  thresholds,
  check({ crawl }, values) {
    if (crawl.isPrivateHost)
      return { skipped: 'The site was crawled on a private host, whose speed differs from the public one.' }
    return findings(crawl, values)
  },
}

/** Of the visit, and of two requests at the end without any other traffic. */
const LEAST_SAMPLES = 2

type SlowPage = LaterResponses['slow'][number]

async function* findings(
  { laterResponses }: SiteFactsCrawl,
  { slowMs, poorMs }: (typeof thresholds)['values'],
): AsyncGenerator<SiteFinding, void, undefined> {
  const slow = laterResponses.slow.filter(
    page => page.samplesMs.length >= LEAST_SAMPLES && isAbove(medianOf(page), slowMs),
  )
  for (const pages of Map.groupBy(slow, page => new URL(page.url).host).values()) {
    const sorted = pages.toSorted((a, b) => medianOf(b) - medianOf(a))
    const [worst] = sorted
    if (!worst) continue
    yield {
      url: worst.url,
      severity: isAbove(medianOf(worst), poorMs) ? 'error' : 'warning',
      message: `Slow server response time: ${seconds(medianOf(worst))} to the first byte of ${worst.url}, ${counted(sorted.length, 'slow page')} in total`,
      affectedUrls: sorted.map(page => page.url),
      evidence: [
        tableEvidence({
          label: 'Time to first byte in milliseconds (one request at a time, except the first)',
          columns: ['Page', 'Samples', 'Median'],
          items: sorted,
          row: page => [page.url, page.samplesMs.join(', '), Math.round(medianOf(page))],
        }),
      ],
    }
  }
}

function medianOf({ samplesMs }: SlowPage): number {
  const sorted = samplesMs.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
