import { type AbsentFinding, absencesIn } from '#compare/absence.ts'
import { findingIdentity } from '#compare/finding-identity.ts'
import { absenceCounts, type FindingChange, type FindingChanges, noChanges } from '#shared/changes.ts'
import type { Severity } from '#shared/model.ts'
import { type MovedUrl, movedUrls } from '#shared/path-map.ts'
import type { CrawlRow, IssueRow, ReadingStore } from '#store/store.ts'
import { issueBatches } from '../batches.ts'
import type { BaselineFinding } from './baseline-schema.ts'
import type { Baseline } from './read-baseline.ts'

/** A crawl beside an earlier report of the same website. */
export interface BaselineComparison {
  /** Start URL of the earlier crawl. */
  seedUrl: string
  /** Its page limit. */
  crawlLimit: number
  /** ISO 8601; null when the earlier report holds no times. */
  startedAt: string | null
  counts: FindingChanges
  newBySeverity: Record<Severity, number>
  newByCheck: ReadonlyMap<string, number>
  stateOf(issue: IssueRow): FindingChange
  /** What is fixed, in the order of the earlier report. Reads it once more. */
  fixed(): AsyncIterable<BaselineFinding>
}

export interface ComparedCrawl {
  reading: ReadingStore
  crawl: CrawlRow
  baseline: Baseline
}

/** Findings of the earlier report whose pages are looked up at once. */
const FINDINGS_AT_ONCE = 100

/** Compares in one pass over the crawl's findings and one over the earlier report's, in the memory that the baseline takes. */
export async function compareWithBaseline({ reading, crawl, baseline }: ComparedCrawl): Promise<BaselineComparison> {
  const { known } = baseline
  const counts = noChanges()
  const newBySeverity: Record<Severity, number> = { error: 0, warning: 0, info: 0 }
  const newByCheck = new Map<string, number>()
  const stateOf = ({ checkId, pageUrl, details, severity }: IssueRow) =>
    known.find(findingIdentity({ seedUrl: crawl.seedUrl, finding: { check: checkId, pageUrl, details } }), severity)
  for await (const issues of issueBatches({ reading, crawl }, {})) {
    for (const issue of issues) {
      const state = stateOf(issue)
      counts[state]++
      if (state === 'unchanged') continue
      newBySeverity[issue.severity]++
      newByCheck.set(issue.checkId, (newByCheck.get(issue.checkId) ?? 0) + 1)
    }
  }
  const absencesOf = await absencesIn({ reading, crawl, thresholds: baseline.thresholds })
  const moved = movedUrls({ from: baseline.seedUrl, to: crawl.seedUrl })
  async function* absent() {
    for await (const findings of inBatches(absentFindings(baseline))) {
      const absences = await absencesOf(findings.map(finding => movedFinding(finding, moved)))
      for (const [index, finding] of findings.entries()) yield { finding, absence: absences[index] ?? 'not-checked' }
    }
  }
  for await (const { absence } of absent()) counts[absenceCounts[absence]]++
  async function* fixed(): AsyncGenerator<BaselineFinding, void, undefined> {
    for await (const { finding, absence } of absent()) if (absence === 'fixed') yield finding
  }
  const { seedUrl, crawlLimit, startedAt } = baseline
  return { seedUrl, crawlLimit, startedAt, counts, newBySeverity, newByCheck, stateOf, fixed }
}

/** Findings of the earlier report of which the crawl has nothing. */
async function* absentFindings({
  seedUrl,
  known,
  findings,
}: Baseline): AsyncGenerator<BaselineFinding, void, undefined> {
  for await (const finding of findings()) if (known.isAbsent(findingIdentity({ seedUrl, finding }))) yield finding
}

async function* inBatches<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[], void, undefined> {
  let batch: Item[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < FINDINGS_AT_ONCE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** The finding on the host of the crawl. */
function movedFinding({ check, pageUrl, details }: BaselineFinding, moved: MovedUrl): AbsentFinding {
  return { checkId: check, pageUrl: moved(pageUrl), details: { affectedUrls: details.affectedUrls?.map(moved) } }
}
