import type { PageCheck } from '#checks/check.ts'
import { checkPage } from '#checks/conditional-run.ts'
import { indexabilityOf } from '#checks/eligible.ts'
import { SharedCauses } from '#checks/shared-causes.ts'
import { tuneChecks } from '#checks/thresholds.ts'
import { isBotChallenge, MAX_CHALLENGE_BYTES } from '#extract/bot-challenge.ts'
import type { ExtractInput } from '#extract/extract.ts'
import { styleUrls } from '#extract/style-urls.ts'
import { openAccess, type RequestAccess } from '#fetch/access/request-access.ts'
import { hasSignIn } from '#fetch/access/sign-in-result.ts'
import type { Fetcher, FetchRequest, FetchResult, HopRefusal, KnownResponse, SharedResponses } from '#fetch/fetch.ts'
import { mediaTypeOf } from '#fetch/media-type.ts'
import { byRoute } from '#fetch/outbound/route.ts'
import { REDIRECT_STATUS_MIN } from '#shared/constants.ts'
import { ruleMatcher } from '#shared/crawl-scope.ts'
import type { Credentials } from '#shared/credentials.ts'
import { parameterDropper } from '#shared/dropped-parameters.ts'
import { assertNever, describeError } from '#shared/errors.ts'
import { isSuccess } from '#shared/http-status.ts'
import { type Attempt, linkKinds } from '#shared/model.ts'
import { type CrawlRoute, crawlRoute } from '#shared/outbound.ts'
import { type FoundUrl, kindsToMask, type PageRecord } from '#shared/page-record.ts'
import type { RenderedPage, RenderQuestion } from '#shared/rendering.ts'
import { siteMatcher } from '#shared/site-hosts.ts'
import { type CompiledSearch, compileSearches } from '#shared/text-searches.ts'
import { normalizeUrl } from '#shared/url.ts'
import { isLogoutUrl } from '../access/logout-urls.ts'
import { bodySign } from '../access/sign-in-signs.ts'
import { MAX_REDIRECT_HOPS } from '../engine-settings.ts'
import { KnownRobots } from '../robots/known-robots.ts'
import { isConfirmed, parseRetryAfter } from './confirm.ts'
import { encodeFacts, foundUrls } from './encode-facts.ts'
import { fileHeadersOf } from './file-headers.ts'
import { type CutOffResponse, cutOffResponse, isHtmlResponse } from './html-response.ts'
import { extractFacts, storePage } from './stored-page.ts'
import {
  buffersOf,
  type FetchedPage,
  type FromPageWorker,
  methodOf,
  packRecord,
  recordWithoutFacts,
  responseKey,
  type ToPageWorker,
  timesWanted,
  type VisitJob,
  wholeBuffers,
} from './worker-messages.ts'

export interface PageWorkerDeps
  extends Omit<VisitDeps, 'reportCheckError' | 'refusesHop' | 'render' | 'shared' | 'sharedCauses' | 'onLargeBody'> {
  /** Product token that robots.txt groups are matched against. */
  robotsToken: string
  post(message: FromPageWorker, transfer: readonly ArrayBuffer[]): void
}

/**
 * Visits URLs, many at once. Keeps the visits under way and, of each running crawl, its options, the robots.txt files against which
 * redirects are checked, and the causes that several of its pages have. Returns the receiver of messages.
 */
