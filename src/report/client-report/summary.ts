import type { CrawlHealth } from '#shared/crawl-health.ts'
import { HEALTH_FORMULA } from '#shared/health-score.ts'
import type { CheckSummary } from '../summary-facts.ts'
import { severityBadge, severityLabels } from './badges.ts'
import { captionedTable } from './data-table.ts'
import { distribution } from './donut.ts'
import { crawled, type Html, html } from './html.ts'
import { address, long, number } from './labels.ts'
import type { ClientReportFacts } from './report-facts.ts'

const statusNames: readonly (readonly [string, string])[] = [
  ['2xx', 'Success (2xx)'],
  ['3xx', 'Redirect (3xx)'],
  ['4xx', 'Client error (4xx)'],
  ['5xx', 'Server error (5xx)'],
  ['none', 'No answer'],
]

/** The numbers of the dashboard, and what to fix first. */
export function summary({ overview, found }: ClientReportFacts): Html {
  const { health } = overview
  const figures: [string, number][] = [
    ...(health === null ? [] : [['Health score', health.score] satisfies [string, number]]),
    ['Total pages', overview.overview.totalPages],
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
    { head: 'Answer', cell: ({ name }) => name },
    { head: 'Pages', isNumber: true, cell: ({ count }) => number(count) },
  ],
  statuses,
  'Pages by what they answered',
)}</div>
${health === null ? null : fixFirst(health)}
${found.length === 0 ? html`<p>No issues were found.</p>` : findingsTable(found)}
</section>
`
}

/** What wins most points of the score, and how the score is made. */
function fixFirst({ fixFirst: fixes, previousScore }: CrawlHealth): Html {
  const table = captionedTable(
    [
      { head: 'Points', isNumber: true, cell: ({ points }) => `+${points.toFixed(1)}` },
      {
        head: 'Fix first',
        cell: ({ checkId, message }) => html`<a href="#${findingId(checkId)}">${long(message)}</a>`,
      },
      { head: 'Page', cell: ({ pageUrl }) => address(pageUrl) },
    ],
    fixes,
    'Issues whose repair wins most points of the health score',
  )
  const before = previousScore === null ? null : html`The crawl before scored ${number(previousScore)}. `
  return html`${fixes.length === 0 ? null : table}
<p class="more">Health score: ${before}${HEALTH_FORMULA}</p>
`
}

function findingsTable(found: readonly CheckSummary[]): Html {
  return captionedTable(
    [
      { head: 'Severity', cell: ({ severity }) => severityBadge(severity) },
      { head: 'Finding', cell: ({ checkId, title }) => html`<a href="#${findingId(checkId)}">${crawled(title)}</a>` },
      { head: 'Issues', isNumber: true, cell: ({ issueCount }) => number(issueCount) },
    ],
    found,
    'Findings, worst first',
  )
}

export function findingId(checkId: string): string {
  return `check-${encodeURIComponent(checkId)}`
}
