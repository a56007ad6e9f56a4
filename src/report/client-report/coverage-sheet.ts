import { indexabilities, indexabilityLabels } from '#shared/indexability.ts'
import { skipLabels } from '#shared/model.ts'
import { type DataColumn, dataTable } from './data-table.ts'
import { type Html, html } from './html.ts'
import { counted, cut, duration, moment, number, percent } from './labels.ts'
import type { ClientReportFacts } from './report-facts.ts'
import { part, type Sheet } from './sheet.ts'
import { valueList } from './summary-sheet.ts'

const MAX_NOTES = 3
const MAX_NOTE_LENGTH = 220
const MAX_DEPTHS = 9
const MAX_SKIP_REASONS = 9
const MAX_MUTED_REASONS = 4
const MAX_REASON_LENGTH = 120

type CoverageFacts = Pick<ClientReportFacts, 'crawl' | 'overview' | 'muted'>

/** How far the crawl went: what was read, with which result, and what was not. */
export function coverageSheet(facts: CoverageFacts): Sheet {
  const { crawl, overview } = facts
  const notes = crawl.notes.slice(0, MAX_NOTES)
  return {
    id: 'coverage',
    title: 'What was covered',
    body: html`<p class="lead">${cut(crawl.status === 'complete' ? crawl.endSentence : 'The crawl is still running: every number is of this moment.', MAX_NOTE_LENGTH)}</p>
${notes.map(note => html`<p class="note">${cut(note, MAX_NOTE_LENGTH)}</p>\n`)}
<div class="halves">${part('Crawl', crawlRows(facts))}${part('Status codes of all URLs', shareTable('Status', statusRows(facts), overview.overview.totalPages))}</div>
<div class="halves">${part('Indexability of all URLs', shareTable('Indexability', indexabilityRows(facts), overview.overview.totalPages))}${part('Crawl depth', shareTable('Depth', depthRows(facts), sum(depthRows(facts))))}</div>
${part('URLs found and not crawled', skipped(facts))}
${facts.muted.count === 0 ? null : part('Muted issues', muted(facts))}`,
  }
}

function crawlRows({ crawl }: CoverageFacts): Html {
  const { startedMs, endedMs, counts, crawlLimit } = crawl
  return valueList([
    ['Started', startedMs === null ? 'not yet' : moment(startedMs)],
    ['Duration', startedMs === null || endedMs === null ? '–' : duration(Math.max(0, endedMs - startedMs))],
    ['Pages crawled', number(counts.pagesCrawled)],
    ['Page limit', number(crawlLimit)],
    ['Pages whose content was checked', number(counts.pagesChecked)],
    ['URLs of the site found', number(counts.urlsFound)],
  ])
}

interface Count {
  name: string
  count: number
}

const statusNames: readonly (readonly [string, string])[] = [
  ['2xx', 'Success (2xx)'],
  ['3xx', 'Redirect (3xx)'],
  ['4xx', 'Client error (4xx)'],
  ['5xx', 'Server error (5xx)'],
  ['none', 'No response'],
]

function statusRows({ overview }: CoverageFacts): Count[] {
  return statusNames.map(([key, name]) => ({ name, count: overview.statusCounts[key] ?? 0 }))
}

function indexabilityRows({ overview }: CoverageFacts): Count[] {
  return indexabilities
    .map(each => ({ name: indexabilityLabels[each], count: overview.indexabilityCounts[each] ?? 0 }))
    .filter(({ count }, index) => index === 0 || count > 0)
}

/** Deeper pages than have a row of their own are one row. */
function depthRows({ overview }: CoverageFacts): Count[] {
  const known = overview.depthCounts.filter(({ depth }) => depth >= 0)
  const near = known.filter(({ depth }) => depth < MAX_DEPTHS - 1)
  const far = known.filter(({ depth }) => depth >= MAX_DEPTHS - 1)
  const rows = near.map(({ depth, count }) => ({ name: depth === 0 ? '0 (start page)' : String(depth), count }))
  const deeper = far.reduce((total, { count }) => total + count, 0)
  return deeper === 0 ? rows : [...rows, { name: `${MAX_DEPTHS - 1} or more`, count: deeper }]
}

function sum(rows: readonly Count[]): number {
  return rows.reduce((total, { count }) => total + count, 0)
}

/** Each count with its share as a number and as a bar. */
function shareTable(head: string, rows: readonly Count[], total: number): Html {
  const columns: readonly DataColumn<Count>[] = [
    { head, cell: ({ name }) => name },
    { head: 'URLs', isNumber: true, cell: ({ count }) => number(count) },
    { head: 'Share', isNumber: true, cell: ({ count }) => percent(count, total) },
    { head: 'Bar', isHeadHidden: true, cell: ({ count }) => bar(count, total) },
  ]
  return dataTable(columns, rows, head)
}

const BAR_WIDTH = 60

function bar(count: number, total: number): Html {
  const width = total === 0 ? 0 : Math.round((count / total) * BAR_WIDTH * 10) / 10
  return html`<svg class="bar" viewBox="0 0 ${BAR_WIDTH} 6" aria-hidden="true"><rect class="track" width="${BAR_WIDTH}" height="6" rx="3"/><rect class="value" width="${width}" height="6" rx="3"/></svg>`
}

function skipped({ overview }: CoverageFacts): Html {
  const rows = overview.skippedCounts
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1))
    .map(({ reason, count }): [string, string] => [labelOf(reason), number(count)])
  if (rows.length === 0) return html`<p>None: every URL of the site that was found was requested.</p>`
  const more = rows.length - MAX_SKIP_REASONS
  const shown = rows.slice(0, MAX_SKIP_REASONS)
  return html`${valueList(shown)}${more > 0 ? html`<p class="caption">and ${counted(more, 'further reason')}</p>` : null}`
}

const labels = new Map<string, string>(Object.entries(skipLabels))

function labelOf(reason: string): string {
  const label = labels.get(reason) ?? reason
  return label.charAt(0).toUpperCase() + label.slice(1)
}

function muted({ muted: { count, reasons } }: CoverageFacts): Html {
  const shown = reasons.slice(0, MAX_MUTED_REASONS)
  return html`<p>${counted(count, 'issue is', 'issues are')} muted: not among the fixes and not in any count, for these reasons:</p>
<ul class="reasons">${shown.map(reason => html`<li>${cut(reason, MAX_REASON_LENGTH)}</li>`)}${reasons.length > shown.length ? html`<li>and ${counted(reasons.length - shown.length, 'further reason')}</li>` : null}</ul>
`
}
