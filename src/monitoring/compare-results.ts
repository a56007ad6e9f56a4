import type { AlertKind } from '#shared/alerts.ts'
import { isUp, type LightResult } from '#shared/light-checks.ts'

/** What got worse between two checks of a URL. */
export interface LightFinding {
  kind: AlertKind
  message: string
}

/** Days before its end at which a certificate is reported, each once. */
const CERTIFICATE_DAYS = [14, 7, 3, 1, 0, -1]

/**
 * Each thing once: what the earlier check found as well is not reported again. What changed while a URL did not respond is reported when it
 * does again. `before` is null for the first check of a URL.
 */
export function compareResults(before: LightResult | null, now: LightResult): LightFinding[] {
  if (!isUp(now)) {
    const isKnown = before !== null && !isUp(before) && before.status === now.status
    return isKnown ? [] : [{ kind: 'check-failed', message: failureText(now) }]
  }
  const found: LightFinding[] = []
  const days = certificateStep(now)
  if (days !== null && certificateStep(before) !== days)
    found.push({ kind: 'certificate', message: certificateText(now) })
  // Reported once: the next check in a row has a higher number.
  if (now.slowChecks === 2) found.push({ kind: 'slow', message: `It took ${now.responseMs ?? 0} ms to respond` })
  if (!before?.wasUp) return found
  if (before.finalUrl !== now.finalUrl)
    found.push({ kind: 'redirect-changed', message: `It leads to ${now.finalUrl} instead of ${before.finalUrl}` })
  if (!before.isNoindex && now.isNoindex) found.push({ kind: 'noindex', message: 'It became noindex' })
  if (before.title !== now.title)
    found.push({ kind: 'title-changed', message: `The title is “${now.title}” instead of “${before.title}”` })
  if (before.contentHash !== now.contentHash) found.push({ kind: 'robots-changed', message: 'robots.txt changed' })
  return found
}

function failureText({ status, failure }: LightResult): string {
  return status === null ? `There is no response: ${failure}` : `It responds with status ${status}`
}

/** The smallest number of days that is reported and not passed; null while the end is far. */
function certificateStep(result: LightResult | null): number | null {
  const days = result?.certificateDays ?? null
  return days === null ? null : (CERTIFICATE_DAYS.findLast(step => days <= step) ?? null)
}

function certificateText({ certificateDays: days }: LightResult): string {
  if (days === null || days < 0) return 'The certificate has ended'
  if (days === 0) return 'The certificate ends within a day'
  return days === 1 ? 'The certificate ends in 1 day' : `The certificate ends in ${days} days`
}
