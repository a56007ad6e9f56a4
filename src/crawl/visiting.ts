import { parameterDropper } from '#shared/dropped-parameters.ts'
import type { FetchFailure } from '#shared/fetch-failures.ts'
import { isErrorStatus } from '#shared/http-status.ts'
import type { SkipReason } from '#shared/model.ts'
import type { PageRecord } from '#shared/page-record.ts'
import { overHttp } from '#shared/url.ts'
import type { CrawlEnding, UrlRow } from '#store/store.ts'
import { CrawlAheadPlan } from './ahead-plan.ts'
import { type CrawlContext, startPagesOf } from './crawl-context.ts'
import { isSeed, jobOf, maxVisits, noteRetries, rulesFor, visitRefusalOf } from './crawl-requests.ts'
import { type OriginRobots, unreadableSentence } from './robots/known-robots.ts'
import type { DispatchRound } from './schedule/dispatcher.ts'
import { isInScope, scopeHostOf } from './scope.ts'
import { readSitemaps } from './site-files/sitemaps.ts'
import { originsToRequest } from './site-origins.ts'
import { leaveTraps, noteVisited, restoreTraps, storeTrapCopies } from './traps/trap-notes.ts'

/** Visits the site level by level, then what only its sitemaps list, until nothing is left, the limit is reached, or the crawl is halted. */
export async function visitSite(context: CrawlContext, abandon: AbortSignal): Promise<CrawlEnding> {
  const refusal = await openSeed(context)
  if (refusal) return refusal
  const { frontier, checkpoint, batches, halt, state } = context
  await restoreTraps(context)
  checkpoint.phase = 'visiting'
  // A crawl resumed after its last level numbers no further one.
  while (checkpoint.pagesCounted < state.crawlLimit) {
    if (isListVisited(context)) break
    if (state.options.isSitemapOnly && checkpoint.lastNumber > 0 && frontier.urls.inState('queued').length === 0)
      await readSitemaps(context)
    if (halt.aborted) break
    const level = await takeLevel(context)
    if (halt.aborted) break
    if (level.length === 0) {
      if (checkpoint.lastNumber < maxVisits(context) && (await readSitemaps(context))) continue
      break
    }
    await visitLevel(context, level)
    await batches.flush()
    if (halt.aborted) break
  }
  // URLs that an abandoned crawl has not visited stay as they are, for the next claim.
  if (abandon.aborted) return { reason: 'stopped', detail: '' }
  if (halt.aborted) {
    leaveTraps(context)
    await storeTrapCopies(context)
    frontier.leaveUnvisited('stopped', frontier.urls.inState('queued'))
    return context.endingWhenHalted()
  }
  const ending = endingOf(context)
  await storeTrapCopies(context)
  return ending
}

function endingOf(context: CrawlContext): CrawlEnding {
  const { frontier, checkpoint, state } = context
  leaveTraps(context)
  const left = frontier.urls.inState('queued')
  const isCut = left.length > 0 || frontier.urls.hasUnvisited
  frontier.leaveUnvisited(state.options.isListOnly ? 'not-listed' : 'limit', left)
  if (state.options.isListOnly) return { reason: 'finished', detail: '' }
  if (isCut) return { reason: 'limit', detail: '' }
  if (checkpoint.pagesCounted === 0)
    return checkpoint.seedProblem ?? { reason: 'start-unreachable', detail: 'it leads to no page that could be read' }
  return checkpoint.lastNumber >= maxVisits(context) && state.crawlLimit > checkpoint.pagesCounted
    ? { reason: 'budget', detail: '' }
    : { reason: 'finished', detail: '' }
}

