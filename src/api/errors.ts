import type { Context, ErrorHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { endpoints } from '#shared/api/endpoints.ts'
import { AppError, type ErrorCode, errorStatus, INVALID_FIELD_HEADER } from '#shared/errors.ts'

/** Where failures of ours go. Neither cookies nor bodies are ever among the fields. */
export interface ErrorLog {
  error(message: string, fields: { requestId?: string; method: string; path: string; cause: unknown }): void
}

/** Where an error does not know better: a crawl of the default limit takes about as long. */
const defaultRetryAfterSeconds: Partial<Record<ErrorCode, number>> = { 'too-many': 30, unavailable: 30 }

/** How to authenticate (RFC 9110 §11.6.1). Of signing in with a password there is no scheme that a browser would not act upon. */
const CHALLENGE = 'Bearer realm="Sitesounder"'

/** Paths whose errors are `{message}`. */
const JSON_PATHS = new Set<string>(Object.values(endpoints).flatMap(row => ('errors' in row ? [row.path] : [])))

/**
 * The one place where errors become responses: plain text for a person (specification, section 8; the client puts the status
 * before it), or `{message}` where the contract says so. What is not the caller's fault is logged with its cause, and the response has
 * an id by which the log can be searched.
 */
export function errorResponses(deps: { log: ErrorLog; randomBytes: (size: number) => Uint8Array }): ErrorHandler {
  return (error, context) => {
    if (error instanceof AppError) return appErrorResponse(error, context)
    const requestId = Buffer.from(deps.randomBytes(8)).toString('hex')
    const { method, path } = context.req
    deps.log.error('request failed', { requestId, method, path, cause: error })
    return inWords(context, `Something went wrong on the server. Please try again. (Request ${requestId})`, 500)
  }
}

function appErrorResponse(error: AppError, context: Context): Response {
  const seconds = error.retryAfterSeconds ?? defaultRetryAfterSeconds[error.code]
  if (seconds !== undefined) context.header('Retry-After', String(seconds))
  if (error.code === 'unauthorized') context.header('WWW-Authenticate', CHALLENGE)
  if (error.field !== null) context.header(INVALID_FIELD_HEADER, error.field)
  return inWords(context, error.message, errorStatus[error.code])
}

function inWords(context: Context, message: string, status: ContentfulStatusCode): Response {
  return JSON_PATHS.has(context.req.path) ? context.json({ message }, status) : context.text(message, status)
}

/** @throws AppError 405, with the methods that there are (RFC 9110 §15.5.6). */
export function refuseMethod(context: Context, allowed: readonly string[]): never {
  context.header('Allow', allowed.join(', '))
  throw new AppError('method-not-allowed', `${context.req.method} is not allowed at this URL`)
}
