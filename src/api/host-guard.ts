import type { MiddlewareHandler } from 'hono'
import { AppError } from '#shared/errors.ts'

const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/
/** Also of a Host header that was sent twice, which arrives as a list. */
const ONE_HOST = /^[^\s,]+$/
const NOT_LOCAL =
  'This server only answers the machine it runs on. To reach it under another name or through a proxy, set SITESOUNDER_PUBLIC_URL to the address it is to be reached at.'

/**
 * Answers only requests that name this server: without a public address, those to localhost that no proxy has forwarded; with
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
        throw new AppError('misdirected', `This server answers as ${publicUrl.host} only.`)
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
