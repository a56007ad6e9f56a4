import { catalogueOf } from '#checks/index.ts'
import { findingIdentity } from '#compare/finding-identity.ts'
import { affectedPages } from '#shared/affected-pages.ts'
import { findingChanges } from '#shared/changes.ts'
import { PRODUCT_NAME, VERSION_LABEL } from '#shared/constants.ts'
import { isoTime } from '#shared/iso-time.ts'
import { MAX_LISTED_PAGES } from '#shared/limits.ts'
import type { Severity } from '#shared/model.ts'
import type { CheckWords } from '#shared/own-check.ts'
import type { CrawlRow, IssueRow, SuppressedIssueRow } from '#store/store.ts'
import type { BaselineFinding } from '../baseline/baseline-schema.ts'
import { issueBatches, mutedBatches } from '../batches.ts'
import { issueSource } from '../issue-list.ts'
import { mutedReason } from '../suppressed-list.ts'
import { couldNotCrawl, type ExportOptions } from './export-format.ts'
import { jsonText } from './json-text.ts'

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'
/** GitHub refuses a file with more results in one run. */
const MAX_RESULTS = 25_000

const sarifLevels: Record<Severity, 'error' | 'warning' | 'note'> = {
  error: 'error',
  warning: 'warning',
  info: 'note',
}

/**
 * The issues of a crawl as SARIF 2.1.0 (OASIS), which viewers of static analysis read: every check is a rule, every issue a result
 * with a fingerprint that is the same in the next crawl. At most 25,000 results, the worst first; a notification of the invocation
 * says when there were more. What is muted follows as suppressed, with the reason. With a baseline each result says whether it is new, and those that are gone follow as absent.
 */
export async function* sarifExport(options: ExportOptions): AsyncIterable<string> {
  const { muted, 'switched-off': switchedOff } = await options.reading.suppressedCounts(options.crawl.id)
  yield `{\n"$schema": ${jsonText(SCHEMA)},\n"version": "2.1.0",\n"runs": [{\n`
  yield `"tool": ${jsonText(tool(options.crawl))},\n`
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
  const run = runOf(options.crawl)
  yield* results(options, run)
  for await (const issues of mutedBatches(options)) yield issues.map(issue => suppressedResult(issue, run))
}

async function* results(options: ExportOptions, run: Run): AsyncIterable<object[]> {
  const { reading, crawl, baseline } = options
  if (!baseline) {
    for await (const issues of issueBatches({ reading, crawl }, {})) yield issues.map(issue => sarifResult(issue, run))
    return
  }
  for (const state of findingChanges) {
    for await (const issues of issueBatches({ reading, crawl }, {})) {
      const chosen = issues.filter(issue => baseline.stateOf(issue) === state)
      yield chosen.map(issue => ({ ...sarifResult(issue, run), baselineState: state }))
    }
  }
  for await (const finding of baseline.fixed()) yield [absentResult(finding, { ...run, seedUrl: baseline.seedUrl })]
}

function tool(crawl: CrawlRow) {
  const version = VERSION_LABEL.replace(/^v/, '')
  const rules = [...catalogueOf(crawl).values()].map(sarifRule)
  return { driver: { name: PRODUCT_NAME, version, semanticVersion: version, rules } }
}

/** A check as a rule (reportingDescriptor, SARIF 3.49). Its texts are ours and without placeholders; only messages have those. */
function sarifRule({ id, type, severity, title, why, fix, sources }: CheckWords) {
  const [first] = sources
  const help = [why, `How to fix: ${fix}`, ...sources.map(source => `${source.title}: ${source.url}`)]
  const links = sources.map(source => `- [${source.title}](${source.url})`).join('\n')
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: why },
    help: {
      text: help.join('\n\n'),
      markdown: [markdown(why), `**How to fix:** ${markdown(fix)}`, links].join('\n\n'),
    },
    ...(first ? { helpUri: first.url } : {}),
    defaultConfiguration: { level: sarifLevels[severity] },
    properties: { tags: [type] },
  }
}