/** Adds the start URL and fetches robots.txt; returns the ending when the crawl cannot even begin. */
async function openSeed(context: CrawlContext): Promise<CrawlEnding | null> {
  const { store, claim, frontier, checkpoint, state, robots, batches, halt } = context
  if (frontier.urls.size > 0) return null
  let response = await loadRobots(context, state.seedUrl)
  if (isHttpsUnavailable(response) && state.options.isHttpsAssumed && state.seedUrl.startsWith('https:')) {
    await store.crawls.moveToHttp(claim)
    state.seedUrl = overHttp(state.seedUrl)
    checkpoint.scopeHost = scopeHostOf(state.seedUrl)
    frontier.urls.setScopeHost(checkpoint.scopeHost)
    context.startPages = startPagesOf(state)
    response = await loadRobots(context, state.seedUrl)
  }
  const { seedUrl } = state
  const isOverHttp = state.options.isHttpsAssumed && seedUrl.startsWith('http:')
  if (isOverHttp && !checkpoint.notes.includes(HTTP_USED)) checkpoint.notes.push(HTTP_USED)
  if (halt.aborted) return null
  if (response?.unreadable) return unreadableEnding(response.unreadable)
  if (state.options.isListOnly) {
    await openList(context)
    return null
  }
  const result = robots.check(seedUrl)
  if (state.options.obeysRobots && !result.isAllowed) return { reason: 'start-blocked', detail: result.because }
  frontier.addSeed(seedUrl)
  frontier.addStartPages(context.startPages)
  checkpoint.lastNumber = 1
  await batches.flush()
  return null
}

const HTTP_USED = 'The site does not respond over https, so it was crawled over http.'

/** The URLs of the list are the only level. */
async function openList(context: CrawlContext): Promise<void> {
  const { store, claim, frontier, batches, state } = context
  const { seedUrl } = state
  const { origin, host } = new URL(seedUrl)
  // The list was read as https where https was assumed.
  const https = state.options.isHttpsAssumed ? `https://${host}` : origin
  const urls = await store.crawls.listedUrls(claim)
  const urlOf = parameterDropper(state.options, seedUrl)
  frontier.addList(urls.map(url => urlOf(url.startsWith(`${https}/`) ? origin + url.slice(https.length) : url)))
  await batches.flush()
}

/** A list is one level: what its pages link to is only probed. */
function isListVisited({ state, checkpoint, frontier }: CrawlContext): boolean {
  return state.options.isListOnly && checkpoint.lastNumber > 0 && frontier.urls.inState('queued').length === 0
}

function isHttpsUnavailable(response: OriginRobots | null): boolean {
  const failure = response?.unreadable?.failure
  return failure != null && !NO_NAME.includes(failure) && NO_CONNECTION.includes(failure)
}

/** Another scheme would not help. */
const NO_NAME: readonly FetchFailure[] = ['dns', 'dns-server-failure', 'proxy']

/** No HTTP server is reachable, whatever robots.txt says. */
const NO_CONNECTION: readonly FetchFailure[] = [
  'dns',
  'dns-server-failure',
  'refused',
  'connect',
  'timeout-connect',
  'tls',
  'certificate',
  'reset',
  'not-http',
  'proxy',
]

function unreadableEnding(unreadable: NonNullable<OriginRobots['unreadable']>): CrawlEnding {
  const { failure, detail } = unreadable
  if (failure === 'address-refused') return { reason: 'start-refused', detail }
  if (failure !== null && NO_CONNECTION.includes(failure)) {
    return { reason: 'start-unreachable', detail }
  }
  return { reason: 'start-blocked', detail: unreadableSentence(unreadable) }
}

async function loadRobots(context: CrawlContext, url: string): Promise<OriginRobots | null> {
  if (!context.state.options.obeysRobots) return null
  return context.robots.load(new URL(url).origin, context.halt)
}

/** The queued rows of an interrupted level, else the next one, numbered and stored. */
async function takeLevel(context: CrawlContext): Promise<number[]> {
  const { frontier, checkpoint, batches, traps } = context
  const interrupted = frontier.urls.inState('queued')
  if (interrupted.length > 0) return interrupted
  traps?.look()
  for (const origin of originsToRequest(context)) await loadRobots(context, origin)
  if (context.halt.aborted) return []
  const left = { visits: maxVisits(context) - checkpoint.lastNumber }
  const refuse = (row: UrlRow): SkipReason | null => {
    const reason = visitRefusalOf(context, row)
    if (reason !== null) return reason
    if (traps?.isEndless(row)) return 'looks-endless'
    return left.visits-- > 0 ? null : 'queue-full'
  }
  const take = (row: UrlRow, number: number) => traps?.take(row, number) ?? true
  let level: number[] = []
  while (level.length === 0 && frontier.urls.hasUnvisited) {
    level = frontier.nextLevel({ lastNumber: checkpoint.lastNumber, refuse, isStillProbed, take })
  }
  checkpoint.lastNumber += level.length
  const [first] = level
  if (first !== undefined) checkpoint.depth = frontier.urls.row(first).depth
  await batches.flush()
  return level
}

