import { catalogueOf } from '#checks/index.ts'
import { recheckScopeOf } from '#checks/recheck-scope.ts'
import { findingIdentity } from '#compare/finding-identity.ts'
import { MEGABYTE } from '#shared/constants.ts'
import type { CrawlOptions } from '#shared/crawl-options.ts'
import { HTTP_OK } from '#shared/http-status.ts'
import type { Evidence } from '#shared/model.ts'
import { RECHECK_FAILED, type RecheckReport, WHOLE_CRAWL_NOTE } from '#shared/recheck.ts'
import type { KeptFacts, SiteFacts, Target } from '#shared/site-facts.ts'
import type { CrawlRow, IssueRow, Store } from '#store/store.ts'
import type { CrawlRunDeps } from '../crawl-context.ts'
import { runCrawl } from '../crawl-run.ts'
import { type PlannedIssue, pagesToCheck, planRecheck, type RecheckPlan } from './recheck-plan.ts'
import { resultOfRecheck } from './recheck-result.ts'

/**
 * Checks one issue again by a crawl of its own URLs: a list of pages is visited, all checks run on them, and the result is kept
 * in a temporary store. So every rule, pause and confirmation of a crawl holds, and nothing mixes with the crawl that found the
 * issue.
 */
export interface RecheckRunDeps extends Omit<CrawlRunDeps, 'onWaiting'> {
  /** An empty store that is deleted when it is closed. */
  openScratch(): Promise<Store>
}

export interface RecheckRequest {
  /** Identifies the recheck for the page workers, which know crawls by number. */
  recheckId: number
  crawl: CrawlRow
  issue: IssueRow
}

/** How long a recheck may run: long enough for a page that is rendered and requested three times. */
export const MAX_RECHECK_MS = 90_000
const MAX_RECHECK_BYTES = 100 * MEGABYTE
/** No budget of its own: the plan is bounded itself. */
const NO_BUDGET = 1_000
const MAX_ISSUES = 1_000

/** null when the signal ended it: the recheck is to be repeated. */
export async function runRecheck(
  request: RecheckRequest,
  deps: RecheckRunDeps,
  signal: AbortSignal,
): Promise<RecheckReport | null> {
  const { issue } = request
  const check = catalogueOf(request.crawl).get(issue.checkId)
  const isOfPage = check !== undefined && !('scope' in check)
  const scope = recheckScopeOf({ id: issue.checkId, isOfPage })
  if (scope === 'whole-crawl') return { result: 'cannot-tell', sentence: WHOLE_CRAWL_NOTE }
  if (!isOfPage) return await checkOnce(request, { deps, scope, pages: null }, signal)
  const parts = pagesToCheck(issue)
  for (const pages of parts) {
    const report = await checkOnce(request, { deps, scope, pages }, signal)
    if (report?.result !== 'fixed' || issue.affectedCount === 1) return report
  }
  const count = parts.flat().length
  return { result: 'fixed', sentence: `Fixed on ${count} of ${count} pages. The cause is closed.` }
}

async function checkOnce(
  request: RecheckRequest,
  { deps, scope, pages }: Pick<PlannedIssue, 'scope' | 'pages'> & { deps: RecheckRunDeps },
  signal: AbortSignal,
): Promise<RecheckReport | null> {
  const { issue, crawl } = request
  const site = await deps.store.crawls.siteFacts(crawl.id)
  const plan = await planRecheck(site, { issue, pages, scope })
  if (plan.visits.length === 0)
    return {
      result: 'cannot-tell',
      sentence: 'None of its URLs is a page of the site. Only a whole crawl can check it.',
    }
  await using scratch = await deps.openScratch()
  const look = await crawlPlan({ request, plan, scratch }, deps, signal)
  if (signal.aborted || look === null) return null
  const { reading } = scratch
  const [found, counters, fresh] = await Promise.all([
    reading.issues(look.id, { checkId: issue.checkId, limit: MAX_ISSUES }),
    reading.checkCounters(look.id),
    scratch.crawls.siteFacts(look.id),
  ])
  return resultOfRecheck({
    issue,
    plan,
    obstacle: obstacleOf(look),
    found,
    counter: counters.find(({ checkId }) => checkId === issue.checkId) ?? null,
    unread: await unreadPages({ plan, site, fresh }),
    isTargetChecked: await isTargetChecked({ issue, plan, fresh }),
    unknownUrl: await unknownUrl({ issue, plan, fresh }),
    partsOf: ({ checkId, pageUrl, details }) =>
      findingIdentity({ seedUrl: crawl.seedUrl, finding: { check: checkId, pageUrl, details } }).parts,
  })
}

interface Look {
  request: RecheckRequest
  plan: RecheckPlan
  scratch: Store
}

async function crawlPlan({ request, plan, scratch }: Look, deps: RecheckRunDeps, signal: AbortSignal) {
  const { crawl, recheckId } = request
  const nowMs = deps.now()
  const ownerId = await scratch.visitors.createOwner('recheck', nowMs)
  await scratch.websites.startCrawl({
    ownerId,
    url: plan.homeUrl,
    crawlLimit: plan.visits.length,
    options: optionsOf(crawl.options, plan),
    urls: plan.visits,
    nowMs,
  })
  const claim = await scratch.crawls.claim('recheck', nowMs, MAX_RECHECK_MS)
  if (!claim) throw new Error('a look that was just begun cannot be claimed')
  const never = new AbortController().signal
  await runCrawl(
    claim,
    // It has no slot that it could free.
    {
      ...deps,
      store: scratch,
      credentialsOf: () => deps.credentialsOf(crawl.websiteId),
      settings: settingsOf(deps),
      pool: poolOf(deps, recheckId),
      onWaiting() {},
    },
    { abandon: signal, pause: never, stop: never },
  )
  return await scratch.reading.crawl(claim.crawlId)
}

