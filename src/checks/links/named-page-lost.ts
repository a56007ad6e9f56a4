import type { Target } from '#shared/site-facts.ts'
import { certaintyOf, isConfirmedLoss, isGone } from './certainty.ts'

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
