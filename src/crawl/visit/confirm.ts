import type { FetchFailure } from '#shared/fetch-failures.ts'
import { HTTP_PROXY_AUTHENTICATION_REQUIRED, isErrorStatus, isGone, isSuccess } from '#shared/http-status.ts'
import type { Attempt } from '#shared/model.ts'

/**
 * Confirm before reporting: how often, and after which pause, a URL that failed is requested again. A failed HEAD response never
 * decides about a URL of the site itself; a successful one is final.
 */
export interface ConfirmPauses {
  confirmPauseMs: number
  serverErrorPauseMs: number
  maxRetryAfterMs: number
}

/** The second pause after a server error, as a multiple of the first (1 s, then 5 s). */
const SERVER_ERROR_BACK_OFF = 5

const passing: ReadonlySet<FetchFailure> = new Set<FetchFailure>([
  'dns',
  'dns-server-failure',
  'connect',
  'refused',
  'tls',
  'certificate',
  'timeout-connect',
  'timeout-first-byte',
  'timeout-total',
  'reset',
  'undecodable',
  'proxy',
])
/** An external URL that refuses or fails TLS is requested three times before it is called unverifiable. */
const passingOutside: ReadonlySet<FetchFailure> = new Set<FetchFailure>(['connect', 'refused', 'tls', 'certificate'])
const TEMPORARY_REDIRECTS: readonly number[] = [302, 303, 307]
const SLOW_DOWN: readonly number[] = [429, 503]

/** The parts of a response that politeness and confirmation need. */
export interface ResponseInBrief {
  status: number | null
  failure: FetchFailure | null
  isBotChallenge: boolean
  retryAfterMs: number | null
  /** Status of the first hop, null when it did not redirect. */
  redirectStatus: number | null
}

export interface Confirmation {
  response: ResponseInBrief
  /** All attempts so far, the newest last. */
  attempts: readonly Attempt[]
  scope: 'internal' | 'external'
  pauses: ConfirmPauses
}

/** Milliseconds to wait before the next attempt; null when the response is final. */
export function pauseBeforeNextAttempt(confirmation: Confirmation): number | null {
  const { response, pauses } = confirmation
  if (isConfirmed(confirmation)) return null
  const counted = countedAttempts(confirmation)
  if (response.retryAfterMs !== null && response.status !== null && SLOW_DOWN.includes(response.status)) {
    return Math.min(response.retryAfterMs, pauses.maxRetryAfterMs)
  }
  // The server may not support the method of the first request; the pause comes after a response that counts.
  if (counted === 0) return 0
  if (response.status !== null && response.status >= 500) {
    return pauses.serverErrorPauseMs * (counted === 1 ? 1 : SERVER_ERROR_BACK_OFF)
  }
  return pauses.confirmPauseMs
}

/** Whether the response is final. */
export function isConfirmed(confirmation: Omit<Confirmation, 'pauses'>): boolean {
  return (
    isGood(confirmation.response) ||
    countedAttempts(confirmation) >= attemptsWanted(confirmation.response, confirmation.scope)
  )
}

/** Successful without a redirect. */
function isGood({ status, redirectStatus }: ResponseInBrief): boolean {
  return isSuccess(status) && redirectStatus === null
}

function countedAttempts({ attempts, scope }: Omit<Confirmation, 'pauses'>): number {
  return scope === 'external' ? attempts.length : attempts.filter(attempt => attempt.method === 'GET').length
}

function attemptsWanted(response: ResponseInBrief, scope: 'internal' | 'external'): number {
  const { status, failure } = response
  if (failure !== null) {
    if (!passing.has(failure)) return 1
    return scope === 'external' && passingOutside.has(failure) ? 3 : 2
  }
  // A proxy that demands credentials: a second attempt would change nothing.
  if (status === null || status === HTTP_PROXY_AUTHENTICATION_REQUIRED) return 1
  if (status >= 500 || SLOW_DOWN.includes(status)) return 3
  if (isGone(status)) return 2
  if (isErrorStatus(status)) return scope === 'external' ? 3 : 2
  const isTemporary = response.redirectStatus !== null && TEMPORARY_REDIRECTS.includes(response.redirectStatus)
  return isTemporary && scope === 'internal' ? 2 : 1
}

/** IMF-fixdate, RFC 850 and asctime dates (RFC 9110 §5.6.7) begin with a day's name. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d{2}:\d{2}:\d{2}/
/** Longer waits are as good as never; keeps arithmetic exact. */
const MAX_WAIT_MS = 10 * 365 * 24 * 60 * 60 * 1_000

/** Milliseconds of a Retry-After header (RFC 9110 §10.2.3), 0 for a past date; null when it is malformed. */
export function parseRetryAfter(value: string | undefined, nowMs: number): number | null {
  const text = (value ?? '').trim()
  if (text.length > 100) return null
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, MAX_WAIT_MS)
  if (!HTTP_DATE.test(text)) return null
  const atMs = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(atMs) ? null : Math.min(Math.max(0, atMs - nowMs), MAX_WAIT_MS)
}
