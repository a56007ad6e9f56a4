import { type Catalogue, catalogueOf } from '#checks/index.ts'
import { affectedPages } from '#shared/affected-pages.ts'
import { MAX_LISTED_PAGES } from '#shared/limits.ts'
import type { CheckCounter } from '#shared/page-record.ts'
import type { CrawlRow, IssueRow } from '#store/store.ts'
import { issueBatches } from '../batches.ts'
import { issueAdvice } from '../issue-list.ts'
import { xmlText } from '../xml-text.ts'
import { couldNotCrawl, type ExportOptions } from './export-format.ts'

type Counter = { checkId: string } & CheckCounter

const EPOCH = '1970-01-01T00:00:00'

/**
 * The issues of a crawl as JUnit XML, after the schema of Ant's JUnit task, which build servers read: one suite for the crawl
 * itself, which errs when no page could be read, and one per check that applied to something. A finding is a failure, whatever its
 * severity, which is the failure's type; a check without findings is one passing case. Checks are not timed: the whole time is
 * the crawl's. With a baseline only new findings are failures.
 */
export async function* junitExport(options: ExportOptions): AsyncIterable<string> {
  const { reading, crawl } = options
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n'
  yield crawlSuite(options)
  let id = 1
  for (const counter of (await reading.checkCounters(crawl.id)).toSorted(inOrderOf(catalogueOf(crawl)))) {
    if (counter.passed + counter.failed + skippedCount(counter) > 0) yield* checkSuite(options, counter, id++)
  }
  yield '</testsuites>\n'
}

function crawlSuite(options: ExportOptions): string {
  const { crawl, baseline } = options
  const { counts } = crawl
  const isFailed = couldNotCrawl(crawl)
  const seconds = durationSeconds(options)
  const properties: [string, string | number][] = [
    ['url', crawl.seedUrl],
    ['page limit', crawl.crawlLimit],
    ['pages crawled', counts.pagesCrawled],
    ['errors', counts.bySeverity.error],
    ['warnings', counts.bySeverity.warning],
    ['infos', counts.bySeverity.info],
    ...(crawl.endReason === null ? [] : [['end reason', crawl.endReason] satisfies [string, string]]),
  ]
  if (baseline) {
    properties.push(['baseline', baseline.seedUrl], ['new', baseline.counts.new])
    properties.push(['unchanged', baseline.counts.unchanged], ['fixed', baseline.counts.fixed])
  }
  const suite = { name: 'crawl', package: 'sitesounder', id: 0, tests: 1, failures: 0, errors: isFailed ? 1 : 0 }
  const outcome = isFailed
    ? element('error', { message: crawl.endSentence, type: crawl.endReason ?? '' }, inertXml(crawl.endSentence))
    : ''
  return [
    suiteStart(options, { ...suite, skipped: 0, time: seconds }),
    element('properties', {}, properties.map(([name, value]) => element('property', { name, value })).join('')),
    testCase({ name: 'The website can be crawled', checkId: 'crawl', time: seconds }, outcome),
    suiteEnd([...crawl.notes, crawl.endSentence].join('\n')),
  ].join('')
}

async function* checkSuite(options: ExportOptions, counter: Counter, id: number): AsyncIterable<string> {
  const { reading, crawl, baseline } = options
  const { checkId } = counter
  const failures = baseline ? (baseline.newByCheck.get(checkId) ?? 0) : await reading.countIssues(crawl.id, { checkId })
  const isSkipped = counter.passed + counter.failed === 0
  const check = catalogueOf(crawl).get(checkId)
  const suite = { name: checkId, package: `sitesounder.${check?.type ?? 'check'}`, id }
  yield suiteStart(options, {
    ...suite,
    tests: Math.max(1, failures),
    failures,
    errors: 0,
    skipped: failures === 0 && isSkipped ? 1 : 0,
    time: 0,
  })
  const properties = check ? element('property', { name: 'title', value: check.title }) : ''
  yield element('properties', {}, properties)
  if (failures === 0) {
    const reasons = Object.keys(counter.skipped).join('; ')
    const name = counter.failed > 0 ? `Nothing new: ${check?.title ?? checkId}` : (check?.passedTitle ?? checkId)
    yield testCase({ name, checkId, time: 0 }, isSkipped ? element('skipped', { message: reasons }) : '')
  } else {
    for await (const issues of issueBatches({ reading, crawl }, { checkId })) {
      const shown = baseline ? issues.filter(issue => baseline.stateOf(issue) === 'new') : issues
      yield shown.map(issue => failedCase(issue, crawl)).join('')
    }
  }
  yield suiteEnd('')
}

