import { StorageUnavailableError } from '#shared/errors.ts'
import type { PageFacts } from '#shared/facts.ts'
import { MAX_EVIDENCE_URLS } from '#shared/limits.ts'
import type { CheckResult, Evidence, NewIssue } from '#shared/model.ts'
import type { AppliesTo } from '#shared/own-check.ts'
import type { CheckCounter, CheckCounters, FoundCauses } from '#shared/page-record.ts'
import type { SiteFacts, SiteIssue, UrlList, UrlListEntry } from '#shared/site-facts.ts'
import type { Finding, FoundElements, PageCheck, SiteCheck, SiteFinding } from './check.ts'
import { CUT_OFF, ineligibleReason, isHtmlOk, isStub, NOT_HTML, SENT_ON } from './eligible.ts'
import { SitePrecedence, supersededPageChecks } from './precedence.ts'
import type { SharedCauses } from './shared-causes.ts'
import { noThresholds } from './thresholds.ts'

/**
 * Runs checks over facts and turns their findings into issues. It decides which check applies, which finding yields to
 * another, and that a failing check costs nothing but its own result. It must never fetch, read a clock or end a crawl.
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

const CHECK_FAILED = 'The check itself failed'
/** Of an own check that had to be ended. */
export const CHECK_STOPPED = 'The check was switched off, because it had to be ended'

/** Reasons for which a check said nothing of a page that it should have checked: what it does not find there may be there. */
export const unfinishedReasons: readonly string[] = [CHECK_FAILED, CHECK_STOPPED]

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
export interface ForCanonical<Value> {
  ifOwn: Value
  ifForeign: Value
}

/** Runs the page checks on a page for both cases; twice only those whose results depend on the canonical. */
export function runForCanonical(
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
function evidenceOf({ thresholds }: PageCheck | SiteCheck, { evidence = [] }: Finding): Evidence[] {
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
