import { isDeepStrictEqual } from 'node:util'
import type { PageFacts } from '#shared/facts.ts'
import type { NewIssue } from '#shared/model.ts'
import type { CheckResults, ConditionalResults, DependentResults } from '#shared/page-record.ts'
import type { PageCheck } from './check.ts'
import { hasForeignCanonical, indexabilityOf, isEligible } from './eligible.ts'
import { type PageRun, type ReportCheckError, runPageChecks } from './run.ts'
import type { SharedCauses } from './shared-causes.ts'

/** Issues and results of the page checks on one page. */
export interface CheckedPage {
  issues: NewIssue[]
  checkResults: CheckResults
  conditional: ConditionalResults | null
}

/**
 * Runs the page checks on one page. Where its canonical is another URL, they run twice: that URL may redirect back to the page or return
 * an error, which only its response shows. Results that differ are conditional.
 */
export function checkPage(
  page: PageFacts,
  checks: readonly PageCheck[],
  report: ReportCheckError,
  shared?: SharedCauses,
): CheckedPage {
  const foreign = runPageChecks(page, checks, report, shared)
  const { canonicalUrl, isPrivateHost } = page
  if (canonicalUrl === null || !hasForeignCanonical(page)) return { ...toResults(foreign), conditional: null }
  const ownPage: PageFacts = { ...page, isCanonicalOwn: true }
  const own = runPageChecks(ownPage, checks, report, shared)
  const differing = differingChecks(own, foreign)
  const dependent = (of: PageFacts, run: PageRun): DependentResults => ({
    indexability: indexabilityOf(of),
    isEligible: isEligible(of),
    ...toResults(only(run, id => differing.has(id))),
  })
  return {
    ...toResults(only(foreign, id => !differing.has(id))),
    conditional: { canonicalUrl, isPrivateHost, ifOwn: dependent(ownPage, own), ifForeign: dependent(page, foreign) },
  }
}

function differingChecks(own: PageRun, foreign: PageRun): Set<string> {
  const differing = new Set<string>()
  for (const [id, result] of own.results) {
    const issues = [own, foreign].map(run => run.issues.filter(issue => issue.checkId === id))
    if (!isDeepStrictEqual(result, foreign.results.get(id)) || !isDeepStrictEqual(issues[0], issues[1]))
      differing.add(id)
  }
  return differing
}

function only({ issues, results }: PageRun, isChosen: (checkId: string) => boolean): PageRun {
  return {
    issues: issues.filter(issue => isChosen(issue.checkId)),
    results: new Map([...results].filter(([id]) => isChosen(id))),
  }
}

function toResults({ issues, results }: PageRun): Omit<CheckedPage, 'conditional'> {
  const checkResults: CheckResults = { passed: [], failed: [], skipped: [] }
  for (const [id, { result, reason }] of results) {
    if (result === 'passed') checkResults.passed.push(id)
    else if (result === 'failed') checkResults.failed.push(id)
    else if (result === 'skipped') checkResults.skipped.push([id, reason ?? ''])
  }
  return { issues, checkResults }
}
