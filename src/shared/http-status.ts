import { REDIRECT_STATUS_MIN } from './constants.ts'

const SUCCESS_STATUS_MIN = 200

/** A final response that says all is well (RFC 9110 §15.3). */
export function isSuccess(status: number | null): status is number {
  return status !== null && status >= SUCCESS_STATUS_MIN && status < REDIRECT_STATUS_MIN
}

/** The response to a conditional request of what has not changed (RFC 9110 §15.4.5). */
export const HTTP_NOT_MODIFIED = 304
