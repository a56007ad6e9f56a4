import { PRODUCT_NAME } from '#shared/constants.ts'
import { type CrawlHealth, coverageSentence } from '#shared/crawl-health.ts'
import type { Severity } from '#shared/model.ts'
import { sampleLabel } from '#shared/page-speed-sample.ts'
import type { CheckSummary, SummaryFacts } from './summary-facts.ts'
import { cutEnd, cutMiddle, terminalText } from './terminal-text.ts'
import { skipLabels } from './unread-labels.ts'

export interface SummaryStyle {
  /** Columns of the terminal. */
  width: number
  /** Whether the terminal understands ANSI colours. */
  hasColour: boolean
}

const CHECKS_SHOWN = 20
const MIN_WIDTH = 40
const headings: Record<Severity, string> = { error: 'Errors', warning: 'Warnings', info: 'Info' }
/** Select Graphic Rendition codes (ECMA-48 §8.3.117). */
const colours = { error: '31', warning: '33', info: '36', strong: '1', faint: '2' } as const
type Paint = (colour: keyof typeof colours, text: string) => string

/** A finished crawl for a person at a terminal, ending in a line end. Nothing the crawled site wrote can steer the terminal. */
export function summaryText(facts: SummaryFacts, style: SummaryStyle): string {
  const width = Math.max(MIN_WIDTH, style.width)
  const paint: Paint = (colour, text) => (style.hasColour ? `\u001b[${colours[colour]}m${text}\u001b[0m` : text)
  const { crawl } = facts
  const title = `${paint('strong', PRODUCT_NAME)}  ${shownUrl(crawl.seedUrl, width - PRODUCT_NAME.length - 2)}`
  const sections = [
    [title],
    countLines(facts, paint),
    fixFirstLines(facts, { width, paint }),
    ...checkSections(facts.checks, { width, paint }),
    skippedLines(facts),
    [...crawl.notes, crawl.endSentence].map(terminalText).filter(Boolean),
  ]
  const lines = sections.filter(section => section.length > 0).map(section => section.join('\n'))
  return `${lines.join('\n\n')}\n`
}

function countLines({ crawl, health, indexablePages, pageSpeedSample }: SummaryFacts, paint: Paint): string[] {
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
    ...(pageSpeedSample === null ? [] : [line('Speed', sampleLabel(pageSpeedSample))]),
  ]
}

function healthWords({ score, previousScore }: CrawlHealth): string {
  return previousScore === null ? `${score} of 100` : `${score} of 100, ${previousScore} in the crawl before`
}

/** The checks whose fix raises the health score most. */
function fixFirstLines({ health }: SummaryFacts, view: { width: number; paint: Paint }): string[] {
  if (health === null || health.fixFirst.length === 0) return []
  const points = health.fixFirst.map(fix => `+${fix.gain.toFixed(1)}`)
  const indent = Math.max(...points.map(text => text.length)) + 4
  const margin = ' '.repeat(indent)
  return [
    view.paint('strong', 'Fix first (points of the health score)'),
    ...health.fixFirst.flatMap((fix, index) => [
      `${`${points[index]}  `.padStart(indent)}${view.paint(fix.severity, cutEnd(terminalText(fix.title), view.width - indent))}`,
      margin + view.paint('faint', reachWords(fix)),
    ]),
  ]
}

function reachWords({ issueCount, pageCount }: CrawlHealth['fixFirst'][number]): string {
  return `${issueCount} ${issueCount === 1 ? 'issue' : 'issues'} on ${pageCount} ${pageCount === 1 ? 'page' : 'pages'}`
}

function checkSections(checks: readonly CheckSummary[], view: { width: number; paint: Paint }): string[][] {
  if (checks.length === 0) return [['No issues found']]
  const shown = checks.slice(0, CHECKS_SHOWN)
  const countWidth = Math.max(...shown.map(check => String(check.issueCount).length))
  const severitiesShown = [...new Set(shown.map(check => check.severity))]
  const sections = severitiesShown.map(severity => [
    view.paint(severity, headings[severity]),
    ...shown
      .filter(check => check.severity === severity)
      .flatMap(check => checkLines(check, { ...view, indent: countWidth + 4 })),
  ])
  const hidden = checks.length - shown.length
  return hidden === 0 ? sections : [...sections, [`and ${hidden} more ${hidden === 1 ? 'check' : 'checks'}`]]
}

function checkLines(check: CheckSummary, view: { width: number; paint: Paint; indent: number }): string[] {
  const { width, paint, indent } = view
  const margin = ' '.repeat(indent)
  const title = cutEnd(terminalText(check.title), width - indent)
  const idFits = indent + [...title].length + 2 + check.checkId.length <= width
  const rest = check.issueCount - check.exampleUrls.length
  return [
    `${`${check.issueCount}  `.padStart(indent)}${title}${idFits ? `  ${paint('faint', check.checkId)}` : ''}`,
    ...check.exampleUrls.map(url => margin + shownUrl(url, width - indent)),
    ...(rest > 0 ? [`${margin}${paint('faint', `and ${rest} more`)}`] : []),
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
