import type { Comparison } from '#compare/comparison.ts'
import type { ComparedPageResponse } from '#shared/api/comparison.ts'
import { type ComparedPageChange, comparedPageChanges, type PageField, pageFields } from '#shared/changes.ts'
import { csvRow } from '../export/csv.ts'
import { jsonText } from '../export/json-text.ts'
import {
  type ComparedIssueFilter,
  type ComparisonSource,
  findingGroups,
  pagesWith,
  readComparedIssues,
  readComparedPages,
} from './compared-lists.ts'
import { comparisonHead, titleOfCheck } from './comparison-head.ts'

/** Of the files that this version writes. Raised when a field changes its meaning or goes. */
const COMPARISON_VERSION = 1
const ROWS_AT_ONCE = 500

export interface ComparedPageFilter {
  change?: ComparedPageChange | undefined
  field?: PageField | undefined
}

/** Findings that changed, one a row; unchanged ones only where they are requested. */
export async function* comparedIssuesCsv(source: ComparisonSource, filter: ComparedIssueFilter): AsyncIterable<string> {
  yield csvRow(['Change', 'Severity', 'Check', 'URL', 'Message', 'Pages'])
  for await (const rows of issueBatches(source, filter))
    yield rows
      .map(({ change, issue }) =>
        csvRow([
          change,
          issue.severity,
          titleOfCheck(source, issue.checkId),
          issue.pageUrl,
          issue.message,
          issue.affectedCount,
        ]),
      )
      .join('')
}

/** Pages that changed: a row for each field that differs, and one for a page that only one crawl has. */
export async function* comparedPagesCsv(source: ComparisonSource, filter: ComparedPageFilter): AsyncIterable<string> {
  yield csvRow([
    'Change',
    'URL',
    'Earlier URL',
    'Status code',
    'Earlier status code',
    'Redirects to',
    'Field',
    'Before',
    'After',
  ])
  for await (const rows of pageBatches(source, filter)) yield rows.flatMap(pageRows).join('')
}

function pageRows({ fields, ...page }: ComparedPageResponse): string[] {
  const cells = [page.change, page.url, page.earlierUrl, page.statusCode, page.earlierStatusCode, page.redirectUrl]
  if (fields.length === 0) return [csvRow([...cells, null, null, null])]
  return fields.map(({ field, earlier, later }) => csvRow([...cells, pageFields[field], earlier, later]))
}

/** The whole comparison as one JSON object: its numbers as the API has them, then `issues` and `pages`, one a line. */
export async function* comparisonJson(source: ComparisonSource): AsyncIterable<string> {
  yield `{\n"format": "sitesounder-comparison",\n"version": ${COMPARISON_VERSION},\n`
  yield `"comparison": ${jsonText(comparisonHead(source, source.comparison))},\n"issues": [`
  yield* lines(issueBatches(source, {}), ({ change, issue }) => ({
    change,
    check: issue.checkId,
    severity: issue.severity,
    message: issue.message,
    pageUrl: issue.pageUrl,
    affectedCount: issue.affectedCount,
  }))
  yield '],\n"pages": ['
  yield* lines(pageBatches(source, {}), page => page)
  yield ']\n}\n'
}

async function* lines<Row>(batches: AsyncIterable<Row[]>, entryOf: (row: Row) => object): AsyncIterable<string> {
  let isEmpty = true
  for await (const rows of batches) {
    if (rows.length === 0) continue
    yield `${isEmpty ? '\n' : ',\n'}${rows.map(row => jsonText(entryOf(row))).join(',\n')}`
    isEmpty = false
  }
  if (!isEmpty) yield '\n'
}

/** Without a chosen change, all but what is unchanged. */
async function* issueBatches(source: ComparisonSource, filter: ComparedIssueFilter) {
  const isChosen = ({ change }: Comparison['findings'][number]) => filter.change !== undefined || change !== 'unchanged'
  const groups = findingGroups(source.comparison, filter).filter(isChosen)
  const total = groups.reduce((sum, { issueIds }) => sum + issueIds.length, 0)
  for (let offset = 0; offset < total; offset += ROWS_AT_ONCE)
    yield await readComparedIssues(source, { groups, offset, limit: ROWS_AT_ONCE })
}

async function* pageBatches(source: ComparisonSource, { change: chosen, field }: ComparedPageFilter) {
  for (const change of chosen === undefined ? comparedPageChanges : [chosen]) {
    const all = pagesWith(source.comparison, { change, field })
    for (let offset = 0; offset < all.length; offset += ROWS_AT_ONCE)
      yield await readComparedPages(source, { change, pages: all.slice(offset, offset + ROWS_AT_ONCE) })
  }
}
