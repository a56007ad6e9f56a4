import { setImmediate } from 'node:timers/promises'
import type { SiteCheck } from '#checks/check.ts'
import { languageCounts, newLanguageCounters, translationSets } from '#checks/hreflang/translation-sets.ts'
import { ruleCheck } from '#checks/own-rule.ts'
import { issueOfCauses } from '#checks/run-page-checks.ts'
import { runSiteChecks } from '#checks/run-site-checks.ts'
import { compareWithEarlier } from '#compare/compare-crawls.ts'
import { describeError } from '#shared/errors.ts'
import type { SkipReason } from '#shared/model.ts'
import type { SiteFacts } from '#shared/site-facts.ts'
import type { CausesOfPage, Claim, CrawlCheckpoint, CrawlEnding } from '#store/store.ts'
import { type CrawlContext, type CrawlRunDeps, openContext } from './crawl-context.ts'
import { unchangedNotes } from './earlier-pages.ts'
import { endSentence, type Omission } from './end-reason.ts'
import { measureSample } from './page-speed/measure-sample.ts'
import { probeRest } from './probing.ts'
import { visitSite } from './visiting.ts'

export interface CrawlSignals {
  /** The process ends or the claim is lost: leave everything as it is, so that the crawl can be taken up again. */
  abandon: AbortSignal
  /** The visitor pauses it: the same, once what is under way is committed. */
  pause: AbortSignal
  /** The visitor stops it: end with what was seen. */
  stop: AbortSignal
}

/**
 * One crawl from claim to end, or to the point where it is abandoned. A crawl taken up again goes on at its last commit and
 * ends in the same report.
 */
export async function runCrawl(claim: Claim, deps: CrawlRunDeps, signals: CrawlSignals): Promise<void> {
  const failure = new AbortController()
  const cut = new AbortController()
  let ending: CrawlEnding = { reason: 'stopped', detail: '' }
  const stop = AbortSignal.any([signals.stop, cut.signal])
  const abandon = AbortSignal.any([signals.abandon, signals.pause, failure.signal])
  const context = await openContext(claim, deps, {
    halt: AbortSignal.any([abandon, stop]),
    onFailure: error => failure.abort(error),
    onCut: because => {
      if (stop.aborted) return
      ending = because
      cut.abort()
    },
    endingWhenHalted: () => ending,
  })
  const onStop = () => deps.pool.abort(claim.crawlId)
  context.halt.addEventListener('abort', onStop)
  if (context.halt.aborted) onStop()
  try {
    const worked = await work(context, deps.pool, { abandon, stop })
    if (signals.abandon.aborted) return
    if (signals.pause.aborted) await context.batches.flush()
    failure.signal.throwIfAborted()
    if (signals.pause.aborted) return await context.store.crawls.release(claim)
    if (worked === null) return
    await context.store.crawls.end(claim, {
      reason: worked.ending.reason,
      sentence: endSentence(worked.ending.reason, {
        seedUrl: context.state.seedUrl,
        pagesCounted: context.checkpoint.pagesCounted,
        pageLimit: context.state.crawlLimit,
        isListOnly: context.state.options.isListOnly,
        omission: worked.omission,
        detail: worked.ending.detail,
      }),
      endedMs: deps.now(),
      earlierCrawlId: worked.earlierCrawlId,
      isWhole: worked.isWhole,
    })
  } finally {
    context.bounds[Symbol.dispose]()
    await context.rates[Symbol.asyncDispose]()
    context.halt.removeEventListener('abort', onStop)
    deps.pool.forget(claim.crawlId)
  }
}

const FINISHED: CrawlEnding = { reason: 'finished', detail: '' }

interface Worked {
  ending: CrawlEnding
  omission: Omission | null
  /** The crawl that it was compared with. */
  earlierCrawlId: number | null
  isWhole: boolean
}

