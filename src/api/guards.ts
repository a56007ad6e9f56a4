import type { MiddlewareHandler } from 'hono'
import { endpoints } from '#shared/api/endpoints.ts'
import { AppError } from '#shared/errors.ts'
import { sharePrefix } from '#shared/sharing.ts'
import { bearerKey } from './identity.ts'

const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/
/** Also of a Host header that was sent twice, which arrives as a list. */
const ONE_HOST = /^[^\s,]+$/
const NOT_LOCAL =
  'This server accepts requests from its own machine only. To reach it under another name or through a proxy, set SITESOUNDER_PUBLIC_URL to its public URL.'

/**
 * Serves only requests that name this server: without a public URL, those to localhost that no proxy has forwarded; with
 * one, those to its host. A page of another name that resolves to this machine (DNS rebinding) gets nothing, and a server
 * behind a proxy cannot pass for a private one.
 */
export function hostGuard(publicUrl: URL | null): MiddlewareHandler {
  return async (context, next) => {
    // RFC 9112 §3.2. Who stands in front of this server may take the other one for the host.
    const sent = context.req.raw.headers.get('host')
    if (sent !== null && !ONE_HOST.test(sent)) throw new AppError('bad-request', 'The request must name one host.')
    // Of the request's target (RFC 9110 §7.1): the Host header, unless the request line itself names another.
    const { host } = new URL(context.req.url)
    if (publicUrl) {
      if (withoutDefaultPort(host, publicUrl) !== publicUrl.host)
        throw new AppError('misdirected', `This server accepts requests for ${publicUrl.host} only.`)
    } else if (!LOCAL_HOST.test(host) || isForwarded(context.req.raw.headers))
      throw new AppError('misdirected', NOT_LOCAL)
    await next()
  }
}

function isForwarded(headers: Headers): boolean {
  for (const name of headers.keys()) if (name === 'forwarded' || name.startsWith('x-forwarded-')) return true
  return false
}

function withoutDefaultPort(host: string, { protocol }: URL): string {
  const port = protocol === 'https:' ? ':443' : ':80'
  return host.endsWith(port) ? host.slice(0, -port.length) : host
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Endpoints that make the server work for the visitor, though their method is GET. */
const WORKING_PATHS = new Set<string>(
  Object.values(endpoints).flatMap(({ method, scope, path }) => (method === 'GET' && scope === 'crawl' ? [path] : [])),
)
/** 'none': typed, or resent by the person. */
const OWN_SITE = new Set(['same-origin', 'none'])

/**
 * Refuses requests that change something or start work, and that a browser says came from another site: by Sec-Fetch-Site, and by
 * Origin, which browsers send with every request that changes something (Fetch standard, section 3.2), a beacon included. Where
 * neither is sent there is no browser, so no visitor's cookie that another site could ride on. Nor is there with an API key: it is
 * never sent by a browser of its own accord, and its cookies do not count (identity.ts).
 */
export function crossSiteGuard(publicUrl: URL | null): MiddlewareHandler {
  return async (context, next) => {
    const { method, headers, url } = context.req.raw
    const isSafe = SAFE_METHODS.has(method) && !WORKING_PATHS.has(context.req.path)
    if (!isSafe && bearerKey(headers) === null) {
      const site = headers.get('sec-fetch-site')
      const origin = headers.get('origin')
      const own = publicUrl?.origin ?? new URL(url).origin
      if ((site !== null && !OWN_SITE.has(site)) || (origin !== null && origin !== own))
        throw new AppError('forbidden', 'Requests from other sites are not accepted.')
    }
    await next()
  }
}

/**
 * For all that is below a share link, whose URL is what opens it: search engines keep it out, and no request for anything else names
 * it. Runs around `securityHeaders`, whose policy is for the URLs of this server that are no secret.
 */
export function linkHeaders(): MiddlewareHandler {
  return async (context, next) => {
    await next()
    if (sharePrefix(new URL(context.req.url).pathname) === '') return
    context.res.headers.set('X-Robots-Tag', 'noindex, nofollow')
    context.res.headers.set('Referrer-Policy', 'no-referrer')
  }
}

const HSTS = 'max-age=31536000'

const forEveryResponse = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  /** For browsers that do not know `frame-ancestors`. */
  'X-Frame-Options': 'DENY',
} as const

/** Where the handler says nothing of its own: it is the caller's own, and no document. */
const otherwise = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const

/** For every response: types are not guessed, and no other site may frame, embed or read it. Once reached by https, always (RFC 6797). */
export function securityHeaders(publicUrl: URL | null): MiddlewareHandler {
  const isHttps = publicUrl?.protocol === 'https:'
  return async (context, next) => {
    await next()
    const { headers } = context.res
    for (const [name, value] of Object.entries(forEveryResponse)) headers.set(name, value)
    for (const [name, value] of Object.entries(otherwise)) if (!headers.has(name)) headers.set(name, value)
    if (isHttps) headers.set('Strict-Transport-Security', HSTS)
  }
}