/** Texts of checks name elements such as `<title>`, which Markdown would take for markup. */
function markdown(text: string): string {
  return text.replaceAll(/[\\`*_<>[\]]/g, sign => `\\${sign}`)
}

/** How the crawl went: whether it could be made, how it ended, and what the file leaves out. */
function invocation(options: ExportOptions, suppressedCount: number) {
  const { crawl, isStable } = options
  const { startedMs, endedMs, endReason } = crawl
  const isFailed = couldNotCrawl(crawl)
  const sentences = [...crawl.notes, crawl.endSentence].filter(sentence => sentence !== '')
  const total = resultCount(options) + suppressedCount
  const cut = `${total - MAX_RESULTS} of ${total} results are omitted: a run holds at most ${MAX_RESULTS}.`
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

/** What all results of a file have in common. */
interface Run {
  seedUrl: string
  /** Places of the rules, by check id. */
  ruleIndexes: ReadonlyMap<string, number>
}

function runOf(crawl: CrawlRow): Run {
  const ids = [...catalogueOf(crawl).keys()]
  return { seedUrl: crawl.seedUrl, ruleIndexes: new Map(ids.map((id, index) => [id, index])) }
}

/** An issue as a result (SARIF 3.27): where it is shown, and the places in pages that name it. */
function sarifResult(issue: IssueRow, run: Run) {
  const { checkId: check, type, severity, message, pageUrl, affectedCount, details } = issue
  const places = relatedPlaces(issue)
  const text = affectedCount > 1 ? `${message} (affects ${affectedCount} pages)` : message
  return {
    ...resultHead({ check, severity, message: text, pageUrl, details }, run),
    ...(places.length === 0 ? {} : { relatedLocations: places }),
    properties: { url: pageUrl, type, affectedCount, source: issueSource(details) },
  }
}

/** An issue that a user has decided to keep out of the report, and why (SARIF 3.35). */
function suppressedResult(issue: SuppressedIssueRow, run: Run) {
  const suppression = { kind: 'external', status: 'accepted', justification: mutedReason(issue) }
  return { ...sarifResult(issue, run), suppressions: [suppression] }
}

/** A finding of the baseline that is gone. */
function absentResult(finding: BaselineFinding, run: Run) {
  return { ...resultHead(finding, run), baselineState: 'absent', properties: { url: finding.pageUrl } }
}

function resultHead(finding: BaselineFinding, { seedUrl, ruleIndexes }: Run) {
  const { check, severity, message, pageUrl } = finding
  const ruleIndex = ruleIndexes.get(check)
  const { fingerprint } = findingIdentity({ seedUrl, finding })
  return {
    ruleId: check,
    ...(ruleIndex === undefined ? {} : { ruleIndex }),
    level: sarifLevels[severity],
    message: sarifMessage(message),
    locations: [{ physicalLocation: { artifactLocation: artifactLocation(pageUrl) } }],
    // The second is the one that GitHub knows results by; its number would count equal lines.
    partialFingerprints: { 'sitesounderFinding/v1': fingerprint, primaryLocationLineHash: `${fingerprint}:1` },
  }
}

/** The places that the evidence names, then affected pages without one. */
function relatedPlaces(issue: IssueRow) {
  const places = issue.details.evidence.flatMap(each => (each.kind === 'places' ? each.places : []))
  const placed = new Set([issue.pageUrl, ...places.map(({ sourceUrl }) => sourceUrl)])
  const pages = affectedPages(issue).filter(url => !placed.has(url))
  const locations = [
    ...places.map(({ sourceUrl, text, path, line }) => ({
      message: sarifMessage(text === '' ? path : `${path}: ${text}`),
      physicalLocation: {
        artifactLocation: artifactLocation(sourceUrl),
        ...(line > 0 ? { region: { startLine: line } } : {}),
      },
    })),
    ...pages.map(url => ({
      message: sarifMessage('Affected page'),
      physicalLocation: { artifactLocation: artifactLocation(url) },
    })),
  ]
  return locations.slice(0, MAX_LISTED_PAGES).map((location, index) => ({ id: index + 1, ...location }))
}

/**
 * The URL without its scheme, as if the site lay in a folder named for its host: code scanning services refuse a whole file for one
 * location that is not below the checkout. The URL itself stands among the properties.
 */
function artifactLocation(url: string) {
  const [host = '', ...rest] = strictUri(url)
    .replace(/^[a-z]+:\/\//i, '')
    .split('/')
  // A colon in the first segment would make it a scheme (RFC 3986, section 4.2); brackets stand around hosts alone.
  return { uri: [host.replaceAll(/[:[\]]/g, percentEncodedSign), ...rest].join('/') }
}

/**
 * Text in which nothing is a placeholder or a link to a viewer: braces are doubled (SARIF 3.11.5), and the brackets of what looks
 * like a link have backslashes before them (3.11.6).
 */
function sarifMessage(text: string): { text: string } {
  const doubled = text.replaceAll(/[{}]/g, brace => brace + brace)
  return { text: doubled.includes('](') ? doubled.replaceAll(/[\\[\]]/g, sign => `\\${sign}`) : doubled }
}

const NOT_IN_URIS = /%(?![0-9A-Fa-f]{2})|[^\w\-.~:/?#@!$&'()*+,;=%]/gu

/** URLs as browsers take them may hold characters that RFC 3986 does not know, such as `|` and brackets. */
function strictUri(url: string): string {
  const parsed = URL.parse(url)
  const host = parsed ? parsed.origin : ''
  const rest = url.startsWith(host) ? url.slice(host.length) : url
  const [before = '', ...fragment] = rest.split('#')
  const parts = fragment.length === 0 ? [before] : [before, fragment.join('%23')]
  return host + parts.map(part => part.replaceAll(NOT_IN_URIS, percentEncoded)).join('#')
}

function percentEncodedSign(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
}

function percentEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
