import type { BaselineComparison } from '#report/baseline/baseline-comparison.ts'
import { comparisonText } from '#report/baseline/comparison-text.ts'
import { exportStream } from '#report/export/export-stream.ts'
import { exportFormats } from '#report/export/index.ts'
import { summaryFacts } from '#report/summary-facts.ts'
import { summaryText } from '#report/summary-text.ts'
import type { CrawlRow, ReadingStore } from '#store/store.ts'
import { writeTextFile } from './audit-files.ts'
import type { AuditRequest } from './audit-options.ts'

const DEFAULT_WIDTH = 80
/** Of a table that goes to a file or a pipe. */
const FILE_WIDTH = 120

interface AuditReport {
  reading: ReadingStore
  crawl: CrawlRow
  request: AuditRequest
  baseline: BaselineComparison | undefined
}

/** Writes the report of a crawl where it was asked for; throws UsageError when the file cannot be written. */
export async function writeAuditReport(report: AuditReport): Promise<void> {
  const { output } = report.request
  const text = reportText(report)
  if (output === undefined) {
    await writeToStandardOutput(text)
    return
  }
  await writeTextFile(output, text)
}

function reportText(report: AuditReport): AsyncIterable<string> {
  const { reading, crawl, request, baseline } = report
  const { format, part, hasBom } = request
  if (format === 'table') return tableText(report)
  if (format !== 'csv' && format !== 'json')
    return exportFormats[format].write({ reading, crawl, isStable: false, baseline })
  const wanted = part ?? (format === 'csv' ? 'issues' : 'report')
  return exportStream({ reading, crawl, format, part: wanted, hasBom, isStable: false, baseline }).text
}

async function* tableText({ reading, crawl, request, baseline }: AuditReport): AsyncIterable<string> {
  const isTerminal = request.output === undefined && process.stdout.isTTY === true
  const width = isTerminal ? (process.stdout.columns ?? DEFAULT_WIDTH) : FILE_WIDTH
  if (baseline) yield await comparisonText({ reading, crawl, baseline, width })
  yield summaryText(await summaryFacts(reading, crawl), { width, hasColour: isTerminal && !request.isPlain })
}

async function writeToStandardOutput(text: AsyncIterable<string>): Promise<void> {
  let isReaderGone = false
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // `| head` has seen enough: no fault of anybody.
    if (error.code !== 'EPIPE') throw error
    isReaderGone = true
  })
  for await (const part of text) {
    if (isReaderGone) return
    if (!process.stdout.write(part)) await drainedOrGone()
  }
}

/** Leaves no listener behind: a long report over a slow pipe waits thousands of times. */
function drainedOrGone(): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      process.stdout.off('drain', done).off('error', done)
      resolve()
    }
    process.stdout.on('drain', done).on('error', done)
  })
}