/** The options of the crawl, within the plan. */
function optionsOf(options: CrawlOptions, { probes, checksHost }: RecheckPlan): CrawlOptions {
  return {
    ...options,
    isHttpsAssumed: false,
    readsSitemaps: false,
    pageSpeedSample: 0,
    isListOnly: true,
    narrowed: { probes, checksHost },
  }
}

function settingsOf({ settings }: RecheckRunDeps): RecheckRunDeps['settings'] {
  return {
    ...settings,
    resourceProbeFactor: NO_BUDGET,
    externalProbeFactor: NO_BUDGET,
    externalProbesPerHost: NO_BUDGET,
    crawlBaseMs: Math.min(settings.crawlBaseMs, MAX_RECHECK_MS),
    crawlMsPerPage: 0,
    crawlBaseBytes: Math.min(settings.crawlBaseBytes, MAX_RECHECK_BYTES),
    crawlBytesPerPage: 0,
  }
}

/** Page workers identify crawls by number; rechecks have negative numbers. */
function poolOf({ pool }: RecheckRunDeps, recheckId: number): RecheckRunDeps['pool'] {
  const number = -recheckId
  return {
    submit: job => pool.submit({ ...job, crawlId: number }),
    abort: () => pool.abort(number),
    setRobots: (_, origin, known) => pool.setRobots(number, origin, known),
    setOptions: (_, options, credentials) => pool.setOptions(number, options, credentials),
    setSession: (_, session) => pool.setSession(number, session),
    signInWithBrowser: pool.signInWithBrowser,
    forget: () => pool.forget(number),
  }
}

function obstacleOf({ endReason, endSentence }: CrawlRow): string | null {
  switch (endReason) {
    case 'finished':
      return null
    case 'time-limit':
      return `The URLs could not all be requested within ${MAX_RECHECK_MS / 1_000} seconds.`
    case 'transfer-limit':
      return `The URLs sent more than ${MAX_RECHECK_BYTES / MEGABYTE} megabytes.`
    case 'failed':
    case null:
      return RECHECK_FAILED
    default:
      return endSentence
  }
}

interface Seen {
  plan: RecheckPlan
  /** As the crawl saw it. */
  site: Pick<SiteFacts, 'factsOf'>
  fresh: Pick<SiteFacts, 'page' | 'target' | 'factsOf'>
}

async function unreadPages({ plan, site, fresh }: Seen): Promise<{ url: string; because: string }[]> {
  const unread: { url: string; because: string }[] = []
  for (const url of plan.wasRead) {
    if ((await fresh.page(url)) === null) unread.push({ url, because: insteadOf(await fresh.target(url)) })
    else if (isRendered(await site.factsOf(url)) && !isRendered(await fresh.factsOf(url)))
      unread.push({ url, because: 'could not be read with its scripts this time' })
  }
  return unread
}

function isRendered(facts: KeptFacts | null): boolean {
  return facts?.rendering?.isRendered === true
}

/** What a URL gives now instead of a page. */
function insteadOf(target: Target | null): string {
  if (target === null) return 'was not requested'
  const { status, hops, finalUrl, failureDetail, skipReason, isBotChallenge } = target
  if (skipReason === 'robots') return 'is closed by robots.txt now'
  if (isBotChallenge) return 'is guarded by a bot protection now'
  if (hops.length > 0) return `redirects to ${finalUrl} now`
  if (status === null) return `gave no response (${failureDetail.replace(/\.$/, '')})`
  return status === HTTP_OK ? 'is no HTML page now' : `responds with ${status} now`
}

/** Of findings about the response of one URL that is no page: it does not matter which other pages name it. */
async function isTargetChecked({ issue: { details }, plan, fresh }: Checked): Promise<boolean> {
  const { targetUrl, evidence } = details
  if (targetUrl === undefined || plan.wasRead.includes(targetUrl) || evidence.some(isList)) return false
  const target = await fresh.target(targetUrl)
  return target !== null && target.kinds.length > 0 && target.attempts.length > 0
}

interface Checked {
  issue: IssueRow
  plan: RecheckPlan
  fresh: Pick<SiteFacts, 'page' | 'target'>
}

/** One cause for several URLs, of which the target is only the first. */
function isList(entry: Evidence): boolean {
  return (entry.kind === 'urls' && entry.total > 1) || (entry.kind === 'table' && entry.rows.length > 1)
}

/** Checks that follow named URLs find nothing about a URL that was not requested. */
async function unknownUrl({ issue: { type }, plan, fresh }: Checked): Promise<string | null> {
  if (type !== 'canonical_issue' && type !== 'hreflang_issue') return null
  for (const url of plan.wasRead) {
    const page = await fresh.page(url)
    const named = type === 'hreflang_issue' ? page?.alternates : [page?.canonicalUrl ?? url]
    const unknown = named?.find(each => !plan.visits.includes(each) && !plan.probes.includes(each))
    if (unknown !== undefined) return unknown
  }
  return null
}
