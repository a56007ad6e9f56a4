import type { FetchFailure } from '#shared/facts.ts'
import type { Attempt, Severity } from '#shared/model.ts'
import type { Target } from '#shared/site-facts.ts'

/** `changing`: a request with GET succeeded in between, so the address is unstable rather than at fault. */
export type Certainty = 'confirmed' | 'unconfirmed' | 'changing'

interface WantedAttempts {
  attempts: number
  isAgreeing: (attempt: Attempt) => boolean
}

/** Attempts of the same outcome without which nothing is called broken, even where servers vary between 500 and 503. */
const LEAST_AGREEING = 2

/**
 * How sure a failing answer is, from the log of attempts. Servers answer HEAD carelessly, so on the site itself only GET
 * counts; on foreign sites HEAD counts as an attempt, but a GET must agree.
 */
export function certaintyOf(target: Target, wanted: WantedAttempts): Certainty {
  const gets = target.attempts.filter(attempt => attempt.method === 'GET')
  if (gets.some(attempt => attempt.status !== null && attempt.status < 400)) return 'changing'
  const counting = target.scope === 'internal' ? gets : target.attempts
  const agreeing = counting.filter(wanted.isAgreeing).length
  const isEnough = counting.length >= wanted.attempts && agreeing >= Math.min(LEAST_AGREEING, wanted.attempts)
  return isEnough && gets.some(wanted.isAgreeing) ? 'confirmed' : 'unconfirmed'
}

export function isGone(status: number | null): boolean {
  return status === 404 || status === 410
}

export function isServerError(status: number | null): boolean {
  return status !== null && status >= 500 && status <= 599
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
 * null for every other outcome, for foreign servers refuse crawlers for reasons that say nothing about the link.
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

/** Say nothing about the page: a login, a refusal of crawlers, a proxy on the way, a crawler that was too fast. */
const saysNothing: ReadonlySet<number> = new Set([401, 403, 407, 429])

/** The address that a page names in its head for search engines (canonical, language version) surely answers with an error. */
export function isNamedPageLost(target: Target): boolean {
  return isConfirmedLoss(target) ? isJudged(target) : isRefused(target)
}

/** A foreign server that fails may only have failed for this crawler; what it says is gone, is gone. */
function isJudged({ scope, finalStatus }: Target): boolean {
  return scope === 'internal' || isGone(finalStatus)
}

function isRefused(target: Target): boolean {
  const { scope, finalStatus: status, isBotChallenge, failure } = target
  if (scope === 'external' || isBotChallenge || failure !== null || status === null) return false
  if (status < 400 || status > 499 || isGone(status) || saysNothing.has(status)) return false
  return certaintyOf(target, { attempts: 2, isAgreeing: attempt => attempt.status === status }) === 'confirmed'
}

/**
 * Failures that prove something about an address, with their severity; a slow answer may come tomorrow. Not here: redirects
 * that fail, addresses that were never asked, and answers that may be too much for this crawler alone.
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
  ['dns-unanswered', 'warning'],
  ['timeout-connect', 'warning'],
  ['timeout-first-byte', 'warning'],
  ['timeout-total', 'warning'],
])
