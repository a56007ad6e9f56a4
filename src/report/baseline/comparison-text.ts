import type { CrawlRow, IssueRow, ReadingStore } from '#store/store.ts'
import { issueBatches } from '../batches.ts'
import { issueSource } from '../issue-list.ts'
import { cutEnd, cutMiddle, terminalText } from '../terminal-text.ts'
import type { BaselineComparison } from './compare-with-baseline.ts'

export interface ComparedReport {
  reading: ReadingStore
  crawl: CrawlRow
  baseline: BaselineComparison
  /** Columns of the terminal. */
  width: number
}

const NEW_SHOWN = 20
const MIN_WIDTH = 40
const INDENT = 10

/** What is new against an earlier report, the new findings themselves first; to stand before the summary of the crawl. */
export async function comparisonText(report: ComparedReport): Promise<string> {
  const { baseline, crawl } = report
  const width = Math.max(MIN_WIDTH, report.width)
  const { counts } = baseline
  const shown = await newIssues(report)
  const hidden = counts.new - shown.length
  const sections = [
    shown.length === 0 ? ['No new findings'] : ['New findings', ...shown.flatMap(issue => issueLines(issue, width))],
    hidden > 0 ? [`and ${hidden} more`] : [],
    [
      cutMiddle(terminalText(`Compared with the report of ${baseline.seedUrl}${since(baseline)}`), width),
      `  New        ${counts.new}`,
      `  Fixed      ${counts.fixed}`,
      `  Unchanged  ${counts.unchanged}`,
      ...(counts.notCrawled > 0 ? [`  ${counts.notCrawled} more on pages that were not crawled this time`] : []),
      ...(counts.notChecked > 0 ? [`  ${counts.notChecked} more that were not checked this time`] : []),
    ],
    crawl.crawlLimit > baseline.crawlLimit
      ? [`The earlier crawl read at most ${baseline.crawlLimit} pages: findings on pages beyond count as new.`]
      : [],
  ]
  return sections
    .filter(section => section.length > 0)
    .map(section => `${section.join('\n')}\n\n`)
    .join('')
}

function since({ startedAt }: BaselineComparison): string {
  return startedAt === null ? '' : ` of ${startedAt.slice(0, 10)}`
}

/** The first new ones, the worst first. */
async function newIssues({ reading, crawl, baseline }: ComparedReport): Promise<IssueRow[]> {
  const shown: IssueRow[] = []
  if (baseline.counts.new === 0) return shown
  for await (const issues of issueBatches({ reading, crawl }, {})) {
    shown.push(...issues.filter(issue => baseline.stateOf(issue) === 'new').slice(0, NEW_SHOWN - shown.length))
    if (shown.length === Math.min(NEW_SHOWN, baseline.counts.new)) break
  }
  return shown
}

function issueLines(issue: IssueRow, width: number): string[] {
  const margin = ' '.repeat(INDENT)
  const source = issueSource(issue.details)
  const places = [...new Set([issue.pageUrl, ...(source === null ? [] : [source])])]
  return [
    `  ${issue.severity.padEnd(INDENT - 2)}${cutEnd(terminalText(issue.message), width - INDENT)}`,
    ...places.map(place => margin + cutMiddle(terminalText(place), width - INDENT)),
  ]
}
