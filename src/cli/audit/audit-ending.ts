import type { BaselineComparison } from '#report/baseline/baseline-comparison.ts'
import { compareWithBaseline } from '#report/baseline/compare-with-baseline.ts'
import type { Baseline } from '#report/baseline/read-baseline.ts'
import { crawlHealth } from '#report/crawl-health.ts'
import { couldNotCrawl } from '#report/export/could-not-crawl.ts'
import type { Severity } from '#shared/model.ts'
import type { CrawlRow, ReadingStore } from '#store/store.ts'
import { writeAuditFiles } from './audit-files.ts'
import type { AuditRequest } from './audit-options.ts'
import { writeAuditReport } from './audit-report.ts'

const EXIT_FOUND = 1
const EXIT_COULD_NOT_CRAWL = 2

interface EndedAudit {
  reading: ReadingStore
  crawl: CrawlRow
  request: AuditRequest
  baseline: Baseline | undefined
}

/** Writes what was asked for about a crawl that has ended, and judges it: the exit code. */
export async function endAudit({ reading, crawl, request, baseline }: EndedAudit): Promise<number> {
  const comparison = baseline && (await compareWithBaseline({ reading, crawl, baseline }))
  await writeAuditReport({ reading, crawl, request, baseline: comparison })
  if (!couldNotCrawl(crawl)) await writeAuditFiles({ reading, crawl, request })
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