export function createPageWorker(deps: PageWorkerDeps): (message: ToPageWorker) => void {
  const underWay = new Map<number, AbortController>()
  const sharedCauses = new Map<number, SharedCauses>()
  const robots = new Map<number, KnownRobots>()
  const robotsOf = (crawlId: number): KnownRobots => {
    const known = robots.get(crawlId) ?? new KnownRobots(deps.robotsToken)
    robots.set(crawlId, known)
    return known
  }
  /** Pages that are being rendered, by crawl and URL. */
  const inBrowser = new Map<string, (page: RenderedPage) => void>()
  /** Visits that wait for what is known of a URL, by crawl and URL. */
  const recalling = new Map<string, (known: KnownResponse | null) => void>()
  /** Large pages that another thread is to read, by crawl and URL. */
  const readElsewhere = new Map<string, () => void>()
  const sharedFor = (job: VisitJob, { known, signal }: { known: KnownResponse | null; signal: AbortSignal }) => {
    const { crawlId, urlId } = job
    const visited = `${crawlId}:${urlId}`
    return {
      async recall(url: string) {
        if (url === job.url) return known
        const { promise, resolve } = Promise.withResolvers<KnownResponse | null>()
        const abort = () => resolve(null)
        recalling.set(visited, resolve)
        signal.addEventListener('abort', abort)
        deps.post({ kind: 'recall', crawlId, urlId, key: responseKey(job, url), times: timesWanted(job) }, [])
        return await promise.finally(() => signal.removeEventListener('abort', abort))
      },
      learn(url: string, response: KnownResponse | null) {
        // A redirect to the login page holds until the crawl has signed in again.
        const known = isSignedIn(url, depsOf.get(crawlId)?.signIn?.credentials ?? null) ? null : response
        deps.post({ kind: 'learn', crawlId, urlId, key: responseKey(job, url), response: known }, [])
      },
    }
  }
  const visitDeps: VisitDeps = {
    ...deps,
    render: ({ urlId }, question) =>
      new Promise(resolve => {
        inBrowser.set(`${question.crawlId}:${urlId}`, resolve)
        deps.post({ kind: 'render', urlId, question }, [])
      }),
    refusesHop: (job, url) => ((robots.get(job.crawlId)?.check(url).isAllowed ?? true) ? null : 'robots'),
    reportCheckError: (checkId, url, error) =>
      deps.post({ kind: 'check-error', checkId, url, message: describeError(error) }, []),
  }
  /** By the options of each crawl. */
  const depsOf = new Map<number, VisitDeps>()
  const depsFor = ({ crawlId }: VisitJob): VisitDeps => {
    const causes = sharedCauses.get(crawlId) ?? new SharedCauses()
    sharedCauses.set(crawlId, causes)
    return { ...(depsOf.get(crawlId) ?? visitDeps), sharedCauses: causes }
  }
  const post = (record: PageRecord) => deps.post({ kind: 'record', packed: packRecord(record) }, buffersOf(record))
  // An internal error, which must not end the other visits.
  const crash = ({ crawlId, urlId }: VisitJob, error: unknown) =>
    deps.post({ kind: 'crash', crawlId, urlId, message: describeError(error) }, [])
  /** Resolves when the page has been read, or its crawl is aborted. */
  const passOn = (page: FetchedPage) =>
    new Promise<void>(resolve => {
      readElsewhere.set(`${page.job.crawlId}:${page.job.urlId}`, resolve)
      deps.post({ kind: 'large-page', page }, wholeBuffers([page.response.body]))
    })
  const run = async (job: VisitJob, known: KnownResponse | null) => {
    let controller = underWay.get(job.crawlId)
    if (!controller || controller.signal.aborted) {
      controller = new AbortController()
      underWay.set(job.crawlId, controller)
    }
    const large: { release: (() => void) | null } = { release: null }
    try {
      const { signal } = controller
      const own = {
        ...depsFor(job),
        shared: sharedFor(job, { known, signal }),
        onLargeBody: (release: () => void) => {
          large.release = release
        },
      }
      const { record, page } = await fetchPage(job, own, signal)
      if (page === null) post(record)
      else if (large.release === null) post(readPage(page, record, own))
      else await passOn(page)
    } catch (error) {
      crash(job, error)
    } finally {
      large.release?.()
    }
  }
  const abort = (crawlId: number) => {
    underWay.get(crawlId)?.abort()
    underWay.delete(crawlId)
  }
  return message => {
    switch (message.kind) {
      case 'visit':
        void run(message.job, message.known ?? null)
        break
      case 'abort':
        abort(message.crawlId)
        break
      case 'robots':
        robotsOf(message.crawlId).set(message.origin, message.known)
        break
      case 'rendered': {
        const key = `${message.crawlId}:${message.urlId}`
        inBrowser.get(key)?.(message.page)
        inBrowser.delete(key)
        break
      }
      case 'recalled': {
        const key = `${message.crawlId}:${message.urlId}`
        recalling.get(key)?.(message.known)
        recalling.delete(key)
        break
      }
      case 'read': {
        const { page } = message
        try {
          post(readPage(page, responseRecord(page, deps.now()), depsFor(page.job)))
        } catch (error) {
          crash(page.job, error)
        }
        break
      }
      case 'large-page-read': {
        const key = `${message.crawlId}:${message.urlId}`
        readElsewhere.get(key)?.()
        readElsewhere.delete(key)
        break
      }
      case 'forget':
        abort(message.crawlId)
        robots.delete(message.crawlId)
        sharedCauses.delete(message.crawlId)
        depsOf.delete(message.crawlId)
        break
      case 'session':
        depsOf.get(message.crawlId)?.signIn?.access.setSession(message.session)
        break
      case 'options': {
        const { thresholds, exclude, userAgent } = message.options
        const route = crawlRoute(message.options)
        const { credentials } = message
        const excludedBy = ruleMatcher(exclude)
        const isRefused = (url: string) => excludedBy(url) !== null || isLogout(url, credentials)
        depsOf.set(message.crawlId, {
          ...visitDeps,
          fetcher: byRoute(visitDeps.fetcher, route),
          ...(route && { route }),
          checks: tuneChecks(deps.checks, thresholds),
          ...(userAgent !== '' && { userAgent }),
          searches: compileSearches(message.options),
          refusesHop: (job, url) => (isRefused(url) ? 'excluded' : visitDeps.refusesHop(job, url)),
          ...(credentials && { signIn: { credentials, access: openAccess(credentials) } }),
        })
        break
      }
      default:
        assertNever(message)
    }
  }
}

