import { isClientError, isGone, isGoodStatus, isServerError } from '#shared/http-status.ts'
import type { FetchFailure } from './fetch-failures.ts'
import type { Attempt, Severity } from './model.ts'
import type { Target } from './site-facts.ts'

/** `changing`: a request with GET succeeded in between, so the URL is unstable rather than broken. */
export type Certainty = 'confirmed' | 'unconfirmed' | 'changing'

interface WantedAttempts {
  attempts: number
  isAgreeing: (attempt: Attempt) => boolean
}

/** Minimum attempts with the same result before a link counts as broken, even if a server varies between 500 and 503. */
const LEAST_AGREEING = 2

/**
 * How certain a failure is, from the log of attempts. Servers handle HEAD carelessly, so only GET counts for internal URLs; for
 * external URLs HEAD counts as an attempt, but a GET must agree.
 */
export function certaintyOf(target: Target, wanted: WantedAttempts): Certainty {
  const gets = target.attempts.filter(attempt => attempt.method === 'GET')
  if (gets.some(attempt => isGoodStatus(attempt.status))) return 'changing'
  const counting = target.scope === 'internal' ? gets : target.attempts
  const agreeing = counting.filter(wanted.isAgreeing).length
  const isEnough = counting.length >= wanted.attempts && agreeing >= Math.min(LEAST_AGREEING, wanted.attempts)
  return isEnough && gets.some(wanted.isAgreeing) ? 'confirmed' : 'unconfirmed'
}

/** 404 or 410 on two attempts. */
export function certaintyOfGone(target: Target): Certainty {
  return certaintyOf(target, { attempts: 2, isAgreeing: attempt => isGone(attempt.status) })
}

/** 5xx on three attempts: servers recover, and overload passes. */
export function certaintyOfServerError(target: Target): Certainty {
  return certaintyOf(target, { attempts: 3, isAgreeing: attempt => isServerError(attempt.status) })
}

/**
 * How sure it is that a page of another site is gone: 404 or 410, also after redirects, or a host name that does not exist.
 * null for every other result: other servers may refuse crawlers although the link works.
 */
export function certaintyOfOutsideLoss(target: Target): Certainty | null {
  if (target.isBotChallenge) return null
  if (target.failure === 'dns') {
    return certaintyOf(target, { attempts: 2, isAgreeing: attempt => attempt.failure === 'dns' })
  }
  return target.failure === null && isGone(target.finalStatus) ? certaintyOfGone(target) : null
}

/** A file that a page loads is gone or fails for good: 404 or 410 twice, 5xx three times, after redirects if there are any. */
export function isConfirmedLoss(target: Target): boolean {
  if (target.isBotChallenge || target.failure !== null) return false
  if (isGone(target.finalStatus)) return certaintyOfGone(target) === 'confirmed'
  return isServerError(target.finalStatus) && certaintyOfServerError(target) === 'confirmed'
}

/** Not about the page: a login, a refusal of crawlers, a proxy, a rate limit. */
const saysNothing: ReadonlySet<number> = new Set([401, 403, 407, 429])

/** A URL in the head of a page (canonical, hreflang) certainly returns an error. */
export function isErrorTarget(target: Target): boolean {
  return isReliableLoss(target) || isRefused(target)
}

/** The same, of any host: an external server may fail only for this crawler, so that only its 404 and 410 count. */
export function isReliableLoss(target: Target): boolean {
  return isConfirmedLoss(target) && (target.scope === 'internal' || isGone(target.finalStatus))
}

function isRefused(target: Target): boolean {
  const { scope, finalStatus: status, isBotChallenge, failure } = target
  if (scope === 'external' || isBotChallenge || failure !== null) return false
  if (!isClientError(status) || isGone(status) || saysNothing.has(status)) return false
  return certaintyOf(target, { attempts: 2, isAgreeing: attempt => attempt.status === status }) === 'confirmed'
}

/**
 * Network failures that prove a problem of a URL, with their severity. Not included: failing redirects, URLs that were never
 * requested, and responses that exceed limits of this crawler.
 */
export const severityOfFailure: ReadonlyMap<FetchFailure, Severity> = new Map<FetchFailure, Severity>([
  ['dns', 'error'],
  ['connect', 'error'],
  ['refused', 'error'],
  ['tls', 'error'],
  ['certificate', 'error'],
  ['reset', 'error'],
  ['not-http', 'error'],
  ['undecodable', 'error'],
  ['dns-server-failure', 'warning'],
  ['timeout-connect', 'warning'],
  ['timeout-first-byte', 'warning'],
  ['timeout-total', 'warning'],
])
