import type { CheckSummary } from '../summary-facts.ts'
import { severityBadge, severityWords } from './badges.ts'
import { captionedTable } from './data-table.ts'
import { distribution } from './donut.ts'
import type { HandOverFacts } from './hand-over-facts.ts'
import { crawled, type Html, html } from './html.ts'
import { number } from './words.ts'

const statusNames: readonly (readonly [string, string])[] = [
  ['2xx', 'Success (2xx)'],
  ['3xx', 'Redirect (3xx)'],
  ['4xx', 'Client error (4xx)'],
  ['5xx', 'Server error (5xx)'],
  ['none', 'No answer'],
]

/** The numbers of the dashboard, and what to mend first. */
export function summary({ overview, found }: HandOverFacts): Html {
  const figures: [string, number][] = [
    ['Total pages', overview.overview.totalPages],
    [severityWords.error.many, overview.overview.errors],
    [severityWords.warning.many, overview.warningCount],
    [severityWords.info.many, overview.infoCount],
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
${found.length === 0 ? html`<p>No issues were found.</p>` : findingsTable(found)}
</section>
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
