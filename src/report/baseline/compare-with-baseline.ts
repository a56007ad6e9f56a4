import { type Severity, severities } from '#shared/model.ts'
import type { CrawlRow, IssueRow, ReadingStore } from '#store/store.ts'
import { issueBatches } from '../batches.ts'
import { type Absence, type AbsentFinding, absenceIn } from './absence.ts'
import type { BaselineFinding } from './baseline-schema.ts'
import { findingIdentity, movedUrl } from './fingerprint.ts'
import type { Baseline } from './read-baseline.ts'

/** A crawl beside an earlier report of the same website. */
export interface BaselineComparison {
  /** Start URL of the earlier crawl. */
  seedUrl: string
  /** Its page limit. */
  crawlLimit: number
  /** ISO 8601; null when the earlier report holds no times. */
  startedAt: string | null
  /**
   * Findings of this crawl, and those of the earlier one that are not found any more: fixed, or on pages that this crawl did not request or
   * its checks did not check.
   */
  counts: { new: number; unchanged: number; fixed: number; notCrawled: number; notChecked: number }
  newBySeverity: Record<Severity, number>
  newByCheck: ReadonlyMap<string, number>
  stateOf(issue: IssueRow): FindingState
  /** What is fixed, in the order of the earlier report. Reads it once more. */
  fixed(): AsyncIterable<BaselineFinding>
}

export type FindingState = 'new' | 'unchanged'

export interface ComparedCrawl {
  reading: ReadingStore
  crawl: CrawlRow
  baseline: Baseline
}

/** Compares in one pass over the crawl's findings and one over the earlier report's, in the memory that the baseline takes. */
export async function compareWithBaseline({ reading, crawl, baseline }: ComparedCrawl): Promise<BaselineComparison> {
  const seen = new Set<string>()
  const newBySeverity: Record<Severity, number> = { error: 0, warning: 0, info: 0 }
  const newByCheck = new Map<string, number>()
  let unchanged = 0
  const partsOf = (issue: IssueRow) => partsOfIssue(issue, crawl.seedUrl)
  const stateOf = (issue: IssueRow) => stateAmong(baseline, issue.severity, partsOf(issue))
  for await (const issues of issueBatches({ reading, crawl }, {})) {
    for (const issue of issues) {
      const parts = partsOf(issue)
      for (const part of parts) if (baseline.severityRanks.has(part)) seen.add(part)
      if (stateAmong(baseline, issue.severity, parts) === 'unchanged') unchanged++
      else {
        newBySeverity[issue.severity]++
        newByCheck.set(issue.checkId, (newByCheck.get(issue.checkId) ?? 0) + 1)
      }
    }
  }
  const absence = await absenceIn(reading, crawl)
  const absenceOf = (finding: BaselineFinding) => absence(movedFinding(finding, baseline.seedUrl, crawl.seedUrl))
  const absent: Record<Absence, number> = { fixed: 0, 'not-crawled': 0, 'not-checked': 0 }
  for await (const finding of absentFindings(baseline, seen)) absent[await absenceOf(finding)]++
  async function* fixed(): AsyncGenerator<BaselineFinding, void, undefined> {
    for await (const finding of absentFindings(baseline, seen))
      if ((await absenceOf(finding)) === 'fixed') yield finding
  }
  const counts = {
    new: severities.reduce((sum, severity) => sum + newBySeverity[severity], 0),
    unchanged,
    fixed: absent.fixed,
    notCrawled: absent['not-crawled'],
    notChecked: absent['not-checked'],
  }
  const { seedUrl, crawlLimit, startedAt } = baseline
  return { seedUrl, crawlLimit, startedAt, counts, newBySeverity, newByCheck, stateOf, fixed }
}

function partsOfIssue({ checkId, pageUrl, details }: IssueRow, seedUrl: string): string[] {
  return findingIdentity({ seedUrl, finding: { check: checkId, pageUrl, details } }).parts
}

/** A finding is known when all its things are, and were at least as severe: one that got worse is a new one. */
function stateAmong({ severityRanks }: Baseline, severity: Severity, parts: readonly string[]): FindingState {
  const rank = severities.indexOf(severity)
  return parts.every(part => (severityRanks.get(part) ?? Number.POSITIVE_INFINITY) <= rank) ? 'unchanged' : 'new'
}

/** Findings of the earlier report of which nothing was seen again. */
async function* absentFindings(
  { seedUrl, findings }: Baseline,
  seen: ReadonlySet<string>,
): AsyncGenerator<BaselineFinding, void, undefined> {
  for await (const finding of findings()) {
    if (!findingIdentity({ seedUrl, finding }).parts.some(part => seen.has(part))) yield finding
  }
}

/** The finding on the host of the crawl. */
function movedFinding({ check, pageUrl, details }: BaselineFinding, fromUrl: string, toUrl: string): AbsentFinding {
  const moved = (url: string) => movedUrl(url, fromUrl, toUrl)
  return { checkId: check, pageUrl: moved(pageUrl), details: { affectedUrls: details.affectedUrls?.map(moved) } }
}
