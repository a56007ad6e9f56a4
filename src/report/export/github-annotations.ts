import { type Severity, severities } from '#shared/model.ts'
import type { CrawlRow, IssueRow } from '#store/store.ts'
import { issueBatches } from '../batches.ts'
import { issueAdvice, issueSource } from '../issue-list.ts'
import { cutEnd, terminalText } from '../terminal-text.ts'
import { couldNotCrawl, type ExportOptions } from './export-format.ts'

/** GitHub keeps this many annotations of one kind a step, and drops the rest without a word. */
const MAX_PER_KIND = 10
const MAX_MESSAGE_CHARACTERS = 4_000
const commands: Record<Severity, string> = { error: 'error', warning: 'warning', info: 'notice' }
/** One notice is kept for what is omitted. */
const shownOf: Record<Severity, number> = { error: MAX_PER_KIND, warning: MAX_PER_KIND, info: MAX_PER_KIND - 1 }

/**
 * The issues of a crawl as workflow commands of GitHub Actions, which a step prints to annotate its run: the worst first, as many
 * as GitHub shows, and a notice that says how many there are besides. With a baseline only new ones.
 */
export async function* githubAnnotations(options: ExportOptions): AsyncIterable<string> {
  const { crawl, baseline } = options
  if (couldNotCrawl(crawl))
    yield annotation('error', { title: 'The website could not be crawled', message: crawl.endSentence })
  const totals = baseline?.newBySeverity ?? crawl.counts.bySeverity
  for (const severity of severities) yield* annotationsOf(options, severity)
  const hidden = severities.map(severity => ({
    command: commands[severity],
    count: totals[severity] - shownOf[severity],
  }))
  const more = hidden
    .filter(({ count }) => count > 0)
    .map(({ command, count }) => `${count} more ${command}${count === 1 ? '' : 's'}`)
  if (more.length > 0) {
    const message = `${more.join(', ')} not shown here; the whole report lists them.`
    yield annotation('notice', { title: 'More findings', message })
  }
}

async function* annotationsOf({ reading, crawl, baseline }: ExportOptions, severity: Severity): AsyncIterable<string> {
  const total = (baseline?.newBySeverity ?? crawl.counts.bySeverity)[severity]
  let left = Math.min(total, shownOf[severity])
  if (left === 0) return
  for await (const issues of issueBatches({ reading, crawl }, { severity })) {
    const chosen = baseline ? issues.filter(issue => baseline.stateOf(issue) === 'new') : issues
    const shown = chosen.slice(0, left)
    yield shown.map(issue => issueAnnotation(issue, crawl)).join('')
    left -= shown.length
    if (left === 0) return
  }
}

function issueAnnotation(issue: IssueRow, crawl: CrawlRow): string {
  const { title, fix } = issueAdvice(issue, crawl)
  const source = issueSource(issue.details)
  const lines = [
    issue.message,
    issue.message.includes(issue.pageUrl) ? '' : `Page: ${issue.pageUrl}`,
    issue.affectedCount > 1 ? `Affected pages: ${issue.affectedCount}` : '',
    source === null || source === issue.pageUrl ? '' : `Named on: ${source}`,
    fix === '' ? '' : `How to fix: ${fix}`,
  ]
  const message = lines.filter(line => line !== '').map(line => cutEnd(terminalText(line), MAX_MESSAGE_CHARACTERS))
  return annotation(commands[issue.severity], { title: terminalText(title), message: message.join('\n') })
}

/** One line, escaped as the runner takes it apart (actions/toolkit, core/src/command.ts). */
function annotation(command: string, { title, message }: { title: string; message: string }): string {
  return `::${command} title=${property(title)}::${data(message)}\n`
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
