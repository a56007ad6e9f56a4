import { isDeepStrictEqual } from 'node:util'
import type { PageFacts } from '#shared/facts.ts'
import type { CheckResult, Evidence, NewIssue } from '#shared/model.ts'
import type { AppliesTo } from '#shared/own-check.ts'
import type { CheckResults, ConditionalResults, DependentResults, FoundCauses } from '#shared/page-record.ts'
import type { Finding, FoundElements, PageCheck, SiteCheck } from './check.ts'
import {
  CUT_OFF,
  hasForeignCanonical,
  indexabilityOf,
  ineligibleReason,
  isEligible,
  isHtmlOk,
  isStub,
  NOT_HTML,
  SENT_ON,
} from './eligible.ts'
import { supersededPageChecks } from './precedence.ts'
import type { SharedCauses } from './shared-causes.ts'
import { noThresholds } from './thresholds.ts'

/**
 * Runs the page checks over the facts of one page and turns their findings into issues. It decides which check applies, which finding
 * yields to another, and that a failing check costs nothing but its own result. It must never fetch, read a clock or end a crawl.
 */

interface PageResult {
  result: CheckResult
  reason?: string
}

export interface PageRun {
  issues: NewIssue[]
  causes: FoundCauses[]
  /** By check id, in the order of the checks. */
  results: Map<string, PageResult>
}

export type ReportCheckError = (checkId: string, error: unknown) => void

export const CHECK_FAILED = 'The check itself failed'
/** Of an own check that had to be ended. */
export const CHECK_STOPPED = 'The check was switched off, because it had to be ended'

/** Reasons for which a check said nothing of a page that it should have checked: what it does not find there may be there. */
export const unfinishedReasons: readonly string[] = [CHECK_FAILED, CHECK_STOPPED]

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

/** Runs the page checks on one page. A check that throws is reported and counts as skipped. Causes known to be shared are omitted. */
export function runPageChecks(
  page: PageFacts,
  checks: readonly PageCheck[],
  report: ReportCheckError,
  shared?: SharedCauses,
): PageRun {
  return dropSupersededIssues(page, runEach(page, checks, { report, shared }))
}

/** Something of a page whose canonical is another URL: if that URL redirects back to the page, and if it does not. */
interface ForCanonical<Value> {
  ifOwn: Value
  ifForeign: Value
}

/** Runs the page checks on a page for both cases; twice only those whose results depend on the canonical. */
function runForCanonical(
  { ifOwn, ifForeign }: ForCanonical<PageFacts>,
  checks: readonly PageCheck[],
  deps: PageDeps,
): ForCanonical<PageRun> {
  const own = runEach(ifOwn, checks, deps)
  const dependent = checks.filter(({ applies, dependsOnCanonical }) => applies === 'html-ok' || dependsOnCanonical)
  const again = runEach(ifForeign, dependent, deps)
  const issues = [...own.issues.filter(({ checkId }) => !again.results.has(checkId)), ...again.issues]
  const foreign = {
    issues: again.issues.length > 0 ? inOrderOf(checks, issues) : issues,
    causes: [...own.causes.filter(({ checkId }) => !again.results.has(checkId)), ...again.causes],
    results: new Map([...own.results, ...again.results]),
  }
  return { ifOwn: dropSupersededIssues(ifOwn, own), ifForeign: dropSupersededIssues(ifForeign, foreign) }
}

function inOrderOf(checks: readonly PageCheck[], issues: readonly NewIssue[]): NewIssue[] {
  return checks.flatMap(({ id }) => issues.filter(({ checkId }) => checkId === id))
}

function runEach(page: PageFacts, checks: readonly PageCheck[], deps: PageDeps): PageRun {
  const inapplicable = inapplicableResults(page)
  const run: PageRun = { issues: [], causes: [], results: new Map() }
  for (const check of checks) {
    const result = inapplicable[check.applies] ?? runPageCheck(page, check, run, deps)
    run.results.set(check.id, result)
  }
  return run
}

/** Most results are one of these two; no page needs objects of its own for them. */
const PASSED: PageResult = Object.freeze({ result: 'passed' })
const FAILED: PageResult = Object.freeze({ result: 'failed' })

interface PageDeps {
  report: ReportCheckError
  shared: SharedCauses | undefined
}

/** Findings become issues of the run. */
function runPageCheck(page: PageFacts, check: PageCheck, run: PageRun, { report, shared }: PageDeps): PageResult {
  try {
    const thresholds = check.thresholds?.values ?? noThresholds
    if (check.elements) {
      const found = check.elements(page, thresholds)
      if ('skipped' in found) return { result: 'skipped', reason: found.skipped }
      if (found.causeKeys.length === 0) return PASSED
      addElements(run, { check, page, found, shared })
      return FAILED
    }
    const found = check.check(page, thresholds)
    if (!Array.isArray(found)) return { result: 'skipped', reason: found.skipped }
    for (const finding of found) run.issues.push(pageIssue(check, page, finding))
    return found.length > 0 ? FAILED : PASSED
  } catch (error) {
    report(check.id, error)
    return { result: 'skipped', reason: CHECK_FAILED }
  }
}