/**
 * What visits need. One visit is one URL, from request to record: fetch, extract, page checks, encoding. It keeps no state that a
 * later visit depends on, and touches no database.
 */
export interface VisitDeps {
  fetcher: Pick<Fetcher, 'fetch'>
  /** Epoch milliseconds. */
  now: () => number
  checks: readonly PageCheck[]
  /** Of requests to the site; the usual one when absent. */
  userAgent?: string
  /** Custom searches of the crawl; none when absent. */
  searches?: readonly CompiledSearch[]
  /** Why a redirect is not followed to this URL: robots.txt of the crawl's own hosts and the scope are obeyed on every hop. */
  refusesHop: (job: VisitJob, url: string) => HopRefusal | null
  /** Called before and after the part that may take long without a pause, so that a watchdog can see it. */
  onReading: (job: VisitJob | null) => void
  /** Runs the scripts of a page. Always resolves, whatever they do. */
  render: (job: VisitJob, question: RenderQuestion) => Promise<RenderedPage>
  reportCheckError: (checkId: string, url: string, error: unknown) => void
  /** As in a FetchRequest. */
  onLargeBody?: (release: () => void) => void
  /** What the visits of the crawl know of redirects; nothing when absent. */
  shared?: SharedResponses
  /** Of a crawl that has chosen one. */
  route?: CrawlRoute
  /** Of a crawl with credentials. */
  signIn?: { credentials: Credentials; access: RequestAccess }
  /** Causes that earlier pages of the crawl have; when absent every page has its findings. */
  sharedCauses?: SharedCauses
}

/** Never throws for what the web does. */
export async function visit(job: VisitJob, deps: VisitDeps, signal: AbortSignal): Promise<PageRecord> {
  const { record, page } = await fetchPage(job, deps, signal)
  return page === null ? record : readPage(page, record, deps)
}

