import { addChanges, noChanges } from '#shared/changes.ts'
import { PRODUCT_NAME } from '#shared/constants.ts'
import { type CrawlHealth, coverageSentence } from '#shared/crawl-health.ts'
import { type Severity, severities, skipLabels } from '#shared/model.ts'
import { sampleLabel } from '#shared/page-speed-sample.ts'
import type { CheckSummary, SummaryFacts } from './summary-facts.ts'
import { cutEnd, cutMiddle, terminalText } from './terminal-text.ts'

export interface SummaryStyle {
  /** Columns of the terminal. */
  width: number
  /** Whether the terminal understands ANSI colours. */
  hasColour: boolean
}

const CHECKS_WITH_EXAMPLES = 20
const MIN_WIDTH = 40
/** Below, titles need the room. */
const MIN_WIDTH_WITH_CHANGE = 60
const COLUMN_GAP = 2
const MARGIN = '  '
const severityNames: Record<Severity, string> = { error: 'Error', warning: 'Warning', info: 'Info' }
const headings: Record<Severity, string> = { error: 'Errors', warning: 'Warnings', info: 'Info' }
/** Select Graphic Rendition codes (ECMA-48 §8.3.117). */
const colours = { error: '31', warning: '33', info: '36', strong: '1', faint: '2' } as const
type Paint = (colour: keyof typeof colours, text: string) => string
interface View {
  width: number
  paint: Paint
}

/** A finished crawl for a person at a terminal, ending in a line end. Nothing the crawled site wrote can steer the terminal. */
export function summaryText(facts: SummaryFacts, style: SummaryStyle): string {
  const width = Math.max(MIN_WIDTH, style.width)
  const paint: Paint = (colour, text) => (style.hasColour ? `\u001b[${colours[colour]}m${text}\u001b[0m` : text)
  const { crawl } = facts
  const title = `${paint('strong', PRODUCT_NAME)}  ${shownUrl(crawl.seedUrl, width - PRODUCT_NAME.length - 2)}`
  const sections = [
    [title],
    countLines(facts, paint),
    checkTable(facts, { width, paint }),
    exampleLines(facts.checks, { width, paint }),
    skippedLines(facts),
    [...crawl.notes, crawl.endSentence].map(terminalText).filter(Boolean),
  ]
  const lines = sections.filter(section => section.length > 0).map(section => section.join('\n'))
  return `${lines.join('\n\n')}\n`
}

function countLines({ crawl, health, change, indexablePages, pageSpeedSample }: SummaryFacts, paint: Paint): string[] {
  const { counts } = crawl
  const line = (name: string, text: string) => `  ${name.padEnd(10)}${text}`
  const painted = (severity: Severity) => {
    const count = counts.bySeverity[severity]
    return line(headings[severity], count > 0 ? paint(severity, String(count)) : '0')
  }
  return [
    ...(health === null ? [] : [line('Health', healthWords(health)), line('', coverageSentence(health))]),
    line('Pages', `${counts.pagesCrawled} crawled of at most ${crawl.crawlLimit}, ${counts.pagesListed} listed`),
    line('Indexable', `${indexablePages} of ${counts.pagesListed} pages`),
    line('Passed', String(counts.passed)),
    painted('error'),
    painted('warning'),
    painted('info'),
    ...(change === null ? [] : changeWords(change).map((words, index) => line(index === 0 ? 'Changes' : '', words))),
    ...(pageSpeedSample === null ? [] : [line('Speed', sampleLabel(pageSpeedSample))]),
  ]
}

function healthWords({ score, previousScore }: CrawlHealth): string {
  return previousScore === null ? `${score} of 100` : `${score} of 100, ${previousScore} in the crawl before`
}

type Change = NonNullable<SummaryFacts['change']>

/** What changed since the earlier crawl: findings of all severities, then pages. */
function changeWords({ earlierCrawl: { startedAt }, bySeverity, pages }: Change): string[] {
  const sum = noChanges()
  for (const severity of severities) addChanges(sum, bySeverity[severity])
  const since = startedAt === null ? '' : ` since the crawl of ${startedAt.slice(0, 10)}`
  return [
    `${sum.new} new, ${sum.fixed} fixed, ${sum.unchanged} unchanged${since}`,
    ...(sum.notCrawled > 0 ? [`${sum.notCrawled} more on pages that were not crawled this time`] : []),
    ...(sum.notChecked > 0 ? [`${sum.notChecked} more that were not checked this time`] : []),
    `Pages: ${pages.added} added, ${pages.removed} removed`,
  ]
}

