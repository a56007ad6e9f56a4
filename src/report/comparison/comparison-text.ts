import type { ComparisonHead } from '#shared/api/comparison.ts'
import { pageFields } from '#shared/changes.ts'
import { severities } from '#shared/model.ts'
import { cutEnd, cutMiddle, terminalText } from '../terminal-text.ts'
import { type ComparisonSource, findingGroups, readComparedIssues } from './compared-lists.ts'
import { comparisonHead } from './comparison-head.ts'

const NEW_SHOWN = 20
const MIN_WIDTH = 40
const INDENT = 10

/** A comparison for a person at a terminal: in what the crawls differ, the first new findings, then the numbers. */
export async function chosenComparisonText(source: ComparisonSource, columns: number): Promise<string> {
  const width = Math.max(MIN_WIDTH, columns)
  const head = comparisonHead(source, source.comparison)
  const groups = findingGroups(source.comparison, { change: 'new' })
  const shown = await readComparedIssues(source, { groups, offset: 0, limit: NEW_SHOWN })
  const hidden = groups.reduce((sum, { issueIds }) => sum + issueIds.length, 0) - shown.length
  const margin = ' '.repeat(INDENT)
  const sections = [
    differenceLines(head).map(line => cutEnd(line, width)),
    shown.length === 0
      ? ['No new findings']
      : [
          'New findings',
          ...shown.flatMap(({ issue }) => [
            `  ${issue.severity.padEnd(INDENT - 2)}${cutEnd(terminalText(issue.message), width - INDENT)}`,
            margin + cutMiddle(terminalText(issue.pageUrl), width - INDENT),
          ]),
        ],
    hidden > 0 ? [`and ${hidden} more`] : [],
    findingLines(head),
    pageLines(head),
  ]
  return sections
    .filter(section => section.length > 0)
    .map(section => `${section.join('\n')}\n`)
    .join('\n')
}

function differenceLines({ differences }: ComparisonHead): string[] {
  if (differences.length === 0) return []
  return [
    'The crawls differ',
    ...differences.map(({ label, earlier, later }) => `  ${terminalText(`${label}: ${earlier} → ${later}`)}`),
  ]
}

function findingLines({ bySeverity }: ComparisonHead): string[] {
  const sum = (name: keyof (typeof bySeverity)['error']) =>
    severities.reduce((total, severity) => total + bySeverity[severity][name], 0)
  return [
    'Findings',
    `  New          ${sum('new')}`,
    `  Fixed        ${sum('fixed')}`,
    `  Unchanged    ${sum('unchanged')}`,
    `  Not crawled  ${sum('notCrawled')}`,
    `  Not checked  ${sum('notChecked')}`,
  ]
}

function pageLines({ pages, fields }: ComparisonHead): string[] {
  const changed = fields.filter(field => field.pages > 0)
  return [
    'Pages',
    `  Changed      ${pages.changed} of ${pages.inBoth} in both crawls`,
    ...changed.map(({ field, pages: count }) => `    ${pageFields[field]}: ${count}`),
    `  Added        ${pages.added}`,
    `  Moved        ${pages.moved}`,
    `  Redirected   ${pages.redirected}`,
    `  Removed      ${pages.removed}`,
    `  Not crawled  ${pages.notCrawled}`,
  ]
}