/** By what a check applies to: the result of those that do not apply to the page, null of the others. */
function inapplicableResults(page: PageFacts): Readonly<Record<AppliesTo, PageResult | null>> {
  // A bot protection page says nothing about the page itself.
  if (page.isBotChallenge) {
    const challenged: PageResult = {
      result: 'skipped',
      reason: 'A bot protection page was returned instead of the page',
    }
    return { any: challenged, html: challenged, 'html-shown': challenged, 'html-ok': challenged }
  }
  const unlike = notHtmlResult(page)
  if (unlike) return { any: null, html: unlike, 'html-shown': unlike, 'html-ok': unlike }
  const ineligible = ineligibleReason(page)
  return {
    any: null,
    html: null,
    'html-shown': isStub(page) ? { result: 'skipped', reason: SENT_ON } : null,
    'html-ok': ineligible === null ? null : { result: 'skipped', reason: ineligible },
  }
}

function notHtmlResult(page: PageFacts): PageResult | null {
  if (!isHtmlOk(page)) return { result: 'not-applicable' }
  if (page.fileFormat !== undefined) return { result: 'skipped', reason: NOT_HTML }
  return page.response.isCutOff ? { result: 'skipped', reason: CUT_OFF } : null
}

function pageIssue(check: PageCheck, page: PageFacts, finding: Finding): NewIssue {
  return {
    checkId: check.id,
    type: check.type,
    severity: finding.severity ?? check.severity,
    message: finding.message ?? check.title,
    pageUrl: page.url,
    details: { ...finding.details, evidence: evidenceOf(check, finding) },
    affectedCount: 1,
    isHostWide: false,
  }
}

interface ElementsOfPage {
  check: PageCheck
  page: PageFacts
  found: FoundElements
  shared: SharedCauses | undefined
}

/** What many pages share is not described for each of them: on most pages of a site that is all that its template gets wrong. */
function addElements(run: PageRun, { check, page, found, shared }: ElementsOfPage): void {
  const own: number[] = []
  let failsPage = false
  for (const [index, key] of found.causeKeys.entries()) {
    const severityAlone = () => found.finding([index], true).severity ?? check.severity
    if (!shared?.isShared(key)) own.push(index)
    else if (!failsPage) failsPage = shared.failsPages(key, () => severityAlone() !== 'info')
  }
  const issue = own.length === 0 ? null : chosenIssue(check, page, { found, chosen: own, isShared: false })
  if (issue) run.issues.push(issue)
  const described = issue?.details.causeKeys ?? []
  const keys = distinct(issue ? [...described, ...found.causeKeys] : found.causeKeys)
  run.causes.push({ checkId: check.id, keys, describedCount: described.length, failsPage })
}

function chosenIssue(
  check: PageCheck,
  page: PageFacts,
  { found, chosen, isShared }: { found: FoundElements; chosen: readonly number[]; isShared: boolean },
): NewIssue {
  const issue = pageIssue(check, page, found.finding(chosen, isShared))
  const causeKeys = distinct(chosen.flatMap(index => found.causeKeys[index] ?? []))
  const place = chosen[0] === undefined ? undefined : found.placeOf(chosen[0])
  const { evidence, ...details } = issue.details
  return { ...issue, details: { ...details, ...(place && { place }), causeKeys, evidence } }
}

function distinct(keys: readonly number[]): number[] {
  if (keys.length === 1) return [...keys]
  return [...new Set(keys)]
}

/** Which causes of a page an issue is to be about. */
export interface CauseChoice {
  isChosen(causeKey: number): boolean
  /** One cause that many pages share, of which the page is an example. */
  isShared: boolean
}

/** The issue of a check about some causes of a page, as the crawl found it; null where the page has none of them. */
export function issueOfCauses(check: PageCheck, page: PageFacts, { isChosen, isShared }: CauseChoice): NewIssue | null {
  const found = check.elements?.(page, check.thresholds?.values ?? noThresholds)
  if (found === undefined || 'skipped' in found) return null
  const chosen = [...found.causeKeys.keys()].filter(index => isChosen(found.causeKeys[index] ?? 0))
  return chosen.length === 0 ? null : chosenIssue(check, page, { found, chosen, isShared })
}

/** Also the thresholds of the website, if they differ from the defaults. */
export function evidenceOf({ thresholds }: PageCheck | SiteCheck, { evidence = [] }: Finding): Evidence[] {
  return thresholds?.evidence ? [...evidence, ...thresholds.evidence] : evidence
}

function dropSupersededIssues(page: PageFacts, run: PageRun): PageRun {
  const { issues, causes, results } = run
  const superseded = supersededPageChecks(page, results)
  if (superseded.size === 0) return run
  for (const [id, reason] of superseded) {
    if (results.get(id)?.result === 'failed') results.set(id, { result: 'skipped', reason })
  }
  return {
    issues: issues.filter(issue => !superseded.has(issue.checkId)),
    causes: causes.filter(({ checkId }) => !superseded.has(checkId)),
    results,
  }
}
