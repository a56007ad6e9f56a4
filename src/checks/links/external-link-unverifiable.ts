import { certaintyOfOutsideLoss } from '#shared/certainty.ts'
import type { FetchFailure } from '#shared/fetch-failures.ts'
import { isErrorStatus } from '#shared/http-status.ts'
import type { SiteFacts, Target } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { failureLabels, statusLabels } from '../response-labels.ts'
import {
  linkingKinds,
  sharedCauseFinding,
  type TargetProblem,
  targetFindings,
  troubledTargets,
} from '../targets/target-findings.ts'
import { type OutsideNetwork, outsideNetwork, SUSPICIOUS_FAILED_HOSTS } from './outside-network.ts'

export const externalLinkUnverifiable: SiteCheck = {
  id: 'external-link-unverifiable',
  scope: 'site',
  type: 'broken_link',
  severity: 'info',
  title: 'Link could not be verified',
  passedTitle: 'Every external link could be verified',
  why: 'The other site refused the request, required a CAPTCHA or similar, or was unavailable at the time. That is common and does not mean that the link is broken, so it needs a manual check.',
  fix: 'Open the URL in a browser. If the page loads, mute this finding; if it is gone, change or remove the link.',
  sources: [
    { title: 'RFC 9110, 15.5.4: 403 Forbidden', url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.4' },
    { title: 'RFC 6585, 4: 429 Too Many Requests', url: 'https://www.rfc-editor.org/rfc/rfc6585.html#section-4' },
  ],
  check: findings,
}

/** Failures of this crawler, not of the other site. */
const saysNothing: ReadonlySet<FetchFailure> = new Set<FetchFailure>([
  'address-refused',
  'proxy',
  'aborted',
  'excluded',
  'unreadable',
])

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const network = await outsideNetwork(site)
  if (!network.isReachable && network.failedHosts >= SUSPICIOUS_FAILED_HOSTS) {
    const finding = await unreachableFinding(site, network)
    if (finding) yield finding
    return
  }
  yield* targetFindings(site, {
    targets: troubledTargets(site, 'external'),
    kinds: linkingKinds,
    namedHow: 'linked from',
    findProblem: target => findProblem(target, network.isReachable),
  })
}

/** If no other site responds, the cause is probably this machine's network. */
function unreachableFinding(
  site: SiteFacts,
  { failedTargets, failedUrls }: OutsideNetwork,
): Promise<SiteFinding | null> {
  const urls = roughCount(failedTargets, 'URL')
  return sharedCauseFinding(site, {
    urls: failedUrls,
    kinds: linkingKinds,
    namedHow: 'linked from',
    problem: {
      message: `Link could not be verified: none of the ${urls} of other sites responded, so the crawler may have no internet connection`,
    },
  })
}

function findProblem(target: Target, isReachable: boolean): TargetProblem | null {
  const reason = reasonOf(target, isReachable)
  if (reason === null) return null
  const message = `Link could not be verified: ${reason}: ${target.url}`
  return target.finalStatus === null ? { message } : { message, details: { statusCode: target.finalStatus } }
}

function reasonOf(target: Target, isReachable: boolean): string | null {
  const { failure, finalStatus } = target
  if (target.isBotChallenge) return 'the site requires a CAPTCHA or similar'
  const certainty = certaintyOfOutsideLoss(target)
  const isReportedAsBroken = certainty === 'confirmed' && (isReachable || failure === null)
  if (isReportedAsBroken || certainty === 'changing') return null
  if (failure !== null) return saysNothing.has(failure) ? null : failureLabels(failure)
  return isErrorStatus(finalStatus) ? statusLabels(finalStatus) : null
}
