import type { ComparisonHead } from '#shared/api/comparison.ts'
import { addChanges, noChanges, pageFields, sumOfChanges } from '#shared/changes.ts'
import { severities } from '#shared/model.ts'
import { withinSite } from '../issue-list.ts'
import { severityBadge } from './badges.ts'
import { dataTable } from './data-table.ts'
import { MAX_TITLE_LENGTH } from './fix-table.ts'
import { type Html, type HtmlValue, html } from './html.ts'
import { code, counted, cut, number } from './labels.ts'
import { linesOf, roomOf, thatFit } from './page-room.ts'
import { exampleChanges, type ReportChange } from './report-change.ts'
import type { ClientReportFacts } from './report-facts.ts'
import { part, type Sheet } from './sheet.ts'
import { valueList } from './summary-sheet.ts'

/** What changed since the earlier crawl: first how the crawls differ, then issues, then pages. Without an earlier crawl there is none. */
export function changesSheet(facts: ClientReportFacts): Sheet[] {
  const { change, choices } = facts
  if (change === null) return []
  const { head } = change
  const rows = head.differences.slice(0, MAX_DIFFERENCES)
  const pageRows = pageCounts(head)
  const left = roomOf(choices.paper) - differencesHeight(rows) - ISSUES_HEIGHT - pagesHeight(pageRows)
  const leftBesideExamples = left - examplesHeight(change)
  const hasExamples = leftBesideExamples >= LEAST_CHECKS_HEIGHT
  const room = hasExamples ? leftBesideExamples : left
  return [
    {
      id: 'changes',
      title: 'Changes',
      body: html`<p class="lead">${lead(facts, change)}</p>
${rows.length === 0 ? null : differences(rows, head.differences.length - rows.length)}
<div class="dense issue-changes">${part('Issues', issueTable(head))}</div>
<p class="caption">Fixed issues were looked for again on their pages and not found. An issue whose pages were not crawled or not checked this time is never counted as fixed.</p>
<div class="halves dense">${checksOf(head, { kind: 'new', room })}${checksOf(head, { kind: 'fixed', room })}</div>
<div class="halves dense">${part('Pages', valueList(pageRows))}${part('What changed on pages', fieldCounts(head, pageRows.length))}</div>
${hasExamples ? examples(facts, change) : null}`,
    },
  ]
}

function lead({ overview }: ClientReportFacts, { head, since, score: before }: ReportChange): string {
  const found = `Since ${since}, ${counted(sumOfChanges(head.bySeverity, 'fixed'), 'issue was', 'issues were')} fixed and ${counted(sumOfChanges(head.bySeverity, 'new'), 'issue is', 'issues are')} new.`
  const now = overview.health?.score
  if (now === undefined || before === null) return found
  const score = now === before ? `is ${now} as before` : `${now > before ? 'rose' : 'fell'} from ${before} to ${now}`
  return `${found} The score ${score}.`
}

type Difference = ComparisonHead['differences'][number]

const MAX_DIFFERENCES = 4
const MAX_LABEL_LENGTH = 40
const MAX_VALUE_LENGTH = 60
const VALUE_LINE = 30
const LINE_HEIGHT = 18.5
const ROW_HEIGHT = 6
/** Margin, heading and head of a table. */
const TABLE_HEIGHT = 72

function differences(rows: readonly Difference[], rest: number): Html {
  const table = dataTable<Difference>(
    [
      { head: 'Limit or setting', cell: ({ label }) => cut(label, MAX_LABEL_LENGTH) },
      { head: 'Earlier crawl', cell: ({ earlier }) => cut(earlier, MAX_VALUE_LENGTH) },
      { head: 'This crawl', cell: ({ later }) => cut(later, MAX_VALUE_LENGTH) },
    ],
    rows,
    'How the crawls differ',
  )
  const more = rest > 0 ? ` ${counted(rest, 'further setting differs', 'further settings differ')}.` : ''
  return html`<div class="dense differences">${part('The crawls differ', html`<p class="caption">Part of what follows may come from these limits and settings, not from the website.${more}</p>${table}`)}</div>`
}

function differencesHeight(rows: readonly Difference[]): number {
  if (rows.length === 0) return 0
  const lines = rows.map(({ earlier, later }) =>
    Math.max(...[earlier, later].map(text => linesOf(text.slice(0, MAX_VALUE_LENGTH), VALUE_LINE))),
  )
  return TABLE_HEIGHT + 2 * LINE_HEIGHT + lines.reduce((sum, count) => sum + ROW_HEIGHT + LINE_HEIGHT * count, 0)
}

/** Four rows, and the two lines below them. */
const ISSUES_HEIGHT = TABLE_HEIGHT + 4 * (ROW_HEIGHT + LINE_HEIGHT) + 45

const issueColumns = [
  ['new', 'New'],
  ['fixed', 'Fixed'],
  ['unchanged', 'Unchanged'],
  ['notCrawled', 'Not crawled this time'],
  ['notChecked', 'Not checked this time'],
] as const

