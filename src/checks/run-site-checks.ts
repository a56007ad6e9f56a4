import { StorageUnavailableError } from '#shared/errors.ts'
import { MAX_EVIDENCE_URLS } from '#shared/limits.ts'
import type { CheckCounter, CheckCounters } from '#shared/page-record.ts'
import type { SiteFacts, SiteIssue, UrlList, UrlListEntry } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from './check.ts'
import { SitePrecedence } from './precedence.ts'
import { CHECK_FAILED, evidenceOf, type ReportCheckError } from './run-page-checks.ts'
import { noThresholds } from './thresholds.ts'

/** Runs the site checks over the facts of a crawl, by the rules of `run-page-checks.ts`: some findings yield, and a check that fails ends alone. */

/** Some issues of one check; the last batch of each check carries its counter. */
export interface SiteRunBatch {
  checkId: string
  issues: SiteIssue[]
  counters: CheckCounters
}

const MAX_ISSUES_PER_BATCH = 200

/**
 * Runs the site checks one by one, and yields batches of at most 200 issues, at least one per check. The consumer may pause or
 * stop between batches. A check that throws is reported and counts as skipped.
 */
export async function* runSiteChecks(
  site: SiteFacts,
  checks: readonly SiteCheck[],
  report: ReportCheckError,
): AsyncGenerator<SiteRunBatch> {
  const precedence = new SitePrecedence()
  for (const check of precedence.inOrder(checks)) yield* runSiteCheck({ site, check, report, precedence })
}

interface SiteCheckRun {
  site: SiteFacts
  check: SiteCheck
  report: ReportCheckError
  precedence: SitePrecedence
}

async function* runSiteCheck({ site, check, report, precedence }: SiteCheckRun): AsyncGenerator<SiteRunBatch> {
  const counter: CheckCounter = { passed: 0, failed: 0, skipped: {} }
  let issues: SiteIssue[] = []
  const yieldedFor = new Set<string>()
  const guard = walkGuard(check.id, report)
  for await (const finding of findingsOf(site, check, { counter, report })) {
    const reason = precedence.supersededBecause(check.id, finding)
    if (reason !== null) {
      yieldedFor.add(reason)
      continue
    }
    precedence.note(check.id, finding)
    counter.failed++
    issues.push(siteIssue(check, finding, guard))
    if (issues.length < MAX_ISSUES_PER_BATCH) continue
    yield { checkId: check.id, issues, counters: {} }
    issues = []
  }
  // A check whose findings another check reports has not passed.
  if (counter.failed === 0) for (const reason of yieldedFor) counter.skipped[reason] = 1
  if (counter.failed === 0 && Object.keys(counter.skipped).length === 0) counter.passed = 1
  yield { checkId: check.id, issues, counters: { [check.id]: counter } }
}

interface CounterDeps {
  counter: CheckCounter
  report: ReportCheckError
}

/** The findings of one check; a throw is reported, ends this check alone and keeps what was found before it. */
async function* findingsOf(site: SiteFacts, check: SiteCheck, deps: CounterDeps): AsyncGenerator<SiteFinding> {
  try {
    const result = check.check(site, check.thresholds?.values ?? noThresholds)
    if ('skipped' in result) deps.counter.skipped[result.skipped] = 1
    else yield* result
  } catch (error) {
    // The crawl is resumed later and runs the check again.
    if (error instanceof StorageUnavailableError) throw error
    deps.report(check.id, error)
    deps.counter.skipped[CHECK_FAILED] = 1
  }
}

function siteIssue(check: SiteCheck, finding: SiteFinding, guard: WalkGuard): SiteIssue {
  const { list = listOf(finding) } = finding
  const affectedCount = Math.max(1, finding.affectedCount ?? finding.affectedUrls.length)
  return {
    checkId: check.id,
    type: check.type,
    severity: finding.severity ?? check.severity,
    message: finding.message ?? check.title,
    pageUrl: finding.url,
    details: {
      affectedUrls: finding.affectedUrls.slice(0, MAX_EVIDENCE_URLS),
      ...(check.isOfServer && { place: 'server' }),
      ...finding.details,
      evidence: evidenceOf(check, finding),
    },
    affectedCount,
    isHostWide: finding.isHostWide ?? false,
    ...(list && affectedCount > MAX_EVIDENCE_URLS && { list: { ...list, walk: guard(list.walk) } }),
  }
}

type WalkGuard = (walk: UrlList['walk']) => UrlList['walk']

/** As for the findings of a check: a walk that throws is reported, and the list ends there. The same walk remains the same. */
function walkGuard(checkId: string, report: ReportCheckError): WalkGuard {
  const guarded = new Map<UrlList['walk'], UrlList['walk']>()
  return walk => {
    async function* guardedWalk(): AsyncGenerator<UrlListEntry, void, undefined> {
      try {
        yield* walk()
      } catch (error) {
        if (error instanceof StorageUnavailableError) throw error
        report(checkId, error)
      }
    }
    const known = guarded.get(walk) ?? guardedWalk
    guarded.set(walk, known)
    return known
  }
}

/** Of a finding that names all its pages, more than its details hold. Sources and duplicates have lists of their own. */
function listOf({ affectedUrls, details }: SiteFinding): UrlList | undefined {
  const isHeld = details?.referringSources !== undefined || details?.duplicateUrls !== undefined
  if (isHeld || affectedUrls.length <= MAX_EVIDENCE_URLS) return undefined
  async function* walk(): AsyncGenerator<UrlListEntry, void, undefined> {
    for (const url of affectedUrls) yield { key: '', url }
  }
  return { key: '', walk }
}
