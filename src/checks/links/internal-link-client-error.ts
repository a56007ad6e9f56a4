import { certaintyOf } from '#shared/certainty.ts'
import { isClientError } from '#shared/http-status.ts'
import type { Target } from '#shared/site-facts.ts'
import type { SiteCheck } from '../check.ts'
import { each } from '../each.ts'
import { statusLabels } from '../response-labels.ts'
import { linkingKinds, type TargetProblem, targetFindings } from '../targets/target-findings.ts'
import { failsItself, linkProblem } from './link-result.ts'

/** 404 and 410 have their own check; 407 comes from a proxy on the way, 429 says that the crawler was too fast. */
const checkedElsewhere: ReadonlySet<number> = new Set([404, 407, 410, 429])
const closedDoors: ReadonlySet<number> = new Set([401, 403])

export const internalLinkClientError: SiteCheck = {
  id: 'internal-link-client-error',
  scope: 'site',
  type: 'broken_link',
  severity: 'warning',
  title: 'Broken internal link (client error 4xx)',
  passedTitle: 'No internal link returns a 4xx error',
  why: 'The server refuses this URL, so visitors and search engines that follow the link get an error. If a login is required this may be intended; otherwise no one can reach the page.',
  fix: 'Open the URL in a private window. If it shows an error there as well, correct the link or the server rule that refuses it. Links to pages behind a login are fine for people who have one.',
  example: { before: '<a href="/search?page=-1">Back</a>', after: '<a href="/search">Back</a>' },
  sources: [
    { title: 'RFC 9110, 15.5: Client Error 4xx', url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5' },
    {
      title: 'Google: How HTTP status codes affect crawlers',
      url: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
    },
  ],
  check: site =>
    targetFindings(site, {
      targets: each(site.targets({ scope: 'internal', kinds: linkingKinds, statusFrom: 400, statusTo: 499 })),
      kinds: linkingKinds,
      namedHow: 'linked from',
      findProblem,
    }),
}

function findProblem(target: Target): TargetProblem | null {
  const { status } = target
  if (!isClientError(status) || checkedElsewhere.has(status) || !failsItself(target)) return null
  const certainty = certaintyOf(target, { attempts: 2, isAgreeing: attempt => attempt.status === status })
  if (certainty === 'changing') return null
  if (closedDoors.has(status)) {
    return {
      message: `Link could not be verified: ${target.url} requires a login or refuses crawlers: ${statusLabels(status)}`,
      severity: 'info',
      details: { statusCode: status },
    }
  }
  return linkProblem(target, { reason: statusLabels(status), certainty, statusCode: status })
}
