import { sumOfChanges } from '#shared/changes.ts'
import { coverageSentence } from '#shared/crawl-health.ts'
import { indexabilities, indexabilityLabels } from '#shared/indexability.ts'
import { firstFixTable } from './fix-table.ts'
import { type Html, type HtmlValue, html } from './html.ts'
import { counted, number, percent, points, pointsSince } from './labels.ts'
import type { ReportChange } from './report-change.ts'
import { type ClientReportFacts, firstFixes, gainOf } from './report-facts.ts'
import { scoreTrend } from './score-trend.ts'
import { part, type Sheet } from './sheet.ts'

/** The report on one page. */
export function summarySheet(facts: ClientReportFacts): Sheet {
  const { overview, change } = facts
  const hasTrend = overview.scores.length > 1
  const covered = part('What was covered', valueList(coverageRows(facts)))
  const trend = hasTrend ? part('Score', html`${scoreTrend(overview)}<p class="caption">${basis(facts)}</p>`) : null
  const fixes = firstFixes(facts)
  return {
    id: 'summary',
    title: 'Summary',
    body: html`<p class="lead">${lead(facts)}</p>
<div class="${hasTrend ? 'two' : 'one'}">${trend}${covered}</div>
${fixes.length === 0 ? null : part('What to fix first', firstFixTable(fixes, scoreAfter(facts)))}
${change && changes(change)}`,
  }
}

function lead(facts: ClientReportFacts): HtmlValue {
  const { overview, change, crawl } = facts
  const { health } = overview
  if (health === null)
    return crawl.status === 'complete'
      ? 'No page was read, so there is nothing to score.'
      : 'The crawl is still running: every number is of this moment.'
  const { score } = health
  const since = !change || change.score === null ? '' : `, ${pointsSince(score - change.score)} on ${change.since}`
  const first = html`The site scores <b>${score} of 100</b>${since}.`
  const fixes = firstFixes(facts)
  if (fixes.length === 0) return html`${first} ${score === 100 ? 'Nothing was found that takes points.' : ''}`
  const shared = fixes.filter(({ where }) => where === 'Template').length
  const inTemplates =
    shared === 0
      ? ''
      : shared === fixes.length
        ? ', all in shared templates,'
        : `, ${shared} of them in shared templates,`
  const verb = fixes.length === 1 ? 'is' : 'are'
  return html`${first} ${counted(fixes.length, 'change')}${inTemplates} ${verb} worth ${gainOf(fixes).toFixed(1)} of the ${100 - score} missing points.`
}

function basis({ overview }: ClientReportFacts): string {
  const { health } = overview
  if (health === null) return ''
  return `${coverageSentence(health).replace(/\.$/, '')} (${percent(health.pagesChecked, health.pages)}).`
}

const MAX_ROWS = 6

/** The commonest of what pages are, in the order of the coverage page. */
function coverageRows({ overview }: ClientReportFacts): [string, string][] {
  const { indexabilityCounts: counts } = overview
  const rows = indexabilities.map((each): [string, number] => [indexabilityLabels[each], counts[each] ?? 0])
  const shown = rows.filter(([, count], index) => index === 0 || count > 0)
  return [
    ['Pages crawled', number(overview.pagesCrawled)],
    ...shown.slice(0, MAX_ROWS - 1).map(([name, count]): [string, string] => [name, number(count)]),
  ]
}

/** Names and numbers, one pair in each row. */
export function valueList(rows: readonly (readonly [string, HtmlValue])[]): Html {
  return html`<dl class="values">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

function scoreAfter(facts: ClientReportFacts): Html | null {
  const { health } = facts.overview
  if (health === null) return null
  const fixes = firstFixes(facts)
  const gain = gainOf(fixes)
  const these = fixes.length === 1 ? 'this fix' : `these ${fixes.length} fixes`
  return html`<p class="score-after"><span>Score after ${these}: about ${Math.min(100, Math.round(health.score + gain))} of 100</span><b>${points(gain)}</b></p>`
}

function changes({ since, head: { bySeverity, pages } }: ReportChange): Html {
  const issues = (kind: 'fixed' | 'new') => {
    const errors = bySeverity.error[kind]
    return `${sumOfChanges(bySeverity, kind) === 1 ? 'issue' : 'issues'} ${kind}${errors === 0 ? '' : `, ${counted(errors, 'error')} among them`}`
  }
  const signed = (sign: '−' | '+', count: number) => (count === 0 ? '0' : sign + number(count))
  const boxes: [value: string, tone: string, text: string][] = [
    [
      signed('−', sumOfChanges(bySeverity, 'fixed')),
      sumOfChanges(bySeverity, 'fixed') === 0 ? '' : 'success-text',
      issues('fixed'),
    ],
    [
      signed('+', sumOfChanges(bySeverity, 'new')),
      sumOfChanges(bySeverity, 'new') === 0 ? '' : 'warning-text',
      issues('new'),
    ],
    [number(pages.added), '', `${pages.added === 1 ? 'page' : 'pages'} added, ${number(pages.removed)} removed`],
  ]
  return part(
    `What changed since ${since}`,
    html`<div class="changes">${boxes.map(([value, tone, text]) => html`<p><b class="${tone}">${value}</b> <span>${text}</span></p>`)}</div>`,
  )
}
