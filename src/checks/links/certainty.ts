import type { Attempt } from '#shared/model.ts'
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
