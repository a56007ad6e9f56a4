/** The classes of status codes (RFC 9110 §15), of final responses. */

const SUCCESS_STATUS_MIN = 200
const REDIRECT_STATUS_MIN = 300
const ERROR_STATUS_MIN = 400

/** All is well (§15.3). */
export function isSuccess(status: number | null): status is number {
  return status !== null && status >= SUCCESS_STATUS_MIN && status < REDIRECT_STATUS_MIN
}

/** Something else is to be done (§15.4); which of these redirect a request, `fetch` knows. */
export function isRedirection(status: number | null): boolean {
  return status !== null && status >= REDIRECT_STATUS_MIN && status < ERROR_STATUS_MIN
}

/** An error of the client (§15.5) or of the server (§15.6). */
export function isErrorStatus(status: number | null): status is number {
  return status !== null && status >= ERROR_STATUS_MIN
}

/** The response to a conditional request of what has not changed (§15.4.5). */
export const HTTP_NOT_MODIFIED = 304