interface Column {
  head: string
  cell: (check: CheckSummary) => string
}
const severityColumn: Column = { head: 'Severity', cell: ({ severity }) => severityNames[severity] }
const figureColumns: readonly Column[] = [
  { head: 'Issues', cell: ({ issueCount }) => String(issueCount) },
  { head: 'Pages', cell: ({ pageCount }) => String(pageCount) },
  { head: 'Gain', cell: ({ gain }) => (gain === null ? '–' : `+${gain.toFixed(1)}`) },
]

const changeColumn: Column = {
  head: 'Change',
  cell: ({ change }) => [...signed('+', change?.new), ...signed('−', change?.fixed)].join(' ') || '–',
}

function signed(sign: string, count = 0): string[] {
  return count === 0 ? [] : [sign + count]
}

/** One row per check, in the order in which to fix them; the gain is in points of the health score. */
function checkTable({ checks, change }: SummaryFacts, { width, paint }: View): string[] {
  if (checks.length === 0) return ['No issues found']
  const widthOf = ({ head, cell }: Column) => Math.max(head.length, ...checks.map(check => cell(check).length))
  const severityWidth = widthOf(severityColumn)
  const columns = change === null || width < MIN_WIDTH_WITH_CHANGE ? figureColumns : [...figureColumns, changeColumn]
  const figureWidths = columns.map(widthOf)
  const titles = checks.map(({ title }) => terminalText(title))
  const room = width - severityWidth - COLUMN_GAP - figureWidths.reduce((sum, each) => sum + COLUMN_GAP + each, 0)
  const titleWidth = Math.min(room, Math.max(...['Check', ...titles].map(title => [...title].length)))
  const line = (severity: string, title: string, figures: readonly string[]) =>
    [
      severity,
      padEnd(cutEnd(title, titleWidth), titleWidth),
      ...figures.map((text, index) => text.padStart(figureWidths[index] ?? 0)),
    ].join(' '.repeat(COLUMN_GAP))
  const head = line(
    severityColumn.head.padEnd(severityWidth),
    'Check',
    columns.map(column => column.head),
  )
  return [
    paint('strong', head),
    ...checks.map((check, index) =>
      line(
        paint(check.severity, severityColumn.cell(check).padEnd(severityWidth)),
        titles[index] ?? '',
        columns.map(({ cell }) => cell(check)),
      ),
    ),
  ]
}

/** By characters, as `cutEnd()` counts. */
function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - [...text].length))
}

function exampleLines(checks: readonly CheckSummary[], view: View): string[] {
  const shown = checks.slice(0, CHECKS_WITH_EXAMPLES)
  const hidden = checks.length - shown.length
  return [
    ...shown.flatMap(check => examplesOf(check, view)),
    ...(hidden > 0 ? [`and ${hidden} more ${hidden === 1 ? 'check' : 'checks'}`] : []),
  ]
}

function examplesOf({ id, title, issueCount, exampleUrls }: CheckSummary, { width, paint }: View): string[] {
  const shownTitle = cutEnd(terminalText(title), width)
  const idFits = [...shownTitle].length + COLUMN_GAP + id.length <= width
  const rest = issueCount - exampleUrls.length
  return [
    idFits ? `${shownTitle}${' '.repeat(COLUMN_GAP)}${paint('faint', id)}` : shownTitle,
    ...exampleUrls.map(url => MARGIN + shownUrl(url, width - MARGIN.length)),
    ...(rest > 0 ? [`${MARGIN}${paint('faint', `and ${rest} more`)}`] : []),
  ]
}

function skippedLines({ skippedCounts }: SummaryFacts): string[] {
  const shown = skippedCounts.filter(({ count }) => count > 0)
  if (shown.length === 0) return []
  const countWidth = Math.max(...shown.map(({ count }) => String(count).length))
  return [
    'Not crawled',
    ...shown.map(({ reason, count }) => `  ${String(count).padStart(countWidth)}  ${skipLabels[reason]}`),
  ]
}

function shownUrl(url: string, width: number): string {
  return cutMiddle(terminalText(url), width)
}