function failedCase(issue: IssueRow, crawl: CrawlRow): string {
  const { checkId, message, severity, pageUrl, details } = issue
  const { targetUrl = pageUrl } = details
  // The message holds counts, and servers that follow a case through builds know it by its name.
  const name = targetUrl === pageUrl ? pageUrl : `${pageUrl} (${targetUrl})`
  return testCase(
    { name, checkId, time: 0 },
    element('failure', { message, type: severity }, inertXml(failureText(issue, crawl))),
  )
}

function failureText(issue: IssueRow, crawl: CrawlRow): string {
  const { message, pageUrl } = issue
  const { why, fix, sources } = issueAdvice(issue, crawl)
  const lines = [
    message,
    `Page: ${pageUrl}`,
    ...pageLines(issue),
    why === '' ? '' : `Why it matters: ${why}`,
    fix === '' ? '' : `How to fix: ${fix}`,
    ...sources.slice(0, 1).map(source => `Source: ${source.url}`),
  ]
  return lines.filter(line => line !== '').join('\n')
}

/** The pages that name the URL at fault, or else those that are affected: the first of them, and the number of all. */
function pageLines(issue: IssueRow): string[] {
  const { affectedCount, details } = issue
  const isNamed = details.referringSources !== undefined
  const pages = affectedPages(issue)
  const total = Math.max(affectedCount, pages.length)
  if (!isNamed && total === 1) return []
  const named = pages.slice(0, MAX_LISTED_PAGES)
  return [
    `Affected pages: ${total}`,
    ...named.map(url => `${isNamed ? 'Named on' : 'Affected page'}: ${url}`),
    ...(total > named.length ? [`and ${total - named.length} more`] : []),
  ]
}

function testCase({ name, checkId, time }: { name: string; checkId: string; time: number }, outcome: string): string {
  return element('testcase', { name, classname: `sitesounder.${checkId}`, time: time.toFixed(3) }, outcome)
}

interface Suite {
  name: string
  package: string
  id: number
  tests: number
  failures: number
  errors: number
  skipped: number
  /** Seconds. */
  time: number
}

function suiteStart({ crawl, isStable }: ExportOptions, suite: Suite): string {
  const { name, package: group, id, time, ...counts } = suite
  // The schema wants no zone; hostname is where the tests ran, which no reader needs to know.
  const timestamp = isStable || crawl.startedMs === null ? EPOCH : new Date(crawl.startedMs).toISOString().slice(0, 19)
  const given = { name, package: group, id, timestamp, hostname: 'localhost', ...counts, time: time.toFixed(3) }
  return `<testsuite${attributes(given)}>\n`
}

function suiteEnd(output: string): string {
  return `${element('system-out', {}, inertXml(output))}${element('system-err', {})}</testsuite>\n`
}

function durationSeconds({ crawl, isStable }: ExportOptions): number {
  const { startedMs, endedMs } = crawl
  return isStable || startedMs === null || endedMs === null ? 0 : Math.max(0, endedMs - startedMs) / 1_000
}

/** `content` is XML. */
function element(name: string, given: Record<string, string | number>, content = ''): string {
  const start = `<${name}${attributes(given)}`
  return content === '' ? `${start}/>\n` : `${start}>${content}</${name}>\n`
}

function attributes(given: Record<string, string | number>): string {
  return Object.entries(given)
    .map(([name, value]) => ` ${name}="${inertXml(String(value))}"`)
    .join('')
}

/** Characters that act on a terminal or an editor that shows the file; as references they are the same to a parser. */
const ACTING = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g

function inertXml(text: string): string {
  return xmlText(text).replace(ACTING, character => `&#${character.charCodeAt(0)};`)
}

function skippedCount({ skipped }: Counter): number {
  return Object.values(skipped).reduce((sum, count) => sum + count, 0)
}

/** Checks of an earlier version come last. */
function inOrderOf(catalogue: Catalogue): (a: Counter, b: Counter) => number {
  const places = new Map([...catalogue.keys()].map((id, index) => [id, index]))
  const place = ({ checkId }: Counter) => places.get(checkId) ?? places.size
  return (a, b) => place(a) - place(b) || (a.checkId < b.checkId ? -1 : 1)
}
