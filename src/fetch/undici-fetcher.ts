import { setTimeout as wait } from 'node:timers/promises'
import type { Agent } from 'undici'
import { HTTP_PROXY_AUTHENTICATION_REQUIRED, HTTP_UNAUTHORIZED, isSuccess } from '#shared/http-status.ts'
import type { Hop } from '#shared/model.ts'
import type { CrawlRoute } from '#shared/outbound.ts'
import { type AddressGuard, createAddressGuard, type Resolve, resolveWithSystem, targetOf } from './address-guard.ts'
import { createConnections } from './connections.ts'
import { ACCEPTED_CODINGS } from './content-coding.ts'
import { type CookieJar, createCookieJar } from './cookies.ts'
import { Exchange, type ExchangeFailure, type ExchangeResult } from './exchange.ts'
import type {
  Fetcher,
  FetchLimits,
  FetchRequest,
  FetchResult,
  HopRefusal,
  KnownResponse,
  TargetPolicy,
} from './fetch.ts'
import { createLargeBodyLanes, type LargeBodyLanes } from './large-body-lanes.ts'
import { isHtmlOrUndeclared, mediaTypeOf } from './media-type.ts'
import { BAD_LOGIN, ProxyError } from './outbound/http-proxy.ts'
import { checkedTarget, directly, type Route, routeOf } from './outbound/route.ts'
import { isRedirectStatus, redirectTarget } from './redirect-target.ts'
import { createCachingResolver } from './resolver.ts'

/**
 * The fetcher on undici: follows redirects with one guarded exchange per hop and returns a FetchResult. It does not decide what to fetch,
 * when, or whether to retry; a request is repeated only when an idle connection turned out to be closed, or when this machine had no file
 * handle left. Cookies and caches do not outlive a fetch.
 */

export interface FetcherOptions {
  limits: FetchLimits
  policy: TargetPolicy
  /** Monotonic milliseconds with fractions. */
  now: () => number
  /** Resolves names; the system's resolver by default. */
  resolve?: Resolve
  /** PEM certificates trusted besides the public ones. */
  trustedCertificates?: readonly string[]
  /** Epoch milliseconds, to find the expired certificate of a chain; the system's clock by default. */
  wallClock?: () => number
}

const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

/** Opens a fetcher with its connection pools; dispose of it to close them. Throws on a policy that cannot be read. */
export function createFetcher(options: FetcherOptions): Fetcher {
  const { limits, policy, now, resolve = resolveWithSystem, trustedCertificates = [], wallClock = Date.now } = options
  const guard = createAddressGuard(policy)
  const { outbound = directly } = policy
  const routes = new ConnectionsByRoute(chosen => {
    const route = routeOf(outbound, chosen)
    const certificates = [...route.certificates, ...trustedCertificates]
    const connecting = { limits, guard, resolve: cachedResolve, route: { ...route, certificates }, wallClock }
    return { route, agent: createConnections(connecting) }
  })
  const cachedResolve = createCachingResolver(resolve, now)
  const headers = ['user-agent', limits.userAgent, 'accept', ACCEPT, 'accept-encoding', ACCEPTED_CODINGS]
  const lanes = createLargeBodyLanes(limits.largeBodiesAtOnce)
  return {
    fetch: request => followRedirects({ limits, lanes, guard, routes, now, headers }, request),
    [Symbol.asyncDispose]: () => routes.destroy(),
  }
}

/** Crawls of today need few; those of long ago need their connections no more. */
const MAX_ROUTES = 64

interface RoutedConnections {
  route: Route
  agent: Agent
}

/** Connections of each route, apart: the same origin may be another server by another route. */
class ConnectionsByRoute {
  readonly #open: (chosen: CrawlRoute | undefined) => RoutedConnections
  readonly #routes = new Map<string, RoutedConnections>()

  constructor(open: (chosen: CrawlRoute | undefined) => RoutedConnections) {
    this.#open = open
  }