/** Runs the phases that are left. null when the crawl is abandoned on the way. */
async function work(
  context: CrawlContext,
  pool: CrawlRunDeps['pool'],
  signals: Omit<CrawlSignals, 'pause'>,
): Promise<Worked | null> {
  const { checkpoint, batches, robots, halt, accessWatch, state } = context
  if (checkpoint.phase === 'starting' || checkpoint.phase === 'visiting' || checkpoint.phase === 'probing') {
    const begins = checkpoint.phase === 'starting' && !state.options.isListOnly
    await accessWatch?.open(begins ? state.seedUrl : null)
    if (signals.abandon.aborted) return null
  }
  for (const origin of checkpoint.robotsOrigins) await robots.load(origin, halt)
  if (checkpoint.phase === 'starting' || checkpoint.phase === 'visiting') {
    const ending = await visitSite(context, signals.abandon)
    if (signals.abandon.aborted) return null
    checkpoint.ending = ending
    noteUnrendered(checkpoint)
    checkpoint.notes.push(...unchangedNotes(checkpoint))
    // Stored together with the states of the remaining URLs: there may be a hundred thousand, which are then written once.
    checkpoint.phase = 'probing'
  }
  if (checkpoint.phase === 'probing') {
    if (requestsOtherSites(context)) await reportBrokenLinks(context, signals.abandon)
    if (signals.abandon.aborted) return null
    await probeRest(context, signals.abandon)
    if (signals.abandon.aborted) return null
    if (signals.stop.aborted) checkpoint.ending = context.endingWhenHalted()
    checkpoint.phase = context.state.options.pageSpeedSample ? 'measuring' : 'checking'
    await batches.flush()
  }
  await context.store.crawls.resolveCanonicals(context.claim, signals.abandon)
  if (signals.abandon.aborted) return null
  await context.store.crawls.omitCopies(context.claim, signals.abandon)
  if (signals.abandon.aborted) return null
  if (checkpoint.phase === 'measuring') {
    await measureSample(context, signals.abandon)
    if (signals.abandon.aborted) return null
    checkpoint.phase = 'checking'
    await batches.flush()
  }
  const omission = omissionOf(context)
  // No URL is requested any more: the memory of up to a million of them, and of page workers, is freed for the site checks.
  context.frontier.urls.clear()
  pool.forget(context.claim.crawlId)
  const site = await runChecksOfSite(context, signals.abandon)
  if (site === null || signals.abandon.aborted) return null
  await runOwnRules(context, signals.abandon)
  if (signals.abandon.aborted) return null
  const ending = (signals.stop.aborted ? context.endingWhenHalted() : checkpoint.ending) ?? FINISHED
  const { store, claim } = context
  const isWhole = ending.reason === 'finished' && omission === null && !state.options.isListOnly
  const earlierCrawlId = await compareWithEarlier(
    { store, claim, websiteId: state.websiteId, isWhole },
    signals.abandon,
  )
  if (signals.abandon.aborted) return null
  await storeLanguages(context, site, signals.abandon)
  if (signals.abandon.aborted) return null
  await store.crawls.completePageList(claim, signals.abandon)
  return signals.abandon.aborted ? null : { ending, omission, earlierCrawlId, isWhole }
}

/** Which pages are versions of each other. */
async function storeLanguages({ store, claim }: CrawlContext, site: SiteFacts, abandon: AbortSignal): Promise<void> {
  const counters = newLanguageCounters()
  const countsOf = () => languageCounts(counters)
  await store.crawls.writeTranslationSets(claim, translationSets(site, counters, abandon), { countsOf, abandon })
}

/** Called when the phase changes, so that the note is added once. */
function noteUnrendered({ unrenderedPages = 0, notes }: CrawlCheckpoint): void {
  if (unrenderedPages === 0) return
  const pages = unrenderedPages === 1 ? '1 page' : `${unrenderedPages} pages`
  notes.push(
    `${pages} could not be rendered: their scripts were not run, and they were checked as the server sends them.`,
  )
}

