import { CHART_COLOURS } from '#shared/constants.ts'
import { type CrawlHealth, coverageSentence } from '#shared/crawl-health.ts'
import { HEALTH_FORMULA } from '#shared/health-score.ts'
import type { IssueCategory } from '#shared/model.ts'
import type { CheckSummary } from '../summary-facts.ts'
import { severityBadge, severityLabels } from './badges.ts'
import { captionedTable } from './data-table.ts'
import { crawled, type Html, html } from './html.ts'
import { number } from './labels.ts'
import type { ClientReportFacts } from './report-facts.ts'

const statusNames: readonly (readonly [string, string])[] = [
  ['2xx', 'Success (2xx)'],
  ['3xx', 'Redirect (3xx)'],
  ['4xx', 'Client error (4xx)'],
  ['5xx', 'Server error (5xx)'],
  ['none', 'No response'],
]

/** The numbers of the dashboard, and what to fix first. */
export function summary({ overview, found }: ClientReportFacts): Html {
  const { health } = overview
  const figures: [string, number][] = [
    ...(health === null ? [] : [['Health score', health.score] satisfies [string, number]]),
    ['Total pages', overview.overview.totalPages],
    ['Indexable pages', overview.indexabilityCounts.indexable ?? 0],
    [severityLabels.error.many, overview.overview.errors],
    [severityLabels.warning.many, overview.warningCount],
    [severityLabels.info.many, overview.infoCount],
    ['Redirects', overview.overview.redirects],
    ['Duplicates', overview.overview.duplicates],
    ['Passed', overview.passedCount],
  ]
  const statuses = statusNames.map(([key, name]) => ({ name, count: overview.statusCounts[key] ?? 0 }))
  return html`<section id="summary" aria-labelledby="summary-title"><h2 id="summary-title">Summary</h2>
<dl class="figures">${figures.map(([name, value]) => html`<div><dt>${name}</dt><dd>${number(value)}</dd></div>`)}</dl>
<div class="columns">${distribution(overview.issueDistribution)}
${captionedTable(
  [
    { head: 'Status', cell: ({ name }) => name },
    { head: 'Pages', isNumber: true, cell: ({ count }) => number(count) },
  ],
  statuses,
  'Pages by status',
)}</div>
${health === null ? null : fixFirst(health)}
${found.length === 0 ? html`<p>No issues were found.</p>` : findingsTable(found)}
</section>
`
}

/** What wins most points of the score, and how the score is made. */
function fixFirst(health: CrawlHealth): Html {
  const { fixFirst: fixes, previousScore } = health
  const table = captionedTable(
    [
      { head: 'Points', isNumber: true, cell: ({ gain }) => `+${gain.toFixed(1)}` },
      { head: 'Severity', cell: ({ severity }) => severityBadge(severity) },
      { head: 'Fix first', cell: ({ checkId, title }) => html`<a href="#${findingId(checkId)}">${crawled(title)}</a>` },
      { head: 'Pages', isNumber: true, cell: ({ pageCount }) => number(pageCount) },
    ],
    fixes,
    'Checks whose fix raises the health score most',
  )
  const before = previousScore === null ? null : html`The crawl before scored ${number(previousScore)}. `
  return html`${fixes.length === 0 ? null : table}
<p class="more">Health score: ${before}${coverageSentence(health)} ${HEALTH_FORMULA}</p>
`
}

function findingsTable(found: readonly CheckSummary[]): Html {
  return captionedTable(
    [
      { head: 'Severity', cell: ({ severity }) => severityBadge(severity) },
      { head: 'Finding', cell: ({ id, title }) => html`<a href="#${findingId(id)}">${crawled(title)}</a>` },
      { head: 'Issues', isNumber: true, cell: ({ issueCount }) => number(issueCount) },
      { head: 'Pages', isNumber: true, cell: ({ pageCount }) => number(pageCount) },
      { head: 'Gain', isNumber: true, cell: ({ gain }) => (gain === null ? '–' : `+${gain.toFixed(1)}`) },
    ],
    found,
    'Findings, worst first',
  )
}

export function findingId(checkId: string): string {
  return `check-${encodeURIComponent(checkId)}`
}

const names: Record<IssueCategory, string> = {
  brokenLinks: 'Broken links',
  metaIssues: 'Meta issues',
  redirects: 'Redirects',
  duplicates: 'Duplicates',
  other: 'Other issues',
}
const order: readonly IssueCategory[] = ['brokenLinks', 'metaIssues', 'redirects', 'duplicates', 'other']

/** Of 100: a single issue among thousands can still be seen. */
const SMALLEST_SHARE = 1.5

/** Length of each slice in parts of 100, in the order of the counts; tiny ones are widened at the cost of the larger. */
export function donutShares(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return counts.map(() => 0)
  const shares = counts.map(count => (count / total) * 100)
  const isTiny = (share: number) => share > 0 && share < SMALLEST_SHARE
  const widened = shares.filter(isTiny).length * SMALLEST_SHARE
  const rest = shares.reduce((sum, share) => sum + (isTiny(share) ? 0 : share), 0)
  return shares.map(share => (isTiny(share) ? SMALLEST_SHARE : (share * (100 - widened)) / rest))
}

/** The issues by category: a ring to look at, and a table that says the same. */
export function distribution(counts: Record<IssueCategory, number>): Html {
  const total = order.reduce((sum, category) => sum + counts[category], 0)
  const rows = order.map(category => ({ category, count: counts[category] }))
  const table = captionedTable(
    [
      {
        head: 'Category',
        cell: ({ category }) =>
          html`<span class="dot ${CHART_COLOURS[category]}" aria-hidden="true"></span>${names[category]}`,
      },
      { head: 'Issues', isNumber: true, cell: ({ count }) => number(count) },
      { head: 'Share', isNumber: true, cell: ({ count }) => share(count, total) },
    ],
    rows,
    'Issues by category',
  )
  return html`<div class="distribution">${ring(counts, total)}${table}</div>\n`
}

function share(count: number, total: number): string {
  return total === 0 ? '–' : `${((count / total) * 100).toFixed(1)} %`
}

function ring(counts: Record<IssueCategory, number>, total: number): Html {
  const shares = donutShares(order.map(category => counts[category]))
  let turned = 0
  const slices = order.map((category, index) => {
    const length = shares[index] ?? 0
    const offset = -turned
    turned += length
    return length === 0
      ? null
      : html`<circle class="slice ${CHART_COLOURS[category]}" r="41" pathLength="100" stroke-dasharray="${length.toFixed(3)} 100" stroke-dashoffset="${offset.toFixed(3)}"/>`
  })
  return html`<svg class="donut" viewBox="-50 -50 100 100" aria-hidden="true"><circle class="slice empty" r="41"/><g transform="rotate(-90)">${slices}</g><text class="donut-total" y="2">${number(total)}</text><text class="donut-label" y="13">issues</text></svg>`
}
