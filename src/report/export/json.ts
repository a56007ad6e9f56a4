import type { Evidence, IssueDetails } from '#shared/model.ts'
import type { CrawlRow, IssueRow, PageRow, SkippedUrl } from '#store/store.ts'
import { isoTime } from '../iso-time.ts'
import { issueAdvice } from '../issue-list.ts'
import { pageAnswer } from '../page-list.ts'
import { issueBatches, pageBatches, skippedBatches } from './batches.ts'
import type { ExportOptions } from './export-format.ts'
import { jsonText } from './json-text.ts'

/** Raised when a field changes its meaning or goes; a new field does not raise it. */
const REPORT_VERSION = 1

/**
 * The whole report of a crawl as one JSON object: `format`, `version`, `crawl`, `counts`, and the lists `pages` (by frontier
 * number), `issues` (as the list orders them) and `skipped` (addresses seen and not crawled, by reason). One list entry a line.
 * It holds no generated id; the stable form holds no time and no duration either.
 */
export async function* jsonExport({ reading, crawl, isStable }: ExportOptions): AsyncIterable<string> {
  yield `{\n"format": "sitesounder-report",\n"version": ${REPORT_VERSION},\n`
  yield `"crawl": ${jsonText(crawlPart(crawl, isStable))},\n"counts": ${jsonText(countsPart(crawl))},\n`
  yield '"pages": ['
  yield* entries(pageBatches(reading, crawl.id), page => pagePart(page, isStable))
  yield '],\n"issues": ['
  yield* entries(issueBatches(reading, crawl.id), issue => issuePart(issue, isStable))
  yield '],\n"skipped": ['
  yield* entries(skippedBatches(reading, crawl.id), skippedPart)
  yield ']\n}\n'
}

async function* entries<T>(batches: AsyncIterable<T[]>, part: (row: T) => unknown): AsyncIterable<string> {
  let before = '\n'
  for await (const rows of batches) {
    yield before + rows.map(row => jsonText(part(row))).join(',\n')
    before = ',\n'
  }
  if (before === ',\n') yield '\n'
}

function crawlPart(crawl: CrawlRow, isStable: boolean) {
  const { seedUrl, status, crawlLimit, options, endReason, endSentence, notes } = crawl
  const part = { url: seedUrl, status, crawlLimit, options, endReason, endSentence, notes }
  if (isStable) return part
  return { ...part, startedAt: isoTime(crawl.startedMs), endedAt: isoTime(crawl.endedMs) }
}

function countsPart({ counts }: CrawlRow) {
  return {
    pagesCrawled: counts.pagesCrawled,
    pagesListed: counts.pagesListed,
    urlsFound: counts.urlsFound,
    urlsProbed: counts.urlsProbed,
    passed: counts.passed,
    errors: counts.bySeverity.error,
    warnings: counts.bySeverity.warning,
    infos: counts.bySeverity.info,
    redirects: counts.redirectIssues,
    duplicates: counts.duplicateIssues,
    byCategory: counts.byCategory,
  }
}

function pagePart(row: PageRow, isStable: boolean) {
  const { id, websiteId: _, ttfb, responseTime, hops, ...facts } = pageAnswer(row, 0)
  const part = { number: id, ...facts }
  if (isStable) return { ...part, hops: hops.map(withoutTime) }
  return { ...part, ttfb, responseTime, hops }
}

function issuePart(issue: IssueRow, isStable: boolean) {
  const { checkId, type, severity, message, pageUrl, affectedCount } = issue
  const { title, why, fix } = issueAdvice(issue)
  const details = isStable ? stableDetails(issue.details) : issue.details
  const part = { severity, type, check: checkId, title, message, pageUrl, affectedCount, why, fix, details }
  return isStable ? part : { ...part, discovered: isoTime(issue.discoveredMs) }
}

function skippedPart({ url, reason, kinds }: SkippedUrl) {
  return { url, reason, kinds }
}

function stableDetails(details: IssueDetails) {
  return { ...details, evidence: details.evidence.map(stableEvidence) }
}

function stableEvidence(evidence: Evidence) {
  if (evidence.kind === 'hops') return { ...evidence, hops: evidence.hops.map(withoutTime) }
  if (evidence.kind === 'attempts')
    return { ...evidence, attempts: evidence.attempts.map(({ atMs: _, ...rest }) => rest) }
  return evidence
}

function withoutTime({ elapsedMs: _, ...hop }: { elapsedMs: number; url: string; status: number; location: string }) {
  return hop
}