/** The part of a visit that waits for servers: the record of the response, and the page where there is one to read. */
async function fetchPage(
  job: VisitJob,
  deps: VisitDeps,
  signal: AbortSignal,
): Promise<{ record: PageRecord; page: FetchedPage | null }> {
  const method = methodOf(job)
  const startedMs = deps.now()
  const body = job.mode === 'visit' ? 'own-html' : job.readsStyles ? 'all' : 'none'
  const refusesHop = (url: string) => deps.refusesHop(job, url)
  // Of a known response there is no body.
  const shared = job.readsStyles ? undefined : deps.shared
  const { onLargeBody, signIn } = deps
  const maxHops = MAX_REDIRECT_HOPS
  const access = signIn?.access
  const userAgentFor = userAgentOf(job, deps)
  const request = {
    url: job.url,
    method,
    body,
    maxHops,
    refusesHop,
    shared,
    access,
    onLargeBody,
    userAgentFor,
    signal,
  } as const
  const fetched = await deps.fetcher.fetch(job.readsStyles ? { ...request, maxBytes: MAX_STYLE_BYTES } : request)
  const cutOff = job.mode === 'visit' ? cutOffResponse(fetched) : null
  const attempt: Attempt = {
    atMs: startedMs,
    method,
    status: fetched.kind === 'response' && cutOff === null ? fetched.status : null,
    failure: cutOff?.failure ?? (fetched.kind === 'failure' ? fetched.reason : null),
  }
  const attempts = [...job.attempts, attempt]
  const response = cutOff === null ? fetched : finalResponse(job, { fetched, cutOff, attempts })
  const record = responseRecord({ job, response, attempts }, deps.now())
  if (response.kind === 'response' && record.isCounted && !record.isBotChallenge) {
    const isRendered = job.isRendered && job.scope === 'internal'
    const rendered = isRendered ? await render(job, response, { deps, signal }) : null
    if (rendered === 'aborted') return { record: recordWithoutFacts(job, { failure: 'aborted', attempts }), page: null }
    return { record, page: { job, response, attempts, rendered } }
  }
  const found = job.readsStyles ? styleTargets(response, record) : redirectTarget(job, record)
  return { record: { ...record, found }, page: null }
}

/** A chosen user agent is for the site alone; others see who crawls. */
function userAgentOf({ url, scope, siteHosts }: VisitJob, { userAgent }: VisitDeps): FetchRequest['userAgentFor'] {
  if (userAgent === undefined || scope === 'external') return undefined
  const isOwn = siteMatcher(url, siteHosts)
  return requested => (isOwn(requested) ? userAgent : null)
}

/** The part of a visit that may take long without a pause. `record` is that of the response. */
function readPage(page: FetchedPage, record: PageRecord, deps: VisitDeps): PageRecord {
  const { job, response, rendered } = page
  deps.onReading(job)
  try {
    return { ...record, ...costOf(rendered, response.transferBytes), ...signOf(response, deps), ...read(page, deps) }
  } finally {
    deps.onReading(null)
  }
}

const MAX_STYLE_BYTES = 256 * 1_024
/** Files that a style sheet may name; on other hosts a web font comes in dozens of parts. */
const MAX_STYLE_TARGETS = 30
const MAX_FOREIGN_STYLE_TARGETS = 5

/** The files that a style sheet names. */
function styleTargets(response: FetchResult, { mediaType, finalUrl, url }: PageRecord): FoundUrl[] {
  if (response.kind === 'failure' || !isSuccess(response.status) || mediaType !== 'text/css') return []
  const found = new Map<string, FoundUrl>()
  let foreignLeft = MAX_FOREIGN_STYLE_TARGETS
  for (const { url: written, kind } of styleUrls(new TextDecoder().decode(response.body))) {
    const named = normalizeUrl(written, finalUrl)
    if (named === null || found.has(named) || named === url) continue
    if (new URL(named).host !== new URL(url).host && foreignLeft-- <= 0) continue
    found.set(named, { url: named, kinds: kindsToMask([kind], linkKinds), isFollowed: false })
    if (found.size >= MAX_STYLE_TARGETS) break
  }
  return [...found.values()]
}

