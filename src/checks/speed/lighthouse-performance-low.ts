import { SCORE_GOOD_MIN, SCORE_NEEDS_IMPROVEMENT_MIN } from '#shared/constants.ts'
import type { Evidence } from '#shared/model.ts'
import { type PageSpeed, scoreBand, type Vital, vitalBand } from '#shared/page-speed.ts'
import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { each } from '../each.ts'
import { tableEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'
import { aboutMeasuring, milliseconds, nothingMeasured } from './measured-evidence.ts'

const thresholds = declareThresholds({
  errorBelow: {
    label: 'Error below',
    unit: 'points',
    default: SCORE_NEEDS_IMPROVEMENT_MIN,
    min: 0,
    max: 100,
    explanation: 'Below this performance score the severity is error.',
    atMost: { name: 'goodFrom' },
  },
  goodFrom: {
    label: 'Good from',
    unit: 'points',
    default: SCORE_GOOD_MIN,
    min: 0,
    max: 100,
    explanation: 'A measured page with a lower performance score is reported.',
  },
})

export const lighthousePerformanceLow: SiteCheck<typeof thresholds> = {
  id: 'lighthouse-performance-low',
  scope: 'site',
  type: 'performance_issue',
  severity: 'warning',
  title: 'Low Lighthouse performance score',
  passedTitle: 'Measured pages have a good performance score',
  why: 'The score combines loading speed, responsiveness and visual stability. Visitors leave slow pages, especially on phones.',
  fix: 'Start with the metric in the worst band, then with the opportunities that save most. Measure again: the score of a page varies by a few points from run to run.',
  example: {
    before: '<script src="/app.js"></script> <!-- in the head: nothing is shown before it has run -->',
    after: '<script src="/app.js" defer></script>',
  },
  sources: [
    {
      title: 'Chrome: Lighthouse performance scoring',
      url: 'https://developer.chrome.com/docs/lighthouse/performance/performance-scoring',
    },
    { title: 'Google: About PageSpeed Insights', url: 'https://developers.google.com/speed/docs/insights/v5/about' },
  ],
  thresholds,
  check: (site, values) => (site.crawl.measuredPages === 0 ? nothingMeasured : findings(site, values)),
}

async function* findings(
  site: SiteFacts,
  { goodFrom, errorBelow }: (typeof thresholds)['values'],
): AsyncGenerator<SiteFinding, void, undefined> {
  for await (const page of each(site.measuredPages())) {
    const { pageSpeed, url } = page
    const { performance, device } = pageSpeed
    if (performance === null || performance >= goodFrom) continue
    yield {
      url,
      message: `Low Lighthouse performance score: ${performance} of 100 on ${device}`,
      severity: performance < errorBelow ? 'error' : 'warning',
      affectedUrls: [url],
      evidence: [scores(pageSpeed), metrics(pageSpeed), ...aboutMeasuring(page)],
    }
  }
}

function scores({ performance, accessibility, bestPractices, seo }: PageSpeed): Evidence {
  const items: [string, number | null][] = [
    ['Performance', performance],
    ['Accessibility', accessibility],
    ['Best practices', bestPractices],
    ['SEO', seo],
  ]
  return tableEvidence({
    label: 'Scores',
    columns: ['Category', 'Score', 'Band'],
    items,
    row: ([category, score]) => [category, score ?? 'none', score === null ? '' : scoreBand(score)],
  })
}

/** Metrics with a band, in the order in which a page loads. */
const bandedMetrics: readonly [name: string, vital: Exclude<Vital, 'inpMs'>][] = [
  ['Time to First Byte (TTFB)', 'ttfbMs'],
  ['First Contentful Paint (FCP)', 'fcpMs'],
  ['Largest Contentful Paint (LCP)', 'lcpMs'],
  ['Total Blocking Time (TBT)', 'tbtMs'],
  ['Cumulative Layout Shift (CLS)', 'cls'],
]

function metrics({ lab }: PageSpeed): Evidence {
  const rows = bandedMetrics.flatMap(([name, vital]): string[][] => {
    const value = lab[vital]
    if (value === null) return []
    return [[name, vital === 'cls' ? value.toFixed(2) : milliseconds(value), vitalBand(vital, value)]]
  })
  if (lab.speedIndexMs !== null) rows.push(['Speed Index', milliseconds(lab.speedIndexMs), ''])
  return tableEvidence({
    label: 'Lab metrics of one simulated page load',
    columns: ['Metric', 'Value', 'Band'],
    items: rows,
    row: row => row,
  })
}
