import { setImmediate } from 'node:timers/promises'
import type { Absence, FindingChange } from '#shared/changes.ts'
import type { Severity } from '#shared/model.ts'
import type { MovedUrl } from '#shared/path-map.ts'
import type { CrawlRow, IssueRow, ReadingStore } from '#store/store.ts'
import { type AbsencesOf, absencesIn } from './absence.ts'
import { findingIdentity } from './finding-identity.ts'
import { KnownFindings } from './known-findings.ts'

export interface FindingPair {
  reading: ReadingStore
  later: CrawlRow
  earlier: CrawlRow
  /** Of the website of the later crawl, where their results are still counted. */
  switchedOff: ReadonlySet<string>
  /** URLs of the earlier crawl as the later one has them; not where they are the same. */
  toLater?: MovedUrl
}

/** Some findings of one check. */
export type ComparedFindings =
  /** Of the later crawl. */
  | { change: FindingChange; issues: readonly IssueRow[]; areSuppressed: boolean }
  /** Of the earlier crawl: those that the later one does not have, each with the reason. */
  | { change: 'absent'; issues: readonly AbsentFindingRow[] }

export interface AbsentFindingRow {
  issueId: number
  checkId: string
  severity: Severity
  absence: Absence
}

/** Rows held at once. */
const ISSUES_AT_ONCE = 500

/** One check after the other, so that the memory is that of the check with the most findings. Ends early when it is abandoned. */
export async function* compareFindings(
  pair: FindingPair,
  abandon?: AbortSignal,
): AsyncGenerator<ComparedFindings, void, undefined> {
  const { reading, later, earlier, switchedOff } = pair
  const { thresholds } = earlier.options
  const absencesOf = await absencesIn({ reading, crawl: later, thresholds, switchedOff })
  const [now, before] = await Promise.all([
    reading.checksWithFindings(later.id),
    reading.checksWithFindings(earlier.id),
  ])
  for (const checkId of new Set([...before, ...now])) {
    for await (const findings of compareCheck(pair, { checkId, isOff: switchedOff.has(checkId), absencesOf })) {
      if (abandon?.aborted) return
      yield findings
    }
  }
}

interface ComparedCheck {
  checkId: string
  isOff: boolean
  absencesOf: AbsencesOf
}

/** Findings of a check with more parts than are kept in memory count as unchanged. */
async function* compareCheck(
  { reading, later, earlier, toLater }: FindingPair,
  { checkId, isOff, absencesOf }: ComparedCheck,
): AsyncGenerator<ComparedFindings, void, undefined> {
  const known = new KnownFindings()
  const identityOf = ({ pageUrl, details }: IssueRow, moved?: MovedUrl) =>
    findingIdentity({ seedUrl: later.seedUrl, moved, finding: { check: checkId, pageUrl, details } })
  for await (const findings of findingsOf(reading, { crawl: earlier, checkId }))
    for (const { issue, isClosed } of findings)
      if (!isClosed) known.add(identityOf(issue, toLater), issue.ownSeverity ?? issue.severity)
  for await (const findings of findingsOf(reading, { crawl: later, checkId })) {
    const areSuppressed = findings.some(({ isReported }) => !isReported)
    const isNew = ({ issue }: Found) =>
      !known.isFull && known.find(identityOf(issue), issue.ownSeverity ?? issue.severity) === 'new'
    const { added = [], kept = [] } = Object.groupBy(findings, found => (isNew(found) ? 'added' : 'kept'))
    yield { change: 'new', issues: added.map(({ issue }) => issue), areSuppressed }
    yield { change: 'unchanged', issues: kept.map(({ issue }) => issue), areSuppressed }
  }
  if (known.isFull || (!isOff && !known.hasUnfound)) return
  for await (const findings of findingsOf(reading, { crawl: earlier, checkId })) {
    const absent = findings
      .filter(({ issue, isCounted }) => isCounted && (isOff || known.isAbsent(identityOf(issue, toLater))))
      .map(({ issue }) => issue)
    const absences = await absencesOf(toLater ? absent.map(issue => movedIssue(issue, toLater)) : absent)
    const issues = absent.map(({ id, severity }, index) => ({
      issueId: id,
      checkId,
      severity,
      absence: absences[index] ?? 'not-checked',
    }))
    yield { change: 'absent', issues }
  }
}

function movedIssue({ checkId, pageUrl, details }: IssueRow, moved: MovedUrl) {
  return { checkId, pageUrl: moved(pageUrl), details: { affectedUrls: details.affectedUrls?.map(moved) } }
}

interface Found {
  issue: IssueRow
  /** It was checked again after its crawl, and was fixed: it is new where it is found once more. */
  isClosed: boolean
  /** It is in the report, or would be if its check were not switched off. */
  isCounted: boolean
  /** All of a batch are, or none. */
  isReported: boolean
}

/** Findings of one check in a crawl: those of the report, then the suppressed ones. */
async function* findingsOf(
  reading: ReadingStore,
  { crawl, checkId }: { crawl: CrawlRow; checkId: string },
): AsyncGenerator<Found[], void, undefined> {
  let last: number | undefined
  do {
    const issues = await reading.issues(crawl.id, {
      checkId,
      limit: ISSUES_AT_ONCE,
      ...(last !== undefined && { afterId: last }),
    })
    yield issues.map(issue => ({ issue, isClosed: false, isCounted: true, isReported: true }))
    last = issues.at(-1)?.id
    await setImmediate()
  } while (last !== undefined)
  let afterId: number | undefined = 0
  while (afterId !== undefined) {
    const issues = await reading.suppressedOfCheck(crawl.id, { checkId, afterId, limit: ISSUES_AT_ONCE })
    yield issues.map(issue => ({
      issue,
      isClosed: issue.cause.kind === 'fixed',
      isCounted: issue.cause.kind === 'switched-off',
      isReported: false,
    }))
    afterId = issues.at(-1)?.id
    await setImmediate()
  }
}
