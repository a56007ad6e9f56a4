import {
  type Certainty,
  certaintyOf,
  certaintyOfGone,
  certaintyOfServerError,
  severityOfFailure,
} from '#shared/certainty.ts'
import type { FetchFailure } from '#shared/fetch-failures.ts'
import { isGone, isServerError } from '#shared/http-status.ts'
import type { Severity } from '#shared/model.ts'
import type { Target } from '#shared/site-facts.ts'
import { failureLabels, statusLabels } from '../response-labels.ts'
import { isSameSite } from '../url-parts.ts'

/** The result of following a redirect. A redirecting URL has one result, so that no two checks report it for the same reason. */
type RedirectResult =
  | { kind: 'loop' }
  /** More hops than the crawler follows. */
  | { kind: 'endless' }
  | { kind: 'to-error'; reason: string; certainty: Certainty; severity: Severity; statusCode: number | null }
  | { kind: 'chain' }
  | { kind: 'permanent'; status: number }
  | { kind: 'temporary'; status: number }

const permanent: ReadonlySet<number> = new Set([301, 308])
const temporary: ReadonlySet<number> = new Set([302, 303, 307])

/** null for a target that does not redirect, or with status 300 (multiple choices) or 304 (not modified). */
export function redirectResult(target: Target): RedirectResult | null {
  if (target.failure === 'redirect-loop') return { kind: 'loop' }
  if (target.failure === 'too-many-redirects') return { kind: 'endless' }
  const error = endsInError(target)
  if (error) return error
  const [first] = target.hops
  if (!first) return null
  if (target.hops.length > 1) return { kind: 'chain' }
  if (permanent.has(first.status)) return { kind: 'permanent', status: first.status }
  return temporary.has(first.status) ? { kind: 'temporary', status: first.status } : null
}

type EndsInError = Extract<RedirectResult, { kind: 'to-error' }>

/**
 * The final URL decides: an external server that fails or does not respond proves nothing, an external 404 does.
 */
function endsInError(target: Target): EndsInError | null {
  const { failure } = target
  if (failure === 'bad-redirect') {
    const reason = target.failureDetail || failureLabels(failure)
    return { kind: 'to-error', reason, certainty: 'confirmed', severity: 'warning', statusCode: null }
  }
  if (target.hops.length === 0 || target.isBotChallenge) return null
  const error = failure === null ? endsInStatus(target) : endsInFailure(target, failure)
  return error?.certainty === 'changing' ? null : error
}

function endsInStatus(target: Target): EndsInError | null {
  const { finalStatus: status } = target
  if (status === null || !(isGone(status) || (isServerError(status) && isSameSite(target.url, target.finalUrl))))
    return null
  const certainty = isGone(status) ? certaintyOfGone(target) : certaintyOfServerError(target)
  return { kind: 'to-error', reason: statusLabels(status), certainty, severity: 'error', statusCode: status }
}

function endsInFailure(target: Target, failure: FetchFailure): EndsInError | null {
  const severity = severityOfFailure.get(failure)
  if (severity === undefined || !isSameSite(target.url, target.finalUrl)) return null
  const certainty = certaintyOf(target, { attempts: 2, isAgreeing: attempt => attempt.failure !== null })
  return { kind: 'to-error', reason: failureLabels(failure), certainty, severity, statusCode: null }
}
