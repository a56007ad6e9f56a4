import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { SandboxRule } from '#browser/sandbox.ts'
import type { BaselineComparison } from '#report/baseline/compare-with-baseline.ts'
import { compareWithBaseline } from '#report/baseline/compare-with-baseline.ts'
import { comparisonText } from '#report/baseline/comparison-text.ts'
import { type Baseline, readBaseline } from '#report/baseline/read-baseline.ts'
import { crawlHealth } from '#report/crawl-health.ts'
import { couldNotCrawl } from '#report/export/export-format.ts'
import { exportStream } from '#report/export/export-stream.ts'
import { exportFormats } from '#report/export/index.ts'
import { summaryFacts } from '#report/summary-facts.ts'
import { summaryText } from '#report/summary-text.ts'
import type { Severity } from '#shared/model.ts'
import type { CrawlRow, ReadingStore, Store } from '#store/store.ts'
import { UsageError } from '../command.ts'
import { fileNamed } from '../input-file.ts'
import { writeAuditFiles, writeTextFile } from './audit-files.ts'
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

/** Writes the report of a crawl where it was requested; throws UsageError when the file cannot be written. */
export async function writeAuditReport(report: AuditReport): Promise<void> {
  const { output } = report.request
  const text = reportText(report)
  if (output === undefined) {
    await writeToStandardOutput(text)
    return
  }
  await writeTextFile(output, text)
}

/** Further reports, each as if it were the only one. */
async function writeFurtherReports(report: AuditReport): Promise<void> {
  for (const { format, file } of report.request.also) {
    const request = { ...report.request, format, output: fileNamed(file), part: undefined, hasBom: false }
    await writeAuditReport({ ...report, request })
  }
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
    // `| head` has seen enough: that is no failure.
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

const EXIT_FOUND = 1
const EXIT_COULD_NOT_CRAWL = 2

interface EndedAudit {
  store: Pick<Store, 'reading' | 'settings' | 'visits'>
  crawl: CrawlRow
  request: AuditRequest
  baseline: Baseline | undefined
  sandbox: SandboxRule
}

/** Writes what was requested about a crawl that has ended, and evaluates it: the exit code. */
export async function endAudit({ store, crawl, request, baseline, sandbox }: EndedAudit): Promise<number> {
  const { reading } = store
  const comparison = baseline && (await compareWithBaseline({ reading, crawl, baseline }))
  await writeAuditReport({ reading, crawl, request, baseline: comparison })
  await writeFurtherReports({ reading, crawl, request, baseline: comparison })
  if (!couldNotCrawl(crawl)) await writeAuditFiles({ store, crawl, request, sandbox })
  if (await isBelowMinScore(reading, crawl, request)) return EXIT_FOUND
  return exitCode(crawl, request, comparison)
}

/** Says so where it is. */
async function isBelowMinScore(reading: ReadingStore, crawl: CrawlRow, { minScore }: AuditRequest): Promise<boolean> {
  const health = minScore === undefined || couldNotCrawl(crawl) ? null : await crawlHealth(reading, crawl)
  if (!health || minScore === undefined || health.score >= minScore) return false
  process.stderr.write(`The health score is ${health.score}, below ${minScore}.\n`)
  return true
}

const counted: Record<AuditRequest['failOn'], readonly Severity[]> = {
  never: [],
  error: ['error'],
  warning: ['error', 'warning'],
}

/** With a baseline only what is new makes it fail. */
function exitCode(crawl: CrawlRow, request: AuditRequest, comparison: BaselineComparison | undefined): number {
  if (couldNotCrawl(crawl)) return EXIT_COULD_NOT_CRAWL
  const counts = comparison?.newBySeverity ?? crawl.counts.bySeverity
  return counted[request.failOn].some(severity => counts[severity] > 0) ? EXIT_FOUND : 0
}

/**
 * The earlier report that was named, undefined when none was. Read before the crawl, so that a wrong file costs no time. Throws
 * UsageError when it cannot be read, AppError when it is no report.
 */
export async function openBaseline({
  baseline: file,
  output,
  also,
}: Pick<AuditRequest, 'baseline' | 'output' | 'also'>): Promise<Baseline | undefined> {
  if (file === undefined) return undefined
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(file, error)
  })
  // It is read more than once: a pipe would be empty the second time.
  if (!found.isFile()) throw new UsageError(`The baseline ${file} is no file.`)
  for (const name of [output, ...also.map(each => each.file)]) {
    const written = name === undefined ? null : await stat(name).catch(() => null)
    if (written && written.ino === found.ino && written.dev === found.dev) {
      const flag = name === output ? '--output' : '--also'
      throw new UsageError(`${flag} names the file of --baseline, which would be overwritten while it is read.`)
    }
  }
  return readBaseline({ name: `The baseline ${file}`, open: () => fileText(file) })
}

async function* fileText(file: string): AsyncIterable<string> {
  try {
    yield* createReadStream(file, 'utf8')
  } catch (error) {
    if (isErrno(error)) throw unreadable(file, error)
    throw error
  }
}

function isErrno(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}

function unreadable(file: string, { code }: NodeJS.ErrnoException): UsageError {
  return new UsageError(`The baseline ${file} cannot be read (${code}).`)
}
