import type { MiddlewareHandler } from 'hono'
import { endpoints } from '#shared/api/endpoints.ts'
import { AppError } from '#shared/errors.ts'
import { bearerKey } from './bearer-key.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
/** What has the server work for the visitor, though it is asked for with GET. */
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
