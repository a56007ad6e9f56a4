import type { Certainty } from '#shared/certainty.ts'
import type { Severity } from '#shared/model.ts'
import type { Target } from '#shared/site-facts.ts'
import { counted } from '../counted.ts'
import type { TargetProblem } from '../targets/target-findings.ts'

interface FailingLink {
  /** Why it fails, such as `404 Not Found`. */
  reason: string
  certainty: Certainty
  severity?: Severity
  statusCode?: number
}

/**
 * The problem on a link whose target fails, in words that say how sure it is: broken when confirmed, to be looked at when it
 * could not be requested often enough (a crawl that was stopped), nothing if it responded in between.
 */
export function linkProblem(target: Target, failing: FailingLink): TargetProblem | null {
  const { reason, certainty, severity, statusCode } = failing
  const details = statusCode === undefined ? {} : { details: { statusCode } }
  switch (certainty) {
    case 'changing':
      return null
    case 'confirmed':
      return { message: `Broken link: ${reason}: ${target.url}`, ...(severity ? { severity } : {}), ...details }
    case 'unconfirmed':
      return {
        message: `Link could not be verified: ${reason} on ${counted(target.attempts.length, 'attempt')}: ${target.url}`,
        severity: 'info',
        ...details,
      }
  }
}

/** A same-site link that failed by itself: a redirect that ends in a failure is one cause with the redirect, and reported there. */
export function failsItself(target: Target): boolean {
  return target.hops.length === 0 && !target.isBotChallenge && target.skipReason === null
}
