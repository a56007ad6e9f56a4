import { isBotChallenge, MAX_CHALLENGE_BYTES } from '#extract/bot-challenge.ts'
import { styleUrls } from '#extract/style-urls.ts'
import type { RequestAccess } from '#fetch/access/request-access.ts'
import type { Fetcher, FetchRequest, FetchResult, HopRefusal, SharedResponses } from '#fetch/fetch.ts'
import { mediaTypeOf } from '#fetch/media-type.ts'
import type { Credentials } from '#shared/credentials.ts'
import { parameterDropper } from '#shared/dropped-parameters.ts'
import { isSuccess } from '#shared/http-status.ts'
import { type Attempt, linkKinds } from '#shared/model.ts'
import type { CrawlRoute } from '#shared/outbound.ts'
import { type FoundUrl, kindsToMask, type PageRecord } from '#shared/page-record.ts'
import type { RenderedPage, RenderQuestion } from '#shared/rendering.ts'
import { siteMatcher } from '#shared/site-hosts.ts'
import { normalizeUrl } from '#shared/url.ts'
import { MAX_REDIRECT_HOPS } from '../engine-settings.ts'
import { isConfirmed, parseRetryAfter } from './confirm.ts'
import { fileHeadersOf } from './file-headers.ts'
import { type CutOffResponse, cutOffResponse, isHtmlResponse } from './html-response.ts'
import { takeResult } from './kept-result.ts'
import { type ReadingDeps, readFrom, readPage } from './read-page.ts'
import { renewStoredPage } from './stored-page.ts'
import { type EarlierPage, earlierPageOf, hidesChange, unchangedHead } from './unchanged-page.ts'
import { type FetchedPage, methodOf, recordWithoutFacts, type VisitJob } from './worker-messages.ts'

/**
 * What visits need. One visit is one URL, from request to record: fetch, extract, page checks, encoding. It keeps no state that a
 * later visit depends on, and touches no database.
 */
export interface VisitDeps extends ReadingDeps {
  fetcher: Pick<Fetcher, 'fetch'>
  /** Epoch milliseconds. */
  now: () => number
  /** Of requests to the site; the usual one when absent. */
  userAgent?: string
  /** Why a redirect is not followed to this URL: robots.txt of the crawl's own hosts and the scope are obeyed on every hop. */
  refusesHop: (job: VisitJob, url: string) => HopRefusal | null
  /** Runs the scripts of a page. Always resolves, whatever they do. */
  render: (job: VisitJob, question: RenderQuestion) => Promise<RenderedPage>
  /** As in a FetchRequest. */
  onLargeBody?: (release: () => void) => void
  /** What the visits of the crawl know of redirects; nothing when absent. */
  shared?: SharedResponses
  /** Of a crawl that has chosen one. */
  route?: CrawlRoute
  /** Of a crawl with credentials. */
  signIn?: { credentials: Credentials; access: RequestAccess }
}

/** Never throws for what the web does. */
export async function visit(job: VisitJob, deps: VisitDeps, signal: AbortSignal): Promise<PageRecord> {
  const { record, page } = await fetchPage(job, deps, signal)
  return page === null ? record : readPage(page, record, deps)
}

/** The part of a visit that waits for servers: the record of the response, and the page where there is one to read. */
export async function fetchPage(
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
  const earlier = job.earlier ? earlierPageOf(job.earlier.page) : null
  const conditions = job.earlier?.isCompared ? undefined : earlier?.conditions
  const received = await deps.fetcher.fetch(
    job.readsStyles ? { ...request, maxBytes: MAX_STYLE_BYTES } : { ...request, conditions },
  )
  const unchanged = conditions && earlier ? unchangedHead(earlier, received) : null
  const taken = unchanged && earlier ? unreadRecord(job, { earlier, head: unchanged, startedMs, received }, deps) : null
  if (taken !== null) return { record: taken, page: null }
  const fetched = unchanged && earlier ? { ...unchanged, ...earlier.body() } : received
  const cutOff = job.mode === 'visit' ? cutOffResponse(fetched) : null
  const attempt: Attempt = {
    atMs: startedMs,
    method,
    status: fetched.kind === 'response' && cutOff === null ? fetched.status : null,
    failure: cutOff?.failure ?? (fetched.kind === 'failure' ? fetched.reason : null),
  }
  const attempts = [...job.attempts, attempt]
  const response = cutOff === null ? fetched : finalResponse(job, { fetched, cutOff, attempts })
  const record = {
    ...responseRecord({ job, response, attempts }, deps.now()),
    ...(unchanged && { isUnchanged: true as const, receivedBytes: transferBytesOf(received) }),
    ...(earlier && hidesChange(earlier, received) && { hidesChange: true as const }),
  }
  if (response.kind === 'response' && record.isCounted && !record.isBotChallenge) {
    const isRendered = job.isRendered && job.scope === 'internal'
    const rendered = isRendered ? await render(job, response, { deps, signal }) : null
    if (rendered === 'aborted') return { record: recordWithoutFacts(job, { failure: 'aborted', attempts }), page: null }
    return { record, page: { job, response, attempts, rendered } }
  }
  const found = job.readsStyles ? styleTargets(response, record) : redirectTarget(job, record)
  return { record: { ...record, found }, page: null }
}

interface Unchanged {
  earlier: EarlierPage
  head: Omit<FetchedPage['response'], 'body'>
  startedMs: number
  received: FetchResult
}

/** The record of an unchanged page whose result is that of the crawl before; null where it has to be read. */
function unreadRecord(
  job: VisitJob,
  { earlier: { page }, head, startedMs, received }: Unchanged,
  { resultBasis, sharedCauses }: VisitDeps,
): PageRecord | null {
  if (page.result === null || resultBasis === undefined) return null
  const taken = takeResult(page.result, { basis: resultBasis, from: readFrom(job, head), sharedCauses })
  if (taken === null) return null
  const { crawlId, urlId, number } = job
  const attempt: Attempt = { atMs: startedMs, method: methodOf(job), status: head.status, failure: null }
  const attempts = [...job.attempts, attempt]
  const { ttfbMs, totalMs } = head.timing
  const stored = renewStoredPage(page, { headers: head.headers, ttfbMs, totalMs, attempts })
  return {
    ...taken,
    ...{ crawlId, urlId, number, attempts, ttfbMs, totalMs },
    receivedBytes: transferBytesOf(received),
    isUnchanged: true,
    facts: { ...taken.facts, page: stored },
  }
}

function transferBytesOf(received: FetchResult): number {
  return received.kind === 'response' ? received.transferBytes : 0
}

/** A chosen user agent is for the site alone; others see who crawls. */
function userAgentOf({ url, scope, siteHosts }: VisitJob, { userAgent }: VisitDeps): FetchRequest['userAgentFor'] {
  if (userAgent === undefined || scope === 'external') return undefined
  const isOwn = siteMatcher(url, siteHosts)
  return requested => (isOwn(requested) ? userAgent : null)
}

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
  { status, headers, body, isCutOff }: FetchedPage['response'],
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

/** The record of a response, without what is read off its body. */
export function responseRecord(
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
  const isFile = isSuccess(status) && hops.length === 0 && !isHtml
  // What is searched for is ASCII in any encoding.
  const bodyText =
    body.byteLength <= MAX_CHALLENGE_BYTES
      ? Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1')
      : ''
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
