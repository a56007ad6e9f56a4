import { getDomain } from 'tldts'
import type { FetchResult } from '#fetch/fetch.ts'
import { mediaTypeOf } from '#fetch/media-type.ts'
import type { FetchFailure } from '#shared/fetch-failures.ts'
import { linkKinds } from '#shared/model.ts'
import type { FaviconFacts, HostCertificate, HostVariant } from '#shared/site-facts.ts'
import type { CrawlContext } from '../crawl-context.ts'
import { MAX_REDIRECT_HOPS } from '../engine-settings.ts'
import { isInScope } from '../scope.ts'
import { isHtmlResponse } from '../visit/html-response.ts'
import { readResponse } from '../visit/read-response.ts'

/** The few requests about a host that checks need beside its pages: made once per crawl, without result when it is halted. */

interface RequestContext extends Pick<CrawlContext, 'isPrivateHost' | 'halt' | 'fetcher'> {
  checkpoint: Pick<CrawlContext['checkpoint'], 'scopeHost' | 'homeUrl'>
  robots: Pick<CrawlContext['robots'], 'check'>
}

const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[.+\])$/

/**
 * Fetches `/` under http and https, with and without `www.`. Not for IP addresses, private hosts, other ports, or hosts that are
 * a subdomain already (`www.blog.example.com` is unusual).
 */
export async function fetchHostVariants(context: RequestContext): Promise<HostVariant[]> {
  const { checkpoint, isPrivateHost, halt } = context
  const host = checkpoint.scopeHost
  const isPlain = !host.includes(':') && !ADDRESS.test(host) && getDomain(host, { allowPrivateDomains: true }) === host
  if (checkpoint.homeUrl === null || isPrivateHost || !isPlain) return []
  const variants: HostVariant[] = []
  for (const scheme of ['http', 'https']) {
    for (const name of [host, `www.${host}`]) {
      const url = `${scheme}://${name}/`
      if (halt.aborted || !context.robots.check(url).isAllowed) return []
      const response = await context.fetcher.fetch({
        url,
        method: 'GET',
        body: 'all',
        maxHops: MAX_REDIRECT_HOPS,
        signal: halt,
      })
      variants.push(await variantOf(url, response))
    }
  }
  return halt.aborted ? [] : variants
}

async function variantOf(url: string, response: FetchResult): Promise<HostVariant> {
  const location = response.hops[0]?.location ?? null
  if (response.kind === 'failure') {
    return { url, status: null, location, finalUrl: response.url, isHtml: false, canonicalUrl: null }
  }
  const isHtml = isHtmlResponse(mediaTypeOf(response.headers), response.body)
  const status = response.hops[0]?.status ?? response.status
  const canonicalUrl = isHtml ? (await readResponse(response)).canonicalUrl : null
  return { url, status, location, finalUrl: response.url, isHtml, canonicalUrl }
}

type IconContext = Pick<CrawlContext, 'checkpoint' | 'frontier' | 'store' | 'claim' | 'state' | 'halt' | 'fetcher'>

/** Responses of the declared icons, or of `/favicon.ico` when none is declared. */
export async function fetchFavicon(context: IconContext): Promise<FaviconFacts | null> {
  const { checkpoint, frontier, store, claim, state } = context
  const home = checkpoint.homeUrl === null ? undefined : frontier.urls.find(checkpoint.homeUrl)
  if (!home || !state.options.probesResources) return null
  const icons = frontier.urls.rowsInState(
    'probed',
    row => (row.kinds & ICON_BIT) !== 0 && row.firstNumber === home.number,
  )
  if (icons.length === 0) {
    if (await hasInlineIcon(context, home.url)) return null
    const fallback = await fetchFallbackIcon(context, home.url)
    return context.halt.aborted ? null : { declared: [], fallback }
  }
  const site = await store.crawls.siteFacts(claim.crawlId)
  const declared: FaviconFacts['declared'] = []
  for (const { url } of icons) {
    const target = await site.target(url)
    declared.push({ url, status: target?.finalStatus ?? null, mediaType: target?.mediaType ?? '' })
  }
  return { declared, fallback: null }
}

async function hasInlineIcon({ store, claim }: IconContext, homeUrl: string): Promise<boolean> {
  const facts = await store.reading.pageFacts(claim.crawlId, homeUrl)
  return facts?.hasInlineIcon ?? false
}

const ICON_BIT = 1 << linkKinds.indexOf('icon')

async function fetchFallbackIcon(
  context: Pick<CrawlContext, 'halt' | 'fetcher'>,
  homeUrl: string,
): Promise<FaviconFacts['fallback']> {
  const url = new URL('/favicon.ico', homeUrl).href
  const request = { url, method: 'GET', body: 'none', maxHops: MAX_REDIRECT_HOPS, signal: context.halt } as const
  const response = await context.fetcher.fetch(request)
  if (response.kind === 'failure') return { url, status: null, mediaType: '' }
  return { url, status: response.status, mediaType: mediaTypeOf(response.headers) }
}

/** A site has its host with and without `www.`; more origins than that are unusual ports. */
const MAX_CERTIFICATE_HOSTS = 8

/** No connection, so no certificate; another timeout would only cost time. */
const UNREACHED: ReadonlySet<FetchFailure> = new Set<FetchFailure>([
  'dns',
  'dns-server-failure',
  'connect',
  'refused',
  'timeout-connect',
  'address-refused',
  'proxy',
])

/**
 * Reads the certificates of the site's hosts that use https: one HEAD request for robots.txt of each, which every crawler may
 * make. In stable order; hosts without a certificate are skipped.
 */
export async function fetchCertificates(context: CrawlContext): Promise<HostCertificate[]> {
  const certificates: HostCertificate[] = []
  for (const origin of ownSecureOrigins(context)) {
    if (context.halt.aborted) break
    const response = await context.fetcher.fetch({
      url: `${origin}/robots.txt`,
      method: 'HEAD',
      body: 'none',
      maxHops: 0,
      signal: context.halt,
    })
    if (!response.certificate) continue
    const detail = response.kind === 'failure' ? response.detail : ''
    certificates.push({ origin, ...response.certificate, detail, checkedAtMs: context.now() })
  }
  return certificates
}

function isUnreached(failure: FetchFailure | null | undefined): boolean {
  return failure != null && UNREACHED.has(failure)
}

function ownSecureOrigins(context: CrawlContext): string[] {
  const { checkpoint, robots, state } = context
  const met = [...checkpoint.robotsOrigins, state.seedUrl, ...(checkpoint.homeUrl === null ? [] : [checkpoint.homeUrl])]
  const origins = new Set(met.filter(url => isInScope(url, context)).map(url => new URL(url).origin))
  return [...origins]
    .filter(origin => origin.startsWith('https:') && !isUnreached(robots.knownOf(origin)?.unreadable?.failure))
    .sort()
    .slice(0, MAX_CERTIFICATE_HOSTS)
}