const looksEndless: ReadonlySet<SkipReason> = new Set(['looks-endless', 'too-deep', 'repeats-itself', 'queue-full'])

/** The worse of what the report lacks, of URLs that followed links lead to. */
function omissionOf({ frontier, checkpoint, scope, state }: CrawlContext): Omission | null {
  if (checkpoint.areUrlsUntracked) return 'untracked'
  if (frontier.urls.hasSkipped(looksEndless)) return 'endless'
  return scope.isWhole && !state.options.isSitemapOnly ? null : 'scope'
}

type CheckedCrawl = Pick<CrawlContext, 'store' | 'claim' | 'pageChecks' | 'siteChecks' | 'log'>

/**
 * Merges causes and runs the site checks, once nothing is left to request. May be repeated after an interruption. Returns what the checks
 * have read, of which the first pages are kept; null when it is abandoned before they run.
 */
export async function runChecksOfSite(crawl: CheckedCrawl, abandon: AbortSignal): Promise<SiteFacts | null> {
  const { store, claim, pageChecks, siteChecks } = crawl
  await store.crawls.resetSiteIssues(claim)
  await store.crawls.indexLinks(claim)
  await store.crawls.scoreLinks(claim, abandon)
  const ofPages = new Map((await pageChecks()).map(check => [check.id, check]))
  const describe = ({ checkId, page, ...choice }: CausesOfPage) => {
    const check = ofPages.get(checkId)
    return check ? issueOfCauses(check, page, choice) : null
  }
  await store.crawls.mergeCauses(claim, describe, abandon)
  return abandon.aborted ? null : await addIssuesOf(await siteChecks(), crawl, abandon)
}

/** Rules read the columns of the pages list, which are completed for them ahead of the end. */
async function runOwnRules(context: CrawlContext, abandon: AbortSignal): Promise<void> {
  const { rules } = context.state.options
  if (rules.length === 0) return
  await context.store.crawls.completePageList(context.claim, abandon)
  if (!abandon.aborted) await addIssuesOf(rules.map(ruleCheck), context, abandon)
}

function requestsOtherSites({ frontier, state }: CrawlContext): boolean {
  return state.options.probesExternal && frontier.urls.hasExternalToProbe
}

/**
 * What visits have shown to be broken is reported before links to other sites are requested, which may take minutes. The site checks at
 * the end replace these issues.
 */
async function reportBrokenLinks(crawl: CrawlContext, abandon: AbortSignal): Promise<void> {
  const { store, claim, siteChecks, batches, halt } = crawl
  if (halt.aborted) return
  await batches.flush()
  await store.crawls.resetSiteIssues(claim)
  await store.crawls.indexLinks(claim)
  const checks = (await siteChecks()).filter(({ id }) => brokenLinkChecks.has(id))
  await addIssuesOf(checks, crawl, abandon)
}

/** The first one supersedes findings of the others. */
const brokenLinkChecks: ReadonlySet<string> = new Set([
  'redirect-to-error',
  'link-scheme-missing',
  'internal-link-broken',
  'internal-link-client-error',
  'internal-link-server-error',
])

async function addIssuesOf(
  checks: readonly SiteCheck[],
  crawl: CheckedCrawl,
  abandon: AbortSignal,
): Promise<SiteFacts> {
  const { store, claim, log } = crawl
  const site = await store.crawls.siteFacts(claim.crawlId)
  const report = (checkId: string, error: unknown) => {
    const cause = describeError(error)
    log('a site check failed', { checkId, crawlId: claim.crawlId, cause })
  }
  for await (const { issues, counters } of runSiteChecks(site, checks, report)) {
    if (abandon.aborted) break
    await store.crawls.addSiteIssues(claim, issues, counters)
    // Other crawls, and messages of the page workers, have their turn.
    await setImmediate()
  }
  return site
}
