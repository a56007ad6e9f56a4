import type { NarrowedCrawl } from '#shared/crawl-options.ts'
import { linkKinds, type SkipReason } from '#shared/model.ts'
import { kindsToMask } from '#shared/page-record.ts'
import { siteHosts } from '#shared/site-hosts.ts'
import type { UrlRow } from '#store/store.ts'
import type { CrawlContext } from './crawl-context.ts'
import { MAX_REDIRECT_HOPS } from './engine-settings.ts'
import { requestRefusal } from './request-refusal.ts'
import { type HostRules, hostRules } from './schedule/politeness.ts'
import { isFileAlone, type ProbeBudgets } from './schedule/probe-budget.ts'
import { isBeyondHosts } from './site-origins.ts'
import type { VisitJob } from './visit/worker-messages.ts'

/** Which URLs a crawl requests, as what, and how often a host gets requests. */

/** The job that requests a URL. */
export function jobOf(context: CrawlContext, visit: { row: UrlRow; mode: VisitJob['mode'] }): VisitJob {
  const { row, mode } = visit
  const { checkpoint, state } = context
  const { dropParameters, subdomains } = state.options
  return {
    crawlId: context.claim.crawlId,
    urlId: row.id,
    url: row.url,
    mode,
    scope: row.scope,
    number: row.number,
    depth: row.depth,
    isSeed: isSeed(context, row),
    isPrivateHost: context.isPrivateHost,
    isRendered: state.options.rendersJavaScript,
    isHeadEnough: mode === 'probe' && (row.scope === 'external' || (isFileAlone(row) && !isText(row))),
    ...(dropParameters && { dropParameters }),
    ...(subdomains.length > 0 && { siteHosts: siteHosts(checkpoint.scopeHost, subdomains) }),
    ...(mode === 'visit' && context.traps?.needsLikeness(row) && { needsLikeness: true as const }),
    attempts: [],
  }
}

const TEXT_BITS = kindsToMask(['script', 'stylesheet'], linkKinds)

/** Servers compress a file while they send it, and do not say so without a body. */
const isText = ({ kinds }: UrlRow): boolean => (kinds & TEXT_BITS) !== 0

/** The job that probes a URL; `styleSheets` are the ids of the style sheets whose URLs are found. */
export function probeJobOf(context: CrawlContext, row: UrlRow, styleSheets: ReadonlySet<number>): VisitJob {
  const job = jobOf(context, { row, mode: 'probe' })
  return styleSheets.has(row.id) ? { ...job, readsStyles: true, isHeadEnough: false } : job
}

export function isSeed({ checkpoint, state }: CrawlContext, row: Pick<UrlRow, 'url' | 'number'>): boolean {
  if (state.options.isListOnly) return row.url === state.seedUrl
  return row.number === 1 || row.url === checkpoint.homeUrl
}

/** The limits of the host of a URL. */
export function rulesFor(context: CrawlContext, { url, mode, scope }: VisitJob): HostRules {
  return hostRules(context, { url, isOwn: mode === 'visit' || scope === 'internal' })
}

/** Stores how many failed URLs wait to be requested again, so that the progress can say what the crawl waits for. */
export function noteRetries({ checkpoint, batches }: CrawlContext, failed: number): void {
  if (failed === 0) delete checkpoint.urlsToRetry
  else {
    checkpoint.urlsToRetry = failed
    void batches.flush()
  }
}

/** Most URLs that a crawl visits: some of them are no pages. */
export function maxVisits({ state, settings }: CrawlContext): number {
  return state.crawlLimit * settings.queueFactor
}

/** Why a URL must not be visited; null when it may. */
export function visitRefusalOf(context: CrawlContext, row: UrlRow): SkipReason | null {
  return refusalOf(context, row) ?? (isListed(context, row) ? null : outOfScope(context, row))
}

/** All URLs of a list are wanted, but those that are excluded. */
function isListed({ state }: CrawlContext, { kinds }: UrlRow): boolean {
  return state.options.isListOnly && kinds === 0
}

function outOfScope(context: CrawlContext, row: UrlRow): SkipReason | null {
  if (isSeed(context, row) || context.startPages.has(row.url)) return null
  return context.state.options.isSitemapOnly && !row.isInSitemap ? 'not-in-sitemap' : context.scope.outOfScope(row)
}

/** Why a URL must not be requested; null when it may. */
function refusalOf(context: CrawlContext, row: UrlRow): SkipReason | null {
  if (row.redirectDepth > MAX_REDIRECT_HOPS) return 'too-deep'
  const { scope, robots, state, signedInOrigins } = context
  if (row.scope === 'internal' && isBeyondHosts(context, row.url)) return 'host-limit'
  const url = { url: row.url, isExternal: row.scope === 'external', isSeed: isSeed(context, row) }
  return requestRefusal(url, { scope, robots: state.options.obeysRobots ? robots : null, signedInOrigins })
}

/** How many URLs are probed, and which are not. */
export function probeBudgets(context: CrawlContext): ProbeBudgets {
  const { state, settings } = context
  return {
    resource: state.options.probesResources ? state.crawlLimit * settings.resourceProbeFactor : 0,
    external: state.options.probesExternal ? state.crawlLimit * settings.externalProbeFactor : 0,
    perExternalHost: settings.externalProbesPerHost,
    // Without external probes nothing but the site itself is requested, not even an image.
    refuse: row => {
      if (isBeyondNarrowed(state.options.narrowed, row)) return 'not-listed'
      if (row.scope === 'external' && !state.options.probesExternal) return 'scope'
      // Beyond the limit, what pages link to is probed: people are sent there.
      return isNamedBySitemapsAlone(row) ? 'limit' : refusalOf(context, row)
    },
  }
}

function isNamedBySitemapsAlone(row: UrlRow): boolean {
  return row.isInSitemap && row.kinds === 0
}

/** A narrowed crawl requests the URLs of its list, and the few that show what a listed page stands for. */
function isBeyondNarrowed(narrowed: NarrowedCrawl | undefined, row: UrlRow): boolean {
  if (narrowed === undefined || narrowed.probes.includes(row.url)) return false
  return (row.kinds & (narrowed.checksHost ? STANDING_BITS | ICON_BIT : STANDING_BITS)) === 0
}

const STANDING_BITS = kindsToMask(['redirect', 'canonical'], linkKinds)
const ICON_BIT = kindsToMask(['icon'], linkKinds)
