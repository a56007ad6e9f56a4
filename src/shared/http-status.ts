/** The classes of status codes (RFC 9110 §15), of final responses. */

const SUCCESS_STATUS_MIN = 200
const REDIRECT_STATUS_MIN = 300
const ERROR_STATUS_MIN = 400
const SERVER_ERROR_MIN = 500
/** Some sites return codes beyond the last class, 999 for one: no server error. */
const SERVER_ERROR_MAX = 599

const NOT_FOUND = 404
const GONE = 410

/** All is well (§15.3). */
export function isSuccess(status: number | null): status is number {
  return status !== null && status >= SUCCESS_STATUS_MIN && status < REDIRECT_STATUS_MIN
}

/** Something else is to be done (§15.4); which of these redirect a request, `fetch` knows. */
export function isRedirection(status: number | null): boolean {
  return status !== null && status >= REDIRECT_STATUS_MIN && status < ERROR_STATUS_MIN
}

/** What was requested is there, if only at another URL. */
export function isGoodStatus(status: number | null): status is number {
  return isSuccess(status) || isRedirection(status)
}

/** An error of the client (§15.5) or of the server (§15.6). */
export function isErrorStatus(status: number | null): status is number {
  return status !== null && status >= ERROR_STATUS_MIN
}

/** The request is at fault (§15.5). */
export function isClientError(status: number | null): status is number {
  return isErrorStatus(status) && status < SERVER_ERROR_MIN
}

/** The server failed (§15.6). */
export function isServerError(status: number | null): status is number {
  return status !== null && status >= SERVER_ERROR_MIN && status <= SERVER_ERROR_MAX
}

/** Nothing is there (§15.5.5, §15.5.11). */
export function isGone(status: number | null): boolean {
  return status === NOT_FOUND || status === GONE
}

export const HTTP_OK = 200
/** The response to a conditional request of what has not changed (§15.4.5). */
export const HTTP_NOT_MODIFIED = 304
export const HTTP_UNAUTHORIZED = 401
/** A proxy demands credentials, not the target (§15.5.8). */
export const HTTP_PROXY_AUTHENTICATION_REQUIRED = 407
/** A rate limit (RFC 6585 §4). */
export const HTTP_TOO_MANY_REQUESTS = 429
