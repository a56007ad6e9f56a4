import type { MiddlewareHandler } from 'hono'

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

/** Where the handler says nothing of its own: it is nobody else's, and no document. */
const otherwise = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const

/** For every answer: types are not guessed, and no other site may frame, embed or read it. Once reached by https, always (RFC 6797). */
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
