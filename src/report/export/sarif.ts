import { checkById } from '#checks/index.ts'
import { PRODUCT_NAME, VERSION_LABEL } from '#shared/constants.ts'
import type { FindingState } from '../baseline/baseline-comparison.ts'
import { issueBatches, mutedBatches } from '../batches.ts'
import { isoTime } from '../iso-time.ts'
import { couldNotCrawl } from './could-not-crawl.ts'
import type { ExportOptions } from './export-format.ts'
import { jsonText } from './json-text.ts'
import { absentResult, sarifMessage, sarifResult, suppressedResult } from './sarif-result.ts'
import { sarifRule } from './sarif-rule.ts'

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'
/** GitHub refuses a file with more results in one run. */
const MAX_RESULTS = 25_000
/** What a cut takes away first comes last. */
const states: readonly FindingState[] = ['new', 'unchanged']

/**
 * The issues of a crawl as SARIF 2.1.0 (OASIS), which viewers of static analysis read: every check is a rule, every issue a result
 * with a fingerprint that is the same in the next crawl. At most 25,000 results, the worst first; a notification of the invocation
 * says when there were more. What is muted follows as suppressed, with the reason. With a baseline each result says whether it is new, and those that are gone follow as absent.
 */
export async function* sarifExport(options: ExportOptions): AsyncIterable<string> {
  const { muted, 'switched-off': switchedOff } = await options.reading.suppressedCounts(options.crawl.id)
  yield `{\n"$schema": ${jsonText(SCHEMA)},\n"version": "2.1.0",\n"runs": [{\n`
  yield `"tool": ${jsonText(tool())},\n`
  yield `"invocations": [${jsonText(invocation(options, muted + switchedOff))}],\n`
  yield `"properties": ${jsonText(runProperties(options))},\n`
  yield '"results": ['
  let count = 0
  for await (const found of allResults(options)) {
    const shown = found.slice(0, MAX_RESULTS - count)
    if (shown.length > 0) yield `${count === 0 ? '\n' : ',\n'}${shown.map(jsonText).join(',\n')}`
    count += shown.length
    if (count === MAX_RESULTS) break
  }
  yield '\n]\n}]\n}\n'
}

async function* allResults(options: ExportOptions): AsyncIterable<object[]> {
  yield* results(options)
  for await (const issues of mutedBatches(options)) yield issues.map(issue => suppressedResult(issue, options.crawl))
}

async function* results(options: ExportOptions): AsyncIterable<object[]> {
  const { reading, crawl, baseline } = options
  if (!baseline) {
    for await (const issues of issueBatches({ reading, crawl }, {}))
      yield issues.map(issue => sarifResult(issue, crawl))
    return
  }
  for (const state of states) {
    for await (const issues of issueBatches({ reading, crawl }, {})) {
      const chosen = issues.filter(issue => baseline.stateOf(issue) === state)
      yield chosen.map(issue => ({ ...sarifResult(issue, crawl), baselineState: state }))
    }
  }
  for await (const finding of baseline.fixed()) yield [absentResult(finding, baseline.seedUrl)]
}

function tool() {
  const version = VERSION_LABEL.replace(/^v/, '')
  const rules = [...checkById.values()].map(sarifRule)
  return { driver: { name: PRODUCT_NAME, version, semanticVersion: version, rules } }
}

/** How the crawl went: whether it could be made, how it ended, and what the file leaves out. */
function invocation(options: ExportOptions, suppressedCount: number) {
  const { crawl, isStable } = options
  const { startedMs, endedMs, endReason } = crawl
  const isFailed = couldNotCrawl(crawl)
  const sentences = [...crawl.notes, crawl.endSentence].filter(sentence => sentence !== '')
  const total = resultCount(options) + suppressedCount
  const cut = `${total - MAX_RESULTS} of ${total} results are left out: a run holds at most ${MAX_RESULTS}.`
  return {
    executionSuccessful: !isFailed,
    ...(isStable || startedMs === null ? {} : { startTimeUtc: isoTime(startedMs) }),
    ...(isStable || endedMs === null ? {} : { endTimeUtc: isoTime(endedMs) }),
    toolExecutionNotifications: [
      ...sentences.map(sentence => notification(sentence, isFailed ? 'error' : 'note')),
      ...(total > MAX_RESULTS ? [notification(cut, 'warning')] : []),
    ],
    properties: { endReason },
  }
}

function notification(sentence: string, level: 'error' | 'warning' | 'note') {
  return { level, message: sarifMessage(sentence) }
}

function resultCount({ crawl, baseline }: ExportOptions): number {
  const { error, warning, info } = crawl.counts.bySeverity
  return error + warning + info + (baseline?.counts.fixed ?? 0)
}

function runProperties({ crawl, baseline }: ExportOptions) {
  const { pagesCrawled, pagesListed, passed, bySeverity } = crawl.counts
  const properties = { url: crawl.seedUrl, crawlLimit: crawl.crawlLimit, pagesCrawled, pagesListed, passed, bySeverity }
  return baseline ? { ...properties, baseline: { url: baseline.seedUrl, ...baseline.counts } } : properties
}