function issueTable({ bySeverity }: ComparisonHead): Html {
  const rows = severities.map(severity => ({ name: severityBadge(severity), counts: bySeverity[severity] }))
  const all = noChanges()
  for (const { counts } of rows) addChanges(all, counts)
  return dataTable(
    [
      { head: 'Severity', cell: ({ name }) => name },
      ...issueColumns.map(([kind, head]) => ({
        head,
        isNumber: true,
        cell: ({ counts }: (typeof rows)[number]) => changeNumber(kind, counts[kind]),
      })),
    ],
    [...rows, { name: html`<b>All</b>`, counts: all }],
    'Issues by severity',
  )
}

/** New ones have their sign and colour, and so have fixed ones. */
function changeNumber(kind: (typeof issueColumns)[number][0], count: number): HtmlValue {
  if (count === 0) return html`<span class="muted">0</span>`
  if (kind === 'new') return html`<b class="warning-text">+${number(count)}</b>`
  if (kind === 'fixed') return html`<b class="success-text">−${number(count)}</b>`
  return number(count)
}

const MAX_CHECKS = 6
const CHECK_TITLE_LINE = 27
/** Of the sentence below a list that goes on. */
const MORE_HEIGHT = 26

/** With three rows. */
const LEAST_CHECKS_HEIGHT = TABLE_HEIGHT + MORE_HEIGHT + 3 * (ROW_HEIGHT + LINE_HEIGHT)

/** The checks with most new or fixed issues, errors first. */
function checksOf({ checks }: ComparisonHead, { kind, room }: { kind: 'new' | 'fixed'; room: number }): Html {
  const heading = kind === 'new' ? 'New issues by check' : 'Fixed issues by check'
  const found = checks
    .filter(check => check[kind] > 0)
    .sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity) || b[kind] - a[kind])
  if (found.length === 0) return part(heading, html`<p>None.</p>`)
  const heightOf = ({ title }: (typeof found)[number]) =>
    ROW_HEIGHT + LINE_HEIGHT * linesOf(title.slice(0, MAX_TITLE_LENGTH), CHECK_TITLE_LINE)
  const shown = thatFit(found.slice(0, MAX_CHECKS), room - TABLE_HEIGHT - MORE_HEIGHT, heightOf)
  const rest = found.length - shown.length
  const table = dataTable(
    [
      { head: 'Check', cell: ({ title }) => cut(title, MAX_TITLE_LENGTH) },
      { head: 'Severity', cell: ({ severity }) => severityBadge(severity) },
      { head: 'Issues', isNumber: true, cell: check => changeNumber(kind, check[kind]) },
    ],
    shown,
    heading,
  )
  const more = rest > 0 ? html`<p class="caption">and ${counted(rest, 'further check')}</p>` : null
  return part(heading, html`${table}${more}`)
}

/** Of a name and its number. */
const VALUE_HEIGHT = 27
/** Margin and heading. */
const HEADING_HEIGHT = 47

function pagesHeight(rows: readonly unknown[]): number {
  return HEADING_HEIGHT + VALUE_HEIGHT * rows.length
}

function pageCounts({ pages }: ComparisonHead): [string, string][] {
  const rare: [string, number][] = [
    ['Redirected', pages.redirected],
    ['Moved to another URL', pages.moved],
  ]
  const rows: [string, number][] = [
    ['In both crawls', pages.inBoth],
    ['Changed', pages.changed],
    ['Added', pages.added],
    ['Removed', pages.removed],
    ...rare.filter(([, count]) => count > 0),
    ['Not crawled this time', pages.notCrawled],
  ]
  return rows.map(([name, count]) => [name, number(count)])
}

/** What changed on most pages. */
function fieldCounts({ fields }: ComparisonHead, maxRows: number): Html {
  const changed = fields.filter(({ pages }) => pages > 0).sort((a, b) => b.pages - a.pages)
  if (changed.length === 0) return html`<p>Nothing.</p>`
  return valueList(
    changed.slice(0, maxRows).map(({ field, pages }): [string, string] => [pageFields[field], counted(pages, 'page')]),
  )
}

const MAX_URL_LENGTH = 40
const URL_HEIGHT = 24

function examplesHeight({ examples: urls, head }: ReportChange): number {
  const rows = exampleChanges.map(change => urls[change].length + (head.pages[change] > urls[change].length ? 1 : 0))
  const most = Math.max(...rows)
  return most === 0 ? 0 : HEADING_HEIGHT + URL_HEIGHT * most
}

/** Which pages only one of the crawls has; the first of them. */
function examples({ crawl }: ClientReportFacts, { head, examples: urls }: ReportChange): Html | null {
  const shown = exampleChanges.filter(change => urls[change].length > 0)
  if (shown.length === 0) return null
  const list = (change: (typeof exampleChanges)[number]) => {
    const more = head.pages[change] - urls[change].length
    const items = urls[change].map(url => html`<li>${code(withinSite(url, crawl.seedUrl), MAX_URL_LENGTH)}</li>`)
    return part(
      change === 'added' ? 'Pages added' : 'Pages removed',
      html`<ul class="reasons">${items}${more > 0 ? html`<li>and ${counted(more, 'further page')}</li>` : null}</ul>`,
    )
  }
  return html`<div class="halves">${shown.map(list)}</div>`
}