type HttpResponse = Extract<FetchResult, { kind: 'response' }>

interface CutOff {
  fetched: FetchResult
  cutOff: CutOffResponse
  attempts: readonly Attempt[]
}

/** An incomplete page is requested again; what arrived is read once no more attempts are left. */
function finalResponse(job: VisitJob, { fetched, cutOff, attempts }: CutOff): FetchResult {
  const { failure, detail, response } = cutOff
  const brief = { status: null, failure, isBotChallenge: false, retryAfterMs: null, redirectStatus: null }
  if (isConfirmed({ response: brief, attempts, scope: job.scope })) return response
  if (fetched.kind === 'failure') return fetched
  const { url, hops, timing, headers, body, status, httpVersion, transferBytes } = fetched
  const partial = { status, httpVersion, headers, body, transferBytes }
  return { kind: 'failure', url, reason: failure, detail, hops, timing, partial }
}

async function render(
  job: VisitJob,
  { status, headers, body, isCutOff }: HttpResponse,
  { deps, signal }: { deps: VisitDeps; signal: AbortSignal },
): Promise<RenderedPage | 'aborted'> {
  const aborted = Promise.withResolvers<'aborted'>()
  const abort = () => aborted.resolve('aborted')
  if (signal.aborted) return 'aborted'
  if (isCutOff) return { ok: false, why: 'The page arrived incomplete.' }
  signal.addEventListener('abort', abort, { once: true })
  try {
    const { userAgent, route } = deps
    const question = {
      crawlId: job.crawlId,
      url: job.url,
      status,
      headers,
      body,
      ...(userAgent !== undefined && { userAgent }),
      ...(route && { route }),
    }
    const page = await Promise.race([deps.render(job, question), aborted.promise])
    return signal.aborted ? 'aborted' : page
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** What shows that a page of a listed origin was read without being signed in. */
function signOf({ url, body }: HttpResponse, { signIn }: VisitDeps): Pick<PageRecord, 'notSignedIn'> {
  if (!signIn?.credentials.origins.includes(new URL(url).origin)) return {}
  const sign = bodySign(body, signIn.credentials)
  return sign === null ? {} : { notSignedIn: sign }
}

/** Requests to this URL have the cookies of a sign-in. */
function isSignedIn(url: string, credentials: Credentials | null): boolean {
  return hasSignIn(credentials) && credentials.origins.includes(new URL(url).origin)
}

/** A link that would end the sign-in is not followed where credentials are sent, and no redirect leads there. */
function isLogout(url: string, credentials: Credentials | null): boolean {
  return credentials?.origins.includes(new URL(url).origin) === true && isLogoutUrl(url)
}

/** Bytes that a browser loaded for the page count, too. */
function costOf(
  rendered: RenderedPage | null,
  receivedBytes: number,
): Pick<PageRecord, 'receivedBytes' | 'isUnrendered'> {
  if (rendered === null) return {}
  const weight = { receivedBytes: receivedBytes + (rendered.loadedBytes ?? 0) }
  return rendered.ok ? weight : { ...weight, isUnrendered: true }
}

function read({ job, response, attempts, rendered }: FetchedPage, deps: VisitDeps): Partial<PageRecord> {
  const input: ExtractInput = {
    url: job.url,
    depth: job.depth,
    isSeed: job.isSeed,
    isPrivateHost: job.isPrivateHost,
    status: response.status,
    httpVersion: response.httpVersion,
    headers: response.headers,
    body: response.body,
    transferBytes: response.transferBytes,
    isTruncated: response.isTruncated,
    ...(response.isCutOff && { isCutOff: true as const }),
    ttfbMs: response.timing.ttfbMs,
    totalMs: response.timing.totalMs,
    attempts,
    ...(job.dropParameters && { dropParameters: job.dropParameters }),
    ...(job.siteHosts && { siteHosts: job.siteHosts }),
    ...(deps.searches && { searches: deps.searches }),
  }
  const from = { input, rendered }
  const facts = extractFacts(from)
  const found = foundUrls(facts)
  const reportError = (checkId: string, error: unknown) => deps.reportCheckError(checkId, facts.url, error)
  const checked = checkPage(facts, deps.checks, reportError, deps.sharedCauses)
  const { causes, conditional } = checked
  deps.sharedCauses?.note([
    ...causes,
    ...(conditional ? [conditional.ifOwn, conditional.ifForeign] : []).flatMap(each => each.causes),
  ])
  return {
    facts: {
      ...encodeFacts(facts, found, { needsLikeness: job.needsLikeness === true }),
      page: storePage(from, { coded: response.coded, isSecret: deps.signIn !== undefined }),
    },
    found,
    indexability: indexabilityOf(facts),
    ...checked,
  }
}

/** A redirect leads to the URL of its first hop; the start page's to its final URL, which decides the scope. */
function redirectTarget(job: VisitJob, record: PageRecord): FoundUrl[] {
  const first = record.hops[0]
  if (!first || job.mode === 'probe') return []
  // The location is invalid, although it may look like a URL when it is resolved as a relative one.
  if (record.failure === 'bad-redirect' && record.hops.length === 1) return []
  const isDecisive = job.isSeed && record.status !== null
  const written = normalizeUrl(isDecisive ? record.finalUrl : first.location, first.url)
  if (written === null) return []
  const url = parameterDropper(
    { dropParameters: job.dropParameters, subdomains: job.siteHosts },
    isDecisive ? written : job.url,
  )(written)
  if (url === job.url) return []
  return [{ url, kinds: kindsToMask(['redirect'], linkKinds), isFollowed: job.scope === 'internal' }]
}

/** The record of a response, without what is read off its body. */
function responseRecord(
  { job, response, attempts }: { job: VisitJob; response: FetchResult; attempts: Attempt[] },
  nowMs: number,
): PageRecord {
  const { hops } = response
  const finalUrl = normalizeUrl(response.url) ?? response.url
  if (response.kind === 'failure')
    return recordWithoutFacts(job, {
      failure: response.reason,
      failureDetail: response.detail,
      hops,
      finalUrl,
      ttfbMs: response.timing?.ttfbMs ?? null,
      totalMs: response.timing?.totalMs ?? null,
      attempts,
      receivedBytes: response.partial?.transferBytes ?? 0,
    })
  const { status, headers, body, timing } = response
  const header = (name: string) => headers.find(([each]) => each === name)?.[1]
  const length = Number(header('content-length') ?? Number.NaN)
  const isWhole = body.byteLength > 0 && !response.isTruncated
  const mediaType = mediaTypeOf(headers)
  const isHtml = isHtmlResponse(mediaType, body)
  const isFile = status < REDIRECT_STATUS_MIN && hops.length === 0 && !isHtml
  const bodyText = body.byteLength <= MAX_CHALLENGE_BYTES ? new TextDecoder().decode(body) : ''
  return recordWithoutFacts(job, {
    status,
    hops,
    finalUrl,
    mediaType,
    bytes: Number.isSafeInteger(length) ? length : isWhole ? body.byteLength : null,
    ttfbMs: timing.ttfbMs,
    totalMs: timing.totalMs,
    attempts,
    isBotChallenge: isBotChallenge({ status, headers, bodyText }),
    fileHeaders: job.scope === 'internal' && isFile && isSuccess(status) ? fileHeadersOf(headers, attempts) : null,
    retryAfterMs: parseRetryAfter(header('retry-after'), nowMs),
    isHtml,
    isPage: job.mode === 'visit' && !isFile,
    isCounted: job.mode === 'visit' && isHtml && isSuccess(status) && hops.length === 0,
    receivedBytes: response.transferBytes,
  })
}
