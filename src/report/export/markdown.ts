import { type Severity, severities } from '#shared/model.ts'
import type { IssueRow } from '#store/store.ts'
import { issueBatches } from '../batches.ts'
import { crawlHealth } from '../crawl-health.ts'
import { cutEnd, cutMiddle, terminalText } from '../terminal-text.ts'
import { couldNotCrawl, type ExportOptions } from './export-format.ts'

const MAX_FINDINGS = 20
const MAX_CHARACTERS = 200

/**
 * A summary for a pull request, as GitHub Flavored Markdown: health score, findings by severity, with a baseline new and fixed ones, and the
 * worst findings. What pages say stands in code spans, in which nothing is a link, a mention or HTML.
 */
export async function* markdownSummary(options: ExportOptions): AsyncIterable<string> {
  const { reading, crawl, baseline } = options
  yield `## Audit of ${code(crawl.seedUrl)}\n\n`
  if (couldNotCrawl(crawl)) {
    yield `The website could not be crawled: ${code(crawl.endSentence)}\n`
    return
  }
  const health = await crawlHealth(reading, crawl)
  const { bySeverity, pagesCrawled } = crawl.counts
  const rows = [
    ['Health score', health === null ? 'none' : `${health.score} of 100`],
    ...(baseline ? [['New', `${baseline.counts.new}${severityCounts(baseline.newBySeverity)}`]] : []),
    ...(baseline ? [['Fixed', String(baseline.counts.fixed)]] : []),
    ...(baseline ? [['Unchanged', String(baseline.counts.unchanged)]] : []),
    ['Findings', `${bySeverity.error + bySeverity.warning + bySeverity.info}${severityCounts(bySeverity)}`],
    ['Pages', String(pagesCrawled)],
  ]
  yield `| | |\n|---|---|\n${rows.map(([name, value]) => `| ${name} | ${value} |\n`).join('')}`
  const shown = await worstFindings(options)
  const title = baseline ? 'New findings' : 'Findings'
  if (shown.length > 0)
    yield `\n### ${title}\n\n| Severity | Finding | URL |\n|---|---|---|\n${shown.map(findingRow).join('')}`
  const total = baseline ? baseline.counts.new : crawl.counts.bySeverity.error + crawl.counts.bySeverity.warning
  if (total > shown.length) yield `\n${total - shown.length} more in the report.\n`
}

function severityCounts(counts: Record<Severity, number>): string {
  const { error, warning, info } = counts
  return error + warning + info === 0 ? '' : ` (errors ${error}, warnings ${warning}, infos ${info})`
}

/** New ones where there is a baseline, else errors and warnings; the worst first. */
async function worstFindings({ reading, crawl, baseline }: ExportOptions): Promise<IssueRow[]> {
  const shown: IssueRow[] = []
  for (const severity of baseline ? severities : severities.filter(each => each !== 'info'))
    for await (const issues of issueBatches({ reading, crawl }, { severity })) {
      const chosen = baseline ? issues.filter(issue => baseline.stateOf(issue) === 'new') : issues
      shown.push(...chosen.slice(0, MAX_FINDINGS - shown.length))
      if (shown.length === MAX_FINDINGS) return shown
    }
  return shown
}

function findingRow({ severity, message, pageUrl }: IssueRow): string {
  return `| ${severity} | ${code(cutEnd(terminalText(message), MAX_CHARACTERS))} | ${code(cutMiddle(terminalText(pageUrl), MAX_CHARACTERS))} |\n`
}

/** A code span of a table cell: no backtick ends it, and no bar ends the cell (GFM, sections 6.3 and 4.10). */
function code(text: string): string {
  return `\`${terminalText(text).replaceAll('`', 'ˋ').replaceAll('|', '\\|')}\``
}