  of(chosen: CrawlRoute | undefined): RoutedConnections | ProxyError {
    const key = chosen ? JSON.stringify([chosen.proxy, chosen.hostMap]) : ''
    try {
      const found = this.#routes.get(key) ?? this.#open(chosen)
      // The one that was used last is the last one to be closed.
      this.#routes.delete(key)
      this.#routes.set(key, found)
      this.#closeOldest()
      return found
    } catch (error) {
      if (error instanceof ProxyError) return error
      throw error
    }
  }

  async destroy(): Promise<void> {
    await Promise.all(this.#routes.values().map(({ agent }) => agent.destroy()))
  }

  /** Once what they have under way has ended. */
  #closeOldest(): void {
    for (const [key, { agent }] of this.#routes) {
      if (this.#routes.size <= MAX_ROUTES) break
      this.#routes.delete(key)
      void agent.close()
    }
  }
}

interface Dependencies {
  limits: FetchLimits
  lanes: LargeBodyLanes
  guard: AddressGuard
  routes: ConnectionsByRoute
  now: () => number
  /** Names and values in turn. */
  headers: string[]
}

async function followRedirects(deps: Dependencies, request: FetchRequest): Promise<FetchResult> {
  const hops: Hop[] = []
  const visited = new Set<string>()
  const cookies = new FetchCookies(request.access)
  let spentMs = 0
  let url = requestedUrl(request.url)
  for (;;) {
    visited.add(visitKey(url, cookies))
    const result = await recallOrExchange(deps, { request, url, cookies, spentMs, hopCount: hops.length })
    if (result.kind === 'failure') return failed(url, result, hops)
    if (request.maxHops === 0 || !isRedirectStatus(result.status)) {
      const { kind, ...response } = result
      return { kind: 'response', url: url.href, hops, ...response }
    }

    spentMs += result.timing.totalMs
    const target = redirectTarget(url, valuesOf(result.headers, 'location'), result.status)
    hops.push({ url: url.href, status: result.status, location: target.location, elapsedMs: result.timing.ttfbMs })
    const fail = (
      reason: 'bad-redirect' | 'redirect-loop' | 'too-many-redirects' | HopRefusal,
      detail: string,
    ): FetchResult => {
      return { kind: 'failure', url: url.href, reason, detail, hops, timing: result.timing }
    }
    if (!target.ok) return fail('bad-redirect', target.detail)
    cookies.store(url, valuesOf(result.headers, 'set-cookie'))
    if (visited.has(visitKey(target.url, cookies))) return fail('redirect-loop', 'redirects in a loop')
    if (hops.length > request.maxHops) return fail('too-many-redirects', `more than ${request.maxHops} redirects`)
    const refusal = request.refusesHop?.(target.url.href) ?? null
    if (refusal !== null) return fail(refusal, `redirects to ${target.url.href}, which ${refusers[refusal]}`)
    url = target.url
  }
}

const refusers: Record<HopRefusal, string> = { robots: 'robots.txt disallows', excluded: 'the crawl excludes' }

interface HopRequest {
  request: FetchRequest
  url: URL
  cookies: FetchCookies
  spentMs: number
  hopCount: number
}

/** One response: from what is known, or by a request that lets others know. Cookies may change it, so with them nothing is shared. */
async function recallOrExchange(deps: Dependencies, hop: HopRequest): Promise<ExchangeResult> {
  const { request, url, cookies, hopCount } = hop
  const { shared } = request
  const hasCookie = cookies.cookiesFor(url).length > 0
  if (!shared || hasCookie) return await exchange(deps, hop)
  const known = await shared.recall(url.href)
  if (known) return recalled(known)
  const result = await exchange(deps, hop)
  const isRedirect = result.kind === 'response' && isRedirectStatus(result.status)
  // A page that is visited itself is read: its body is not shared.
  if (isRedirect || hopCount > 0)
    shared.learn(url.href, result.kind === 'response' ? shareable(result, isRedirect) : null)
  return result
}

function recalled(known: KnownResponse): ExchangeResult {
  return { kind: 'response', ...known, body: new Uint8Array(), transferBytes: 0, isTruncated: false }
}

/** What others may use of a response: a redirect that sets no cookie, or a good response whose body is not read. */
function shareable({ status, httpVersion, headers, timing }: KnownResponse, isRedirect: boolean): KnownResponse | null {
  if (!isRedirect) return isSuccess(status) ? { status, httpVersion, headers, timing } : null
  if (valuesOf(headers, 'set-cookie').length > 0) return null
  return { status, httpVersion, headers: headers.filter(([name]) => name === 'location'), timing }
}

/** Half a minute in all, for other work to release file handles. */
const LACK_PAUSE_MS = 100
const MAX_LACKS = 300

/** Requests one URL; again at once when the idle connection was closed. */
async function exchange(
  { limits, lanes, guard, routes, now, headers }: Dependencies,
  hop: HopRequest,
): Promise<ExchangeResult> {
  const { request, url, hopCount } = hop
  const connections = routes.of(request.route)
  if (connections instanceof ProxyError) return { ...aborted, reason: 'proxy', detail: connections.message }
  const { agent, route } = connections
  const result = guard.checkPort(checkedTarget(targetOf(url), route))
  if (!result.ok) return refused(result.detail)
  const options = {
    origin: url.origin,
    path: url.pathname + url.search,
    method: request.method,
    ...(request.form !== undefined && { body: request.form }),
    // Undici would close the connection after a HEAD, in case a forbidden body follows. Such a body makes the next
    // response unreadable, and that request is repeated.
    reset: false,
  }
  const readsBody = (status: number, responseHeaders: [string, string][]): boolean => {
    if (request.body === 'none' || (request.maxHops > 0 && isRedirectStatus(status))) return false
    return request.body === 'all' || (hopCount === 0 && isHtmlOrUndeclared(mediaTypeOf(responseHeaders)))
  }
  const { access } = request
  let lacks = 0
  /** Of a request whose challenge was accepted; null before. */
  let challengedMs: number | null = null
  for (let stale = 0; ; stale += 1) {
    if (request.signal.aborted) return aborted
    const sent = headersOf(hop, headers)
    const one = new Exchange({
      url,
      method: request.method,
      limits: request.maxBytes === undefined ? limits : { ...limits, maxBodyBytes: request.maxBytes },
      lanes,
      remainingMs: limits.totalTimeoutMs - hop.spentMs - (challengedMs ?? 0),
      now,
      signal: request.signal,
      onLargeBody: request.onLargeBody,
      readsBody,
    })
    agent.dispatch({ ...options, headers: sent }, one)
    const result = await one.result
    if (result.kind === 'response') {
      // Servers have no proxy to authenticate at (RFC 9110 §15.5.8).
      if (route.proxy && result.status === HTTP_PROXY_AUTHENTICATION_REQUIRED)
        return { ...aborted, reason: 'proxy', detail: BAD_LOGIN }
      access?.renew(url, valuesOf(result.headers, 'set-cookie'))
      if (challengedMs !== null || !isChallenge(result, { url, access, wasAuthorized: sent.includes('authorization') }))
        return result
      challengedMs = result.timing.totalMs
      continue
    }
    if (result.isOwnLack && lacks++ < MAX_LACKS) await wait(LACK_PAUSE_MS)
    else if (!result.isStale || stale > limits.connectionsPerHost) return result
  }
}

/** Headers of one request: those of every request, what the origin may have of the credentials, and cookies. */
function headersOf({ request, url, cookies, hopCount }: HopRequest, headers: readonly string[]): string[] {
  const { access, method, userAgentFor } = request
  const userAgent = userAgentFor?.(url.href) ?? null
  const own = [...(userAgent === null ? [] : ['user-agent', userAgent]), ...(access?.headersFor({ url, method }) ?? [])]
  const names = own.filter((_, index) => index % 2 === 0)
  const others = headers.flatMap((name, index) =>
    index % 2 === 0 && !names.includes(name) ? [name, headers[index + 1] ?? ''] : [],
  )
  const set = cookies.cookiesFor(url)
  // A cookie that a redirect has set is newer than the one of the credentials.
  const kept = [...(access?.cookiesFor(url) ?? [])].filter(([name]) => set.every(([other]) => other !== name))
  const cookie = [...kept, ...set].map(pair => pair.join('=')).join('; ')
  const type = request.form === undefined ? [] : ['content-type', 'application/x-www-form-urlencoded']
  const conditions = hopCount === 0 ? (request.conditions ?? []).flat() : []
  return [...others, ...own, ...conditions, ...type, ...(cookie === '' ? [] : ['cookie', cookie])]
}

/** The server demands what the credentials have, and it was not sent yet. */
function isChallenge(
  { status, headers }: KnownResponse,
  { url, access, wasAuthorized }: { url: URL; access: FetchRequest['access']; wasAuthorized: boolean },
): boolean {
  if (!access || status !== HTTP_UNAUTHORIZED) return false
  return access.accepts(url, { challenges: valuesOf(headers, 'www-authenticate'), wasAuthorized })
}

const aborted: ExchangeFailure = {
  kind: 'failure',
  reason: 'aborted',
  detail: 'Stopped.',
  timing: null,
  partial: null,
  isStale: false,
}

function refused(detail: string): ExchangeResult {
  return { ...aborted, reason: 'address-refused', detail }
}

function failed(url: URL, result: ExchangeFailure, hops: Hop[]): FetchResult {
  const { reason, timing, partial, certificate } = result
  // The requested URL is allowed; the redirect target is not.
  const isRefusedBehind = reason === 'address-refused' && hops.length > 0
  const detail = isRefusedBehind ? `It redirects to ${url.href}. ${result.detail}` : result.detail
  const known = { ...(partial ? { partial } : {}), ...(certificate ? { certificate } : {}) }
  return { kind: 'failure', url: url.href, reason, detail, hops, timing, ...known }
}

/** Throws on anything but http and https. */
function requestedUrl(text: string): URL {
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new TypeError(`not an http(s) URL: ${text}`)
  url.hash = ''
  url.username = ''
  url.password = ''
  return url
}

/**
 * Identity of a hop: the same URL with the same cookies ends the same way. Values of cookies do not count, or a server that counts in a
 * cookie could continue until the last hop.
 */
function visitKey(url: URL, cookies: FetchCookies): string {
  const names = cookies.cookiesFor(url).map(([name]) => name)
  return `${url.href} ${names.sort().join(';')}`
}

/**
 * Cookies that redirects set. What an origin sets that has been sent credentials may stand for them, such as a renewed session, so it goes
 * to origins with credentials alone, whatever its domain and path.
 */
class FetchCookies {
  readonly #access: FetchRequest['access']
  /** Most fetches get no cookie. */
  #jars: { open: CookieJar; confidential: CookieJar } | null = null

  constructor(access: FetchRequest['access']) {
    this.#access = access
  }

  store(url: URL, setCookies: readonly string[]): void {
    if (setCookies.length === 0) return
    this.#jars ??= { open: createCookieJar(), confidential: createCookieJar() }
    this.#jars[this.#isCovered(url) ? 'confidential' : 'open'].store(url, setCookies)
  }

  /** Names and values to send. */
  cookiesFor(url: URL): [name: string, value: string][] {
    if (this.#jars === null) return []
    const confidential = this.#isCovered(url) ? this.#jars.confidential.cookiesFor(url) : []
    const names = new Set(confidential.map(([name]) => name))
    return [...this.#jars.open.cookiesFor(url).filter(([name]) => !names.has(name)), ...confidential]
  }

  #isCovered(url: URL): boolean {
    return this.#access?.covers(url) ?? false
  }
}

function valuesOf(headers: readonly [string, string][], wanted: string): string[] {
  return headers.filter(([name]) => name === wanted).map(([, value]) => value)
}