/** Links lead to these pages, so they are requested for their status. */
const isStillProbed = (reason: SkipReason): boolean => STILL_PROBED.includes(reason)

const STILL_PROBED: readonly SkipReason[] = ['not-included', 'outside-folder', 'beyond-depth', 'not-in-sitemap']

/**
 * Visits one level in order. A URL is sent only while pages counted and URLs under way are below the limit together, so which
 * URLs are visited depends on their numbers alone, never on the order of arrival.
 */
async function visitLevel(context: CrawlContext, level: readonly number[]): Promise<void> {
  const { dispatcher, frontier, checkpoint, batches, state, halt, accessWatch } = context
  let position = 0
  let underWay = 0
  // Until the start page is read it is not known which URLs belong to the site.
  const isSiteKnown = !level.some(id => isSeed(context, frontier.urls.row(id)))
  const keep = (record: PageRecord) => {
    underWay--
    if (isSeed(context, record)) noteSeed(context, record)
    noteVisited(context, record)
    batches.add(record, 'visit')
  }
  /** To be requested again, signed in. */
  const repeated: number[] = []
  const repeat = ({ urlId }: PageRecord) => repeated.push(urlId)
  const round: DispatchRound = {
    signal: halt,
    rulesFor: job => rulesFor(context, job),
    waits: failed => noteRetries(context, failed),
    ...(isSiteKnown && {
      ahead: new CrawlAheadPlan(context, { openVisits: state.options.isListOnly ? null : () => underWay }),
    }),
    next: () => {
      const again = repeated.shift()
      if (again !== undefined) return jobOf(context, { row: frontier.urls.row(again), mode: 'visit' })
      const id = level[position]
      if (id === undefined || checkpoint.pagesCounted + underWay >= state.crawlLimit) return null
      position++
      underWay++
      return jobOf(context, { row: frontier.urls.row(id), mode: 'visit' })
    },
    done: record => {
      if (record.failure === 'aborted') underWay--
      else if (accessWatch) accessWatch.pass(record, { keep, repeat })
      else keep(record)
    },
  }
  do {
    await dispatcher.run(round)
    await accessWatch?.decide()
  } while (repeated.length > 0 && !halt.aborted)
}

/** The start page decides the scope: the host where its redirects end. */
function noteSeed(context: CrawlContext, record: PageRecord): void {
  const { checkpoint, frontier } = context
  checkpoint.seedProblem = seedProblem(record)
  if (record.status === null) return
  const scopeHost = scopeHostOf(record.finalUrl)
  if (!isInScope(record.finalUrl, context)) {
    // A list names URLs of one site, wherever its start page leads.
    if (context.state.options.isListOnly) return
    // What was proved is not true of another site.
    if (context.state.options.ownership) {
      checkpoint.seedProblem ??= notProved(scopeHost)
      return
    }
    checkpoint.scopeHost = scopeHost
    frontier.urls.setScopeHost(scopeHost)
    checkpoint.notes.push(`The start page redirects to ${scopeHost}, so that site was crawled.`)
  }
  checkpoint.homeUrl = parameterDropper(context.state.options, record.finalUrl)(record.finalUrl)
  if (checkpoint.homeUrl !== record.finalUrl && checkpoint.homeUrl === record.url)
    checkpoint.seedProblem ??= NEEDS_DROPPED_PARAMETER
}

function notProved(host: string): CrawlEnding {
  return { reason: 'start-unreachable', detail: `it redirects to ${host}, which was not proved to be yours` }
}

/** The page is not shown without the parameter. */
const NEEDS_DROPPED_PARAMETER: CrawlEnding = {
  reason: 'start-unreachable',
  detail: 'it redirects to itself with a parameter that this crawl drops from URLs',
}

function seedProblem(record: PageRecord): CrawlEnding | null {
  const { status, failure, failureDetail, mediaType, isHtml } = record
  if (failure === 'address-refused') return { reason: 'start-refused', detail: failureDetail }
  if (status === null) return { reason: 'start-unreachable', detail: failureDetail }
  if (isErrorStatus(status)) return { reason: 'start-unreachable', detail: `it responds with ${status}` }
  return isHtml ? null : { reason: 'start-not-html', detail: mediaType || 'no type given' }
}
