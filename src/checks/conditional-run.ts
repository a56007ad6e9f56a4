import { isDeepStrictEqual } from 'node:util'
import type { PageFacts } from '#shared/facts.ts'
import type { NewIssue } from '#shared/model.ts'
import type { CheckResults, ConditionalResults, DependentResults, FoundCauses } from '#shared/page-record.ts'
import type { PageCheck } from './check.ts'
import { hasForeignCanonical, indexabilityOf, isEligible } from './eligible.ts'
import { type PageRun, type ReportCheckError, runForCanonical, runPageChecks } from './run.ts'
import type { SharedCauses } from './shared-causes.ts'

/** Issues and results of the page checks on one page. */
export interface CheckedPage {
  issues: NewIssue[]
  causes: FoundCauses[]
  checkResults: CheckResults
  conditional: ConditionalResults | null
}

/**
 * Runs the page checks on one page. Where its canonical is another URL, they run for both cases: that URL may redirect back to the page or
 * return an error, which only its response shows. Results that differ are conditional.
 */
export function checkPage(
  page: PageFacts,
  checks: readonly PageCheck[],
  report: ReportCheckError,
  shared?: SharedCauses,
): CheckedPage {
  const { canonicalUrl, isPrivateHost } = page
  if (canonicalUrl === null || !hasForeignCanonical(page))
    return { ...toResults(runPageChecks(page, checks, report, shared)), conditional: null }
  const ownPage: PageFacts = { ...page, isCanonicalOwn: true }
  const { ifOwn, ifForeign } = runForCanonical({ ifOwn: ownPage, ifForeign: page }, checks, { report, shared })
  const differing = differingChecks(ifOwn, ifForeign)
  const dependent = (of: PageFacts, run: PageRun): DependentResults => ({
    indexability: indexabilityOf(of),
    isEligible: isEligible(of),
    ...toResults(only(run, id => differing.has(id))),
  })
  return {
    ...toResults(only(ifForeign, id => !differing.has(id))),
    conditional: {
      canonicalUrl,
      isPrivateHost,
      ifOwn: dependent(ownPage, ifOwn),
      ifForeign: dependent(page, ifForeign),
    },
  }
}

function differingChecks(own: PageRun, foreign: PageRun): Set<string> {
  const differing = new Set<string>()
  for (const [id, { result, reason }] of own.results) {
    const other = foreign.results.get(id)
    const isSame = result === other?.result && reason === other.reason
    if (!isSame || (result === 'failed' && !isDeepStrictEqual(issuesOf(own, id), issuesOf(foreign, id))))
      differing.add(id)
  }
  return differing
}

function issuesOf({ issues, causes }: PageRun, id: string): (NewIssue | FoundCauses)[] {
  return [...issues, ...causes].filter(({ checkId }) => checkId === id)
}

function only({ issues, causes, results }: PageRun, isChosen: (checkId: string) => boolean): PageRun {
  return {
    issues: issues.filter(issue => isChosen(issue.checkId)),
    causes: causes.filter(({ checkId }) => isChosen(checkId)),
    results: new Map([...results].filter(([id]) => isChosen(id))),
  }
}

function toResults({ issues, causes, results }: PageRun): Omit<CheckedPage, 'conditional'> {
  const passed: string[] = []
  const failed: string[] = []
  const skipped: CheckResults['skipped'] = []
  for (const [id, { result, reason }] of results) {
    if (result === 'passed') passed.push(id)
    else if (result === 'failed') failed.push(id)
    else if (result === 'skipped') skipped.push([id, reason ?? ''])
  }
  return { issues, causes, checkResults: { passed, failed, skipped } }
}
