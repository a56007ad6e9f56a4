import type { PageSpeed } from '#shared/page-speed.ts'

export type PageSpeedResult = { ok: true; pageSpeed: PageSpeed } | { ok: false; failure: PageSpeedFailure }

export function failed(failure: PageSpeedFailure): { ok: false; failure: PageSpeedFailure } {
  return { ok: false, failure }
}

/** Why there is no measurement, with a sentence for users. */
export interface PageSpeedFailure {
  code: PageSpeedFailureCode
  /** HTTP status of the API's response. */
  status: number
  message: string
}

/** Status by code. */
const statusByCode = {
  /** The URL is invalid. */
  'invalid-url': 400,
  /** A URL that this server may not request. */
  'target-refused': 400,
  /** The page did not load, or is not HTML. */
  'page-failed': 422,
  'too-many-waiting': 429,
  'quota-exceeded': 429,
  /** The requester has left. */
  cancelled: 499,
  'service-failed': 502,
  unparsable: 502,
  network: 502,
  'key-invalid': 503,
  'key-restricted': 503,
  'browser-missing': 503,
  'browser-failed': 503,
  'queue-full': 503,
  'switched-off': 503,
  'timed-out': 504,
} as const
export type PageSpeedFailureCode = keyof typeof statusByCode

export function pageSpeedFailure(code: PageSpeedFailureCode, message: string): PageSpeedFailure {
  return { code, status: statusByCode[code], message }
}

export const CANCELLED = pageSpeedFailure('cancelled', 'The measurement was cancelled.')
